"""Older copies, cut files and missing archives are noticed, even where the whole folder is old."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from myelin.contract.errors import BrainRolledBack
from myelin.kernel.clock import SystemClock
from myelin.keystore import MarkFile
from myelin.store import accept_rollback, inspection
from myelin.store.past import open_past
from myelin.store.rewriting import Erasure
from tests.crash.brain import KEY, SCHEMA, contents, make, opened, remember

MEANS = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}


@pytest.fixture
def path(tmp_path) -> Path:
    path = tmp_path / "brains" / "brain.myl"
    path.parent.mkdir(mode=0o700)
    make(path)
    return path


@pytest.fixture
def marks(path, tmp_path) -> MarkFile:
    return MarkFile(tmp_path / "home", path)


def write(path: Path, marks: MarkFile, *numbers: int, compact: bool = False) -> None:
    with opened(path, marks=marks) as brain:
        for number in numbers:
            remember(brain, number)
            if compact:
                brain.compact()


def codes(path: Path, marks: MarkFile | None) -> list[str]:
    return [finding.code for finding in inspection.inspect(path, KEY, marks=marks, **MEANS)]


def put_back(saved: Path, path: Path) -> None:
    """Put an older copy of the whole folder back, as a backup does."""
    shutil.rmtree(path.parent)
    shutil.copytree(saved, path.parent)


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize("compacted", [False, True])
def test_an_older_copy_of_the_whole_folder_is_refused(path, marks, tmp_path, readonly, compacted):
    write(path, marks, 1)
    shutil.copytree(path.parent, tmp_path / "saved")
    write(path, marks, 2, 3, compact=compacted)
    put_back(tmp_path / "saved", path)
    (path.with_name("brain.myl.lock")).unlink()
    with pytest.raises(BrainRolledBack), opened(path, marks=marks, readonly=readonly):
        pass
    assert codes(path, marks) == ["rolled_back"]


@pytest.mark.parametrize("readonly", [False, True])
def test_a_file_that_was_cut_before_the_mark_is_refused(path, marks, readonly):
    write(path, marks, 1)
    size = path.stat().st_size
    write(path, marks, 2)
    os.truncate(path, size)
    path.with_name("brain.myl.lock").unlink()
    with pytest.raises(BrainRolledBack), opened(path, marks=marks, readonly=readonly):
        pass
    assert codes(path, marks) == ["rolled_back"]


def test_another_history_of_the_same_length_is_refused(path, marks, tmp_path):
    shutil.copytree(path.parent, tmp_path / "saved")
    write(path, marks, 1)
    put_back(tmp_path / "saved", path)
    with opened(path) as brain:
        remember(brain, 9)
    path.with_name("brain.myl.lock").unlink()
    with pytest.raises(BrainRolledBack), opened(path, marks=marks):
        pass


def test_a_reader_sees_by_the_lock_file_that_an_older_file_was_put_back(path):
    before = path.read_bytes()
    with opened(path) as brain:
        remember(brain, 1)
    path.write_bytes(before)
    with pytest.raises(BrainRolledBack), opened(path, readonly=True):
        pass


def test_a_deleted_archive_is_named_by_the_next_open_and_by_doctor(path, marks):
    write(path, marks, 1, 2, 3, compact=True)
    with opened(path, marks=marks) as brain:
        assert brain.findings == ()
    shutil.rmtree(path.with_name("brain.archive"))
    for readonly in (False, True):
        with opened(path, marks=marks, readonly=readonly) as brain:
            assert [finding.code for finding in brain.findings] == ["history_missing"]
            assert contents(brain) == ({1, 2, 3}, 3)
    assert codes(path, marks) == ["history_missing"]
    # Without a mark nothing tells a copy, which never had an archive, from a loss.
    assert codes(path, None) == []


def test_the_first_files_of_an_archive_are_missed(path, marks):
    write(path, marks, 1, 2, 3, compact=True)
    (path.with_name("brain.archive") / "e00000001.myl").unlink()
    assert codes(path, marks) == ["history_missing"]


def test_a_live_file_that_is_older_than_its_archive_is_named_without_a_mark(path):
    before = path.read_bytes()
    with opened(path) as brain:
        for number in (1, 2):
            remember(brain, number)
            brain.compact()
    path.write_bytes(before)
    path.with_name("brain.myl.lock").unlink()
    assert codes(path, None) == ["rolled_back"]


def test_what_a_person_accepted_is_the_newest_from_then_on(path, marks, tmp_path):
    write(path, marks, 1)
    shutil.copytree(path.parent, tmp_path / "saved")
    write(path, marks, 2, 3, compact=True)
    put_back(tmp_path / "saved", path)
    accept_rollback(path, clock=SystemClock(), marks=marks)
    write(path, marks, 4, compact=True)
    with opened(path, marks=marks) as brain:
        assert contents(brain)[0] == {1, 4}
        assert brain.findings == ()
    assert codes(path, marks) == []


def test_going_on_without_a_lost_archive_can_be_accepted(path, marks):
    write(path, marks, 1, 2, compact=True)
    shutil.rmtree(path.with_name("brain.archive"))
    accept_rollback(path, clock=SystemClock(), marks=marks)
    assert codes(path, marks) == []
    write(path, marks, 3, compact=True)
    assert codes(path, marks) == []
    with opened(path, marks=marks) as brain:
        assert brain.findings == ()


def test_restoring_purging_and_rotating_are_no_rollbacks(path, marks):
    write(path, marks, 1, 2, 3, compact=True)
    with open_past(path, KEY, marks=marks, **MEANS) as past:
        past.restore_in_place(2, "back")
    write(path, marks, 4)
    with opened(path, marks=marks) as brain:
        brain.erase(Erasure(frozenset({("memory", 1)}), (), []))
    write(path, marks, 5)
    next_key = bytes(reversed(KEY))
    with opened(path, marks=marks) as brain:
        brain.rotate(next_key)
    with opened(path, marks=marks, key=next_key) as brain:
        assert brain.findings == ()
        assert {4, 5} <= contents(brain)[0]
    found = inspection.inspect(path, next_key, marks=marks, **MEANS)
    assert [finding.code for finding in found] == []


def test_a_copy_at_another_path_has_a_mark_of_its_own(path, marks, tmp_path):
    write(path, marks, 1, 2, compact=True)
    copy = tmp_path / "brains" / "copy.myl"
    with open_past(path, KEY, marks=marks, **MEANS) as past:
        past.restore_to(1, copy)
    write(copy, MarkFile(tmp_path / "home", copy), 7, 8, compact=True)
    assert codes(copy, MarkFile(tmp_path / "home", copy)) == []
    write(path, marks, 3)
    assert codes(path, marks) == []


def test_a_mark_is_never_ahead_of_what_is_durable(path, marks):
    """Touches are not synced, so a power cut may take them; the mark must not miss them."""
    write(path, marks, 1)
    size = path.stat().st_size
    with opened(path, marks=marks) as brain, brain.read() as session:
        session.touch([1])
    assert path.stat().st_size > size
    os.truncate(path, size)
    with opened(path, marks=marks) as brain:
        assert contents(brain) == ({1}, 1)
    assert codes(path, marks) == []


@pytest.mark.parametrize("state", ["missing", "garbage", "folder", "unwritable"])
def test_a_mark_that_cannot_be_used_changes_nothing(path, tmp_path, state):
    home = tmp_path / "home"
    marks = MarkFile(home, path)
    write(path, marks, 1)
    (file,) = (home / "marks").iterdir()
    if state == "garbage":
        file.write_bytes(b"{[")
    else:
        file.unlink()
    if state == "folder":
        file.mkdir()
    if state == "unwritable":
        shutil.rmtree(home)
        home.write_bytes(b"a file")
    write(path, marks, 2, compact=True)
    with suppress(OSError):
        assert (marks.load() is None) == (state in ("folder", "unwritable"))
    with opened(path, marks=marks) as brain:
        assert contents(brain) == ({1, 2}, 2)


def test_another_brain_at_the_same_path_is_not_accused(path, marks):
    write(path, marks, 1, 2, 3, compact=True)
    shutil.rmtree(path.parent)
    path.parent.mkdir(mode=0o700)
    from myelin import store

    store.create(path, KEY, brain_id=b"another brain id", **MEANS)
    with opened(path, marks=marks) as brain:
        assert brain.findings == ()
    assert codes(path, marks) == []
