"""Every effect on the disk fails once; the store says so, goes on or refuses, and loses nothing."""

import errno
from pathlib import Path

import pytest

from myelin.contract.errors import (
    BrainDamaged,
    StorageFailed,
    StorageFull,
    StorageReadOnly,
    WriteOutcomeUnknown,
)
from myelin.kernel.errors import MyelinError
from myelin.store.posix import PosixIo
from tests.crash.brain import contents, faults, make, open_brain, opened, remember

KINDS = {
    "write": errno.ENOSPC,
    "sync": errno.EIO,
    "truncate": errno.EIO,
    "rename": errno.EACCES,
    "link": errno.EIO,
    "sync folder": errno.EIO,
}


class FailingIo(PosixIo):
    """The real disk, where the n-th effect of one kind fails; a write fails half-way."""

    def __init__(self, kind: str = "", number: int = 0) -> None:
        self.counts = dict.fromkeys(KINDS, 0)
        self.armed = False
        self._kind = kind
        self._number = number

    def _fails(self, kind: str) -> bool:
        if not self.armed:
            return False
        self.counts[kind] += 1
        return kind == self._kind and self.counts[kind] == self._number

    def _check(self, kind: str) -> None:
        if self._fails(kind):
            raise OSError(KINDS[kind], "injected")

    def pwrite(self, fd, data, offset):
        if self._fails("write"):
            super().pwrite(fd, bytes(data)[: len(data) * 2 // 3], offset)
            raise OSError(errno.ENOSPC, "injected")
        super().pwrite(fd, data, offset)

    def fsync(self, fd):
        self._check("sync")
        super().fsync(fd)

    def truncate(self, fd, size_bytes):
        self._check("truncate")
        super().truncate(fd, size_bytes)

    def rename(self, folder, old, new):
        self._check("rename")
        super().rename(folder, old, new)

    def link(self, folder, name, to_folder, to_name):
        self._check("link")
        super().link(folder, name, to_folder, to_name)

    def fsync_folder(self, folder):
        self._check("sync folder")
        super().fsync_folder(folder)


class Life:
    """A run with two handles: what was acknowledged, what failed, and what the other one sees."""

    def __init__(self, folder: Path, io: FailingIo) -> None:
        self.path = folder / "brain.myl"
        make(self.path)
        self.io = io
        self.acknowledged: set[int] = set()
        self.failed: set[int] = set()
        self.errors: list[MyelinError] = []

    def run(self) -> None:
        brain, self.other = open_brain(self.path, self.io), open_brain(self.path)
        self.io.armed = True
        for number in range(1, 5):
            self._put(brain, number)
        self._touch(brain)
        self._put(brain, 5)
        self._compact(brain)
        self._put(brain, 6)
        self._touch(brain)
        self._put(brain, 7)
        self._compact(brain)
        self._put(brain, 8)
        self.io.armed = False
        self.poisoned = brain.poisoned
        brain.close()

    def _put(self, brain, number: int) -> None:
        try:
            remember(brain, number)
            self.acknowledged.add(number)
        except MyelinError as error:
            self.failed.add(number)
            self.errors.append(error)
        contents(self.other)

    def _touch(self, brain) -> None:
        with brain.read() as session:
            session.touch([1, 2])

    def _compact(self, brain) -> None:
        try:
            assert brain.compact()
        except MyelinError as error:
            self.errors.append(error)
        contents(self.other)


@pytest.fixture(scope="module")
def counts(tmp_path_factory) -> dict[str, int]:
    io = FailingIo()
    Life(tmp_path_factory.mktemp("whole"), io).run()
    return io.counts


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "truncate"])
def test_an_effect_that_fails_loses_no_acknowledged_memory(tmp_path, counts, kind):
    assert counts[kind] > 0
    for number in range(1, counts[kind] + 1):
        life = Life(tmp_path / f"{kind}{number}", FailingIo(kind, number))
        life.run()
        with opened(life.path) as brain:
            ids, counter = contents(brain)
            assert life.acknowledged <= ids <= life.acknowledged | life.failed
            assert counter == len(ids)
            assert contents(life.other) == (ids, counter)
            assert faults(brain) == []
        life.other.close()
        assert life.errors or kind == "write"  # A touch or a hint may fail without a word.
        if kind == "sync" and life.failed:
            assert life.poisoned


def test_a_full_disk_is_named_and_the_next_write_succeeds(tmp_path):
    io = FailingIo("write", 1)
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path, io) as brain:
        io.armed = True
        with pytest.raises(StorageFull):
            remember(brain, 1)
        remember(brain, 2)
        assert contents(brain) == ({2}, 1)
    with opened(path) as brain:
        assert contents(brain) == ({2}, 1)


def test_a_failed_sync_is_said_to_be_unknown_and_the_handle_writes_no_more(tmp_path):
    io = FailingIo("sync", 1)
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path, io) as brain:
        io.armed = True
        with pytest.raises(WriteOutcomeUnknown):
            remember(brain, 1)
        assert brain.poisoned
        with pytest.raises(StorageFailed):
            remember(brain, 2)
        contents(brain)
    with opened(path) as brain:
        remember(brain, 3)
        assert contents(brain)[0] - {1} == {3}


def test_a_failed_write_that_cannot_be_taken_back_is_repaired_by_the_next_writer(tmp_path):
    class Stuck(FailingIo):
        def truncate(self, fd, size_bytes):
            raise OSError(errno.EIO, "injected")

    io = Stuck("write", 1)
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path, io) as brain:
        io.armed = True
        with pytest.raises(WriteOutcomeUnknown):
            remember(brain, 1)
    with opened(path) as brain:
        remember(brain, 2)
        assert contents(brain) == ({2}, 1)


def test_a_folder_that_cannot_be_written_is_read_and_says_so_when_written(tmp_path):
    class Denied(PosixIo):
        def open(self, folder, name, *, write=False, create=False, exclusive=False):
            if write:
                raise OSError(errno.EROFS, "injected")
            return super().open(folder, name)

    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        remember(brain, 1)
    before = sorted(p.name for p in tmp_path.iterdir())
    with opened(path, Denied()) as brain:
        assert contents(brain) == ({1}, 1)
        with brain.read() as session:
            session.touch([1])
        with pytest.raises(StorageReadOnly):
            remember(brain, 2)
        with pytest.raises(StorageReadOnly):
            brain.compact()
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_an_error_while_reading_is_an_error_of_the_disk(tmp_path):
    class Unreadable(PosixIo):
        broken = False

        def pread(self, fd, size_bytes, offset):
            if self.broken and offset > 300:
                raise OSError(errno.EIO, "injected")
            return super().pread(fd, size_bytes, offset)

    io = Unreadable()
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path, io) as brain, opened(path) as other:
        remember(other, 1)
        io.broken = True
        with pytest.raises((StorageFailed, BrainDamaged)):
            contents(brain)
        io.broken = False
        assert contents(brain) == ({1}, 1)
