"""Bytes are cut off, flipped, swapped and brought from elsewhere; none of it is ever believed."""

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from myelin.contract.errors import BrainDamaged, BrainRolledBack, FormatTooNew, KeyWrong
from myelin.kernel.errors import MyelinError
from myelin.store import accept_rollback, read_brain_id
from myelin.store.format import BASE_OFFSET, HEADER_BYTES
from tests.crash import brain as crash_brain
from tests.crash.brain import LONG, contents, make, open_brain, opened, remember

RECORDS = 12


@dataclass
class Written:
    """A brain of twelve records after its base, and where each of them ends."""

    path: Path
    data: bytes
    ends: list[int]
    hint: bytes

    def put_back(self, data: bytes, *, hint: bool = False) -> None:
        self.path.write_bytes(data)
        lock = self.path.with_name(self.path.name + ".lock")
        lock.write_bytes(self.hint if hint else b"")

    def answer(self, data: bytes, *, hint: bool = False, write: bool = False) -> int | str:
        """Return how many memories are found in the file with these bytes, or the error."""
        self.put_back(data, hint=hint)
        try:
            with opened(self.path) as brain:
                if write:
                    with brain.write():
                        """Taking the lock repairs a torn end."""
                ids, counter = contents(brain)
        except MyelinError as error:
            return error.code
        assert ids == set(range(1, counter + 1))
        return counter

    def records(self) -> list[bytes]:
        return [self.data[start:end] for start, end in zip(self.ends, self.ends[1:], strict=False)]

    def with_records(self, records: list[bytes]) -> bytes:
        return self.data[: self.ends[0]] + b"".join(records)


@pytest.fixture
def written(tmp_path) -> Written:
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        brain.compact()
        ends = [path.stat().st_size]
        for number in range(1, RECORDS + 1):
            remember(brain, number)
            ends.append(path.stat().st_size)
    hint = path.with_name("brain.myl.lock").read_bytes()
    return Written(path, path.read_bytes(), ends, hint)


def test_a_log_that_is_cut_anywhere_holds_all_records_before_the_cut(written):
    step = 1 if LONG else 23
    cuts = {*range(written.ends[0], written.ends[-1] + 1, step), *written.ends}
    for cut in sorted(cuts):
        whole = sum(end <= cut for end in written.ends[1:])
        assert written.answer(written.data[:cut]) == whole


def test_a_file_that_is_cut_inside_its_base_is_refused_and_left_alone(written):
    chance = random.Random(2)
    for cut in [0, 7, HEADER_BYTES, BASE_OFFSET, *chance.sample(range(written.ends[0]), 60)]:
        assert written.answer(written.data[:cut]) == "brain_damaged"
        assert written.path.read_bytes() == written.data[:cut]


@pytest.mark.parametrize("hint", [False, True], ids=["without a hint", "with the hint"])
def test_a_flipped_bit_is_never_read(written, hint):
    chance = random.Random(3)
    for _ in range(3000 if LONG else 250):
        place = chance.randrange(len(written.data))
        data = bytearray(written.data)
        data[place] ^= 1 << chance.randrange(8)
        answer = written.answer(bytes(data), hint=hint, write=chance.random() < 0.5)
        if hint or place < written.ends[-2]:
            # A base is authenticated where it is read; what was not read may still be asked.
            assert answer in (
                "brain_damaged",
                "brain_rolled_back",
                "key_wrong",
                "format_too_new",
                RECORDS,
            )
            assert answer != RECORDS or BASE_OFFSET <= place < written.ends[0]
        else:
            # The last record of a log cannot be told from a torn write without the hint.
            assert answer in ("brain_damaged", RECORDS - 1)


def test_a_flipped_bit_anywhere_in_the_base_is_found_by_the_check(written):
    chance = random.Random(4)
    for _ in range(30):
        place = chance.randrange(BASE_OFFSET, written.ends[0])
        data = bytearray(written.data)
        data[place] ^= 1
        written.put_back(bytes(data))
        try:
            with opened(written.path) as brain:
                assert brain.check()
        except BrainDamaged:
            pass


