"""What is erased is in no byte that the keys can decrypt, and every other state is what it was."""

from dataclasses import replace

import apsw
import pytest

from myelin.contract.errors import BrainChanged, BrainDamaged, KeyWrong, OutOfMemory
from myelin.store import Erasure, Put
from myelin.store.lineage import Lineage
from myelin.store.location import BrainFile
from myelin.store.posix import PosixIo
from myelin.store.staging import Stager
from tests.crash.brain import (
    COUNTER,
    INSERT,
    KEY,
    faults,
    make,
    open_brain,
    opened,
    remember,
    tables,
)
from tests.crash.test_past import past

CANARY = "xylophone-canary-" + "0123456789" * 30
NEXT_KEY = bytes(reversed(range(32)))


def erasure(row_id: int) -> Erasure:
    witness = Put("meta", 77, (77, "erased", str(row_id)))
    rows = frozenset({("memory", row_id), ("memory_use", row_id)})
    return Erasure(rows, (CANARY, CANARY[:20]), [witness])


def plain_bytes(path, key=KEY) -> bytes:
    """Return all that the key decrypts: every base and every record of every file."""
    io = PosixIo()
    folder = io.open_folder(str(path.parent))
    lineage = Lineage(io, BrainFile(path.parent, folder, path.name), key, use_catalogue=False)
    found = []
    for source in lineage.files:
        if source.has_base:
            with source.opened() as file:
                found += [file.base.chunk(index) for index in range(file.base.chunks)]
        found += [record.payload for record in source.records()]
    lineage.close()
    io.close(folder)
    return b"".join(found)


def make_with_canary(path) -> None:
    make(path)
    with opened(path) as brain:
        for number in range(1, 40):
            if number == 12:
                with brain.write() as session:
                    session.execute(INSERT, (1000, f"{CANARY} w1000", session.now_ms))
                    session.execute("UPDATE meta SET value = value + 1 WHERE id = ?", (COUNTER,))
                with brain.read() as session:
                    session.touch([1000])
            if number == 25:
                with brain.write("about " + CANARY) as session:
                    session.execute("UPDATE memory SET tier = 'core' WHERE id = 1000")
            remember(brain, number)
            if number == 30:
                brain.snapshot(f"named after {CANARY[:20]}")
            if number % 9 == 0:
                brain.compact()
    archive = path.with_suffix(".archive")
    (archive / "quarantine-e00000001-s000000000001-00000000").write_bytes(b"sealed once")


@pytest.mark.parametrize("next_key", [None, NEXT_KEY], ids=["same key", "next key"])
def test_what_is_erased_is_in_no_byte_that_a_key_opens(tmp_path, next_key):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    assert plain_bytes(path).count(b"xylophone-canary") > 3
    with opened(path) as brain:
        before = tables(brain)
        receipt = brain.erase(erasure(1000), next_key=next_key)
        after = tables(brain)
        remember(brain, 500)
        assert brain.check() == []
    assert receipt.found_before > 0
    assert receipt.found_after == 0
    assert receipt.removed == 1
    key = next_key or KEY
    assert b"canary" not in plain_bytes(path, key)
    assert after["memory"] == [row for row in before["memory"] if row[0] != 1000]
    assert (77, "erased", "1000") in after["meta"]
    names = {file.name for file in (tmp_path / "brain.archive").iterdir()}
    assert all(name.startswith("e0") and name.endswith(".myl") for name in names)
    with opened(path, key=key) as brain:
        assert len(tables(brain)["memory"]) == 40
    if next_key is not None:
        with pytest.raises(KeyWrong):
            open_brain(path)


def test_every_other_state_is_what_it_was_before_something_was_erased(tmp_path):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    states = {}
    for round_ in ("before", "after"):
        with past(path) as history:
            for seq in (3, 13, 20, 30, 41):
                history.restore_to(seq, tmp_path / f"{round_}{seq}.myl")
        for seq in (3, 13, 20, 30, 41):
            with opened(tmp_path / f"{round_}{seq}.myl") as brain:
                states[round_, seq] = tables(brain)["memory"]
        with opened(path) as brain:
            if round_ == "before":
                brain.erase(erasure(1000))
    for seq in (3, 13, 20, 30, 41):
        left = [row for row in states["before", seq] if row[0] != 1000]
        assert states["after", seq] == left


def test_another_handle_goes_on_after_something_was_erased(tmp_path):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    with opened(path) as one, opened(path) as other:
        tables(other)
        one.erase(erasure(1000))
        assert 1000 not in [row[0] for row in tables(other)["memory"]]
        remember(other, 600)
        remember(one, 601)
        assert {600, 601} <= {row[0] for row in tables(other)["memory"]}


