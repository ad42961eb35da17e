"""The files of a server's brains: private, whole or absent, and only in their own folder."""

import stat
from pathlib import Path

import pytest

from myelin.contract.errors import BrainBusy, PathRefused, StorageFailed
from myelin.control.blobs import LIVE, FolderBlobs, epoch_name
from myelin.kernel.machine import Machine
from myelin.store.io import system_io
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock

PLACE = f"ten_{'0' * 12}/brn_{'a' * 26}"


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path, system_io(), Machine(ManualClock(), SeededChance()))


@pytest.mark.parametrize("place", ["", "a/b", f"../brn_{'a' * 26}", PLACE + "/x", PLACE + "\n"])
def test_a_place_is_made_of_two_ids_and_nothing_else(blobs: FolderBlobs, place: str) -> None:
    with pytest.raises(ValueError, match="place of a brain"):
        blobs.write(place, LIVE, b"x", 0)


def test_files_are_private_and_read_back(blobs: FolderBlobs) -> None:
    blobs.write(PLACE, LIVE, b"hello", 0)
    blobs.write(PLACE, LIVE, b"HELLO!", 5)
    assert blobs.read(PLACE, LIVE, 3, 100) == b"loHELLO!"
    assert blobs.size(PLACE, LIVE) == 11
    assert blobs.size(PLACE, "other") is None
    path = blobs.path(PLACE, LIVE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_blob_is_whole_and_never_changed(blobs: FolderBlobs) -> None:
    blobs.write(PLACE, LIVE, b"first state", 0)
    blobs.put_copy(PLACE, LIVE, epoch_name(1), 5)
    blobs.write(PLACE, LIVE, b"other state", 0)
    blobs.put_copy(PLACE, LIVE, epoch_name(1), 11)
    assert blobs.read(PLACE, epoch_name(1), 0, 99) == b"first"
    assert blobs.names(PLACE) == [LIVE, epoch_name(1)]
    with pytest.raises(EOFError):
        blobs.put_copy(PLACE, LIVE, epoch_name(2), 99)
    assert blobs.names(PLACE) == [LIVE, epoch_name(1)]


def test_links_are_refused(blobs: FolderBlobs, tmp_path: Path) -> None:
    blobs.write(PLACE, LIVE, b"x", 0)
    secret = tmp_path / "secret"
    secret.write_bytes(b"not yours")
    home = blobs.path(PLACE, LIVE).parent
    (home / epoch_name(1)).symlink_to(secret)
    with pytest.raises((PathRefused, StorageFailed, OSError)):
        blobs.read(PLACE, epoch_name(1), 0, 9)
    with pytest.raises((PathRefused, StorageFailed)):
        blobs.write(PLACE, epoch_name(1), b"overwritten", 0)
    assert secret.read_bytes() == b"not yours"


def test_the_lock_excludes_other_handles(blobs: FolderBlobs, tmp_path: Path) -> None:
    other = FolderBlobs(tmp_path, system_io(), Machine(ManualClock(), SeededChance()))
    with blobs.locked(PLACE), pytest.raises(BrainBusy), other.locked(PLACE):
        pass
    with other.locked(PLACE):
        pass


def test_destroying_leaves_no_file(blobs: FolderBlobs) -> None:
    blobs.write(PLACE, LIVE, b"x", 0)
    archive = blobs.path(PLACE, LIVE).parent / "brain.archive"
    archive.mkdir()
    (archive / "old").write_bytes(b"x")
    blobs.destroy(PLACE)
    assert [path for path in archive.parent.rglob("*") if path.is_file()] == []
    blobs.destroy(f"ten_{'1' * 12}/brn_{'a' * 26}")