def test_records_that_are_moved_doubled_or_taken_out_are_refused(written):
    records = written.records()
    swapped = [*records[:3], records[4], records[3], *records[5:]]
    doubled = [*records[:6], records[5], *records[6:]]
    missing = [*records[:5], *records[6:]]
    for wrong in (swapped, doubled, missing):
        assert written.answer(written.with_records(wrong)) == "brain_damaged"
        assert written.answer(written.with_records(wrong), hint=True) in (
            "brain_damaged",
            "brain_rolled_back",
        )


def test_a_log_that_lost_its_end_is_noticed_where_it_was_written(written):
    shorter = written.with_records(written.records()[:-2])
    assert written.answer(shorter) == RECORDS - 2
    assert written.answer(shorter, hint=True) == "brain_rolled_back"
    assert written.path.read_bytes() == shorter
    accept_rollback(written.path, clock=crash_brain.SystemClock())
    with opened(written.path) as brain:
        assert contents(brain)[1] == RECORDS - 2


def test_records_of_another_epoch_or_brain_mean_nothing(written, tmp_path):
    other = tmp_path / "other.myl"
    make(other)
    foreign = other.read_bytes()
    assert written.answer(foreign + b"".join(written.records())) == 0
    assert written.answer(foreign[:BASE_OFFSET] + written.data[BASE_OFFSET:]) == "brain_damaged"
    assert written.answer(written.data[:BASE_OFFSET] + foreign[BASE_OFFSET:]) == "brain_damaged"


def test_a_fork_of_the_same_brain_is_not_taken_for_its_future(written):
    early = written.with_records(written.records()[:4])
    written.put_back(early)
    with opened(written.path) as brain:
        for number in range(50, 70):
            remember(brain, number)
    fork = written.path.read_bytes()
    written.put_back(fork, hint=True)
    with pytest.raises(BrainRolledBack):
        open_brain(written.path)
    assert written.path.read_bytes() == fork


def test_a_wrong_key_is_told_from_damage_and_changes_nothing(written, monkeypatch):
    written.put_back(written.data)
    written.path.with_name("brain.myl.lock").unlink()
    names = sorted(path.name for path in written.path.parent.iterdir())
    monkeypatch.setattr(crash_brain, "KEY", b"x" * 32)
    with pytest.raises(KeyWrong):
        open_brain(written.path)
    assert written.path.read_bytes() == written.data
    assert sorted(path.name for path in written.path.parent.iterdir()) == names


@pytest.mark.parametrize(("place", "value"), [(9, 2), (19, 2)], ids=["a later format", "a feature"])
def test_a_file_of_a_newer_program_is_refused_and_left_alone(written, place, value):
    data = bytearray(written.data)
    data[place] = value
    written.put_back(bytes(data))
    with pytest.raises(FormatTooNew):
        open_brain(written.path)
    with pytest.raises(FormatTooNew):
        read_brain_id(written.path)
    assert written.path.read_bytes() == bytes(data)


def test_a_torn_end_that_may_hold_more_than_one_write_is_kept_aside(written):
    end = written.records()[-1]
    torn = bytearray(end)
    torn[-1] ^= 1
    data = written.data + b"\x00" * 70_000
    assert written.answer(data, write=True) == RECORDS
    kept = list((written.path.parent / "brain.archive").glob("quarantine-*"))
    assert [path.read_bytes() for path in kept] == [b"\x00" * 70_000]
    assert kept[0].stat().st_mode & 0o777 == 0o600
    shutil.rmtree(kept[0].parent)
    assert written.answer(
        written.with_records([*written.records()[:-1], bytes(torn)]), write=True
    ) == (RECORDS - 1)
    kept = list((written.path.parent / "brain.archive").glob("quarantine-*"))
    assert [path.read_bytes() for path in kept] == [bytes(torn)]


def test_a_short_torn_end_is_simply_cut_off(written):
    assert written.answer(written.data + b"MYLR torn", write=True) == RECORDS
    assert written.path.read_bytes() == written.data
    assert not list((written.path.parent / "brain.archive").glob("quarantine-*"))


def test_an_older_file_that_replaces_a_running_brain_is_noticed(written):
    written.put_back(written.data, hint=True)
    with opened(written.path) as brain:
        contents(brain)
        copy = written.path.with_name("copy")
        copy.write_bytes(written.with_records(written.records()[:-1]))
        copy.replace(written.path)
        with pytest.raises(BrainRolledBack):
            contents(brain)