def test_nothing_is_promised_about_a_file_that_cannot_be_read(tmp_path):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    archived = sorted((tmp_path / "brain.archive").glob("e*.myl"))[1]
    data = bytearray(archived.read_bytes())
    data[-30] ^= 1
    archived.write_bytes(data)
    before = {file: file.read_bytes() for file in (tmp_path / "brain.archive").iterdir()}
    with opened(path) as brain:
        with pytest.raises(BrainDamaged):
            brain.erase(erasure(1000))
        assert 1000 in [row[0] for row in tables(brain)["memory"]]
    assert before == {file: file.read_bytes() for file in (tmp_path / "brain.archive").iterdir()}


def test_writers_go_on_while_the_new_files_are_written(tmp_path):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    with opened(path) as brain, opened(path) as other:

        def write_meanwhile(*_args, **_options) -> None:
            monkey.undo()
            remember(other, 700)
            with other.read() as session:
                session.touch([700, 1000])

        with pytest.MonkeyPatch.context() as monkey:
            before = Stager.stage
            monkey.setattr(Stager, "stage", lambda *args: (write_meanwhile(), before(*args)))
            receipt = brain.erase(erasure(1000))
        assert receipt.found_after == 0
        remember(brain, 701)
        assert {700, 701} <= {row[0] for row in tables(other)["memory"]}
        assert faults(brain) == []
    assert b"canary" not in plain_bytes(path)


@pytest.mark.parametrize("row_id", [1000, 900], ids=["the same row", "another row"])
def test_what_is_written_meanwhile_is_compared_with_what_was_confirmed(tmp_path, row_id):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    asked = []

    def refuse_later(session) -> None:
        asked.append(len(list(session.execute("SELECT id FROM memory"))))
        if len(asked) > 1:
            raise BrainChanged(what="there is more")

    with opened(path) as brain, opened(path) as other:

        def write_meanwhile() -> None:
            monkey.undo()
            with other.write() as session:
                if row_id == 1000:
                    session.execute("UPDATE memory SET tier = 'core' WHERE id = 1000")
                else:
                    session.execute(INSERT, (row_id, f"again {CANARY}", session.now_ms))

        with pytest.MonkeyPatch.context() as monkey:
            before = Stager.stage
            monkey.setattr(Stager, "stage", lambda *args: (write_meanwhile(), before(*args)))
            with pytest.raises(BrainChanged):
                brain.erase(replace(erasure(1000), confirm=refuse_later))
        # Asked once before the files were written, and again under the lock.
        assert len(asked) == 2
        assert 1000 in [row[0] for row in tables(brain)["memory"]]
    assert not list(tmp_path.rglob("*.next"))


@pytest.mark.parametrize("new", ["another name", None])
def test_a_snapshot_gets_another_name_in_every_file(tmp_path, new):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    old = f"named after {CANARY[:20]}"
    with opened(path) as brain:
        brain.erase(Erasure(frozenset(), (old,), (), "renamed", names={old: new}))
        assert 1000 in [row[0] for row in tables(brain)["memory"]]
    assert old.encode() not in plain_bytes(path)
    with past(path) as history:
        names = [event.label for event in history.events() if event.kind == "snapshot"]
        assert names == ([new] if new else [])
        numbers = [event.seq for event in history.events()]
        assert numbers == list(range(numbers[-1] + 1))


@pytest.mark.parametrize("error", [MemoryError, apsw.NoMemError])
def test_a_lack_of_memory_is_a_clear_error_and_changes_nothing(tmp_path, monkeypatch, error):
    path = tmp_path / "brain.myl"
    make_with_canary(path)
    before = {file.name: file.read_bytes() for file in tmp_path.rglob("*.myl")}

    def fail(*_args) -> None:
        raise error

    monkeypatch.setattr("myelin.store.staging.Scrubber", fail)
    with opened(path) as brain, pytest.raises(OutOfMemory):
        brain.erase(erasure(1000))
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*.myl")} == before
    assert not list(tmp_path.rglob("*.next"))


def test_words_of_a_row_that_was_deleted_before_are_cleared_too(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 60):
            remember(brain, number, "filler " * 90)
        with brain.write() as session:
            session.execute(INSERT, (1000, f"{CANARY} xylophone", session.now_ms))
        brain.compact()
        with brain.write() as session:
            session.execute("DELETE FROM memory WHERE id = 1000")
        brain.compact()
        assert b"canary" in plain_bytes(path)
        receipt = brain.erase(erasure(1000))
        assert receipt.found_after == 0
        assert faults(brain) == []
    assert b"canary" not in plain_bytes(path)
    assert b"xylophone" not in plain_bytes(path)
