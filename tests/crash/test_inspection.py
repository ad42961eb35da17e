"""Files are cut and bits flipped at random: no answer is wrong, and what is left restores."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from myelin.kernel.clock import SystemClock
from myelin.kernel.errors import MyelinError
from myelin.store import inspection
from tests.crash.brain import KEY, LONG, SCHEMA, make, opened, remember, tables
from tests.crash.test_past import past

DAMAGES = 1000 if LONG else 60
EVERY = ("brain_damaged", "brain_rolled_back", "key_wrong", "format_too_new")


@dataclass
class Written:
    """A brain with an archive, and each of its states by the record that led to it."""

    folder: Path
    states: dict[int, dict[str, object]]
    base_seq: int
    last_seq: int


def inspect(path: Path) -> set[str]:
    given = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}
    return {finding.code for finding in inspection.inspect(path, KEY, **given)}


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Written:
    folder = tmp_path_factory.mktemp("written")
    path = folder / "brain.myl"
    make(path)
    states, base_seq = {}, 0
    with opened(path) as brain:
        for number in range(1, 25):
            remember(brain, number)
            if number % 8 == 0 and number < 24:
                brain.compact()
                base_seq = brain.position.seq
            states[brain.position.seq] = tables(brain)
        last_seq = brain.position.seq
    return Written(folder, states, base_seq, last_seq)


def harm(path: Path, chance: random.Random) -> None:
    """Flip one bit of a file, or cut it."""
    data = bytearray(path.read_bytes())
    place = chance.randrange(len(data))
    if chance.random() < 0.3:
        del data[place:]
    else:
        data[place] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def answered(path: Path) -> tuple[dict[str, object] | None, bool, int, str]:
    """Return what the brain holds, whether its check is empty, how far it goes, or an error."""
    try:
        with opened(path) as brain:
            return tables(brain), brain.check() == [], brain.position.seq, ""
    except MyelinError as error:
        return None, False, 0, error.code


def restored(path: Path, copy: Path) -> tuple[dict[str, object] | None, int, str]:
    """Return the latest state that can be brought back, its record, or an error."""
    try:
        with past(path) as history:
            last = history.points()[-1].seq
            history.restore_to(last, copy)
    except MyelinError as error:
        return None, 0, error.code
    answer, *_ = answered(copy)
    copy.unlink()
    return answer, last, ""


def test_whatever_is_damaged_is_named_and_what_is_left_restores_exactly(written, tmp_path):
    chance = random.Random(21)
    wrong = named = whole = 0
    for round_ in range(DAMAGES):
        folder = tmp_path / "copy"
        shutil.copytree(written.folder, folder)
        path = folder / "brain.myl"
        archived = sorted((folder / "brain.archive").iterdir())
        harmed = path if chance.random() < 0.6 else chance.choice(archived)
        harm(harmed, chance)
        before = {file: file.read_bytes() for file in [path, *archived]}
        found = inspect(path)
        assert before == {file: file.read_bytes() for file in before}, "inspecting changed a file"
        answer, sound, seq, refused = answered(path)
        if refused:
            assert refused in EVERY
            assert found & inspection.DAMAGE
        else:
            wrong += answer != written.states[seq]
            assert sound == (not found & inspection.DAMAGE)
        named += bool(found)
        assert found or answer == written.states[written.last_seq]
        answer, last, refused = restored(path, tmp_path / f"back{round_}.myl")
        if refused:
            assert refused in EVERY
            assert harmed == path
        else:
            wrong += answer != written.states[last]
            whole += last == written.last_seq
            assert last >= written.base_seq
        shutil.rmtree(folder)
    assert wrong == 0
    assert named > DAMAGES // 2
    assert whole > DAMAGES // 3


def test_a_sound_brain_has_no_findings(written):
    assert inspect(written.folder / "brain.myl") == set()


def test_damaged_files_of_the_archive_are_set_aside_and_a_purge_goes_on(written, tmp_path):
    shutil.copytree(written.folder, tmp_path / "copy")
    path = tmp_path / "copy" / "brain.myl"
    first, second = sorted((tmp_path / "copy" / "brain.archive").iterdir())
    for file, place in ((first, 50), (second, -20)):
        data = bytearray(file.read_bytes())
        data[place] ^= 1
        file.write_bytes(data)
    assert {"archive_header_damaged", "archive_log_damaged"} <= inspect(path)
    assert inspection.set_damaged_aside(path, KEY, SystemClock()) == 2
    assert inspect(path) == set()
    names = {file.name for file in (tmp_path / "copy" / "brain.archive").iterdir()}
    assert names == {f"damaged-{first.name}", f"damaged-{second.name}"}


def test_a_look_beside_writers_and_compactions_finds_nothing(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    seconds = "20" if LONG else "4"
    roles = [("compact", "1000"), ("write", "500000")]
    writers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.crash.process", role, str(path), first, seconds],
            stdout=subprocess.DEVNULL,
            cwd=Path(__file__).parents[2],
        )
        for role, first in roles
    ]
    looks, found = 0, []
    while any(writer.poll() is None for writer in writers):
        found += inspect(path)
        looks += 1
    assert [writer.wait() for writer in writers] == [0, 0]
    assert looks > 3
    assert found == []
