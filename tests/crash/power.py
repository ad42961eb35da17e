"""A disk that remembers every effect, and the files that a power cut may leave of them."""

import random
from pathlib import Path

from myelin.store.posix import PosixIo

SECTOR_BYTES = 512

Effect = tuple[object, ...]


class RecordingIo(PosixIo):
    """The real disk, with a trace of what was done to which file."""

    def __init__(self) -> None:
        self.trace: list[Effect] = []
        self._folders: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._inodes: dict[int, str] = {}

    def open_folder(self, path: str, *, create: bool = False) -> int:
        fd = super().open_folder(path, create=create)
        self._folders[fd] = path
        return fd

    def open_subfolder(self, folder: int, name: str, *, create: bool = False) -> int:
        fd = super().open_subfolder(folder, name, create=create)
        self._folders[fd] = self._path(folder, name)
        return fd

    def open(self, folder, name, *, write=False, create=False, exclusive=False) -> int:
        is_new = self.identity(folder, name) is None
        fd = super().open(folder, name, write=write, create=create, exclusive=exclusive)
        inode = self.identity_of(fd)[1]
        if is_new or inode not in self._inodes:
            self._inodes[inode] = f"file{len(self._inodes)}-{len(self.trace)}"
            kind = "create" if is_new else "found"
            self.trace.append((kind, self._path(folder, name), self._inodes[inode]))
        self._labels[fd] = self._inodes[inode]
        return fd

    def close(self, fd: int) -> None:
        self._labels.pop(fd, None)
        super().close(fd)

    def duplicate(self, fd: int) -> int:
        copy = super().duplicate(fd)
        self._labels[copy] = self._labels[fd]
        return copy

    def pwrite(self, fd: int, data: bytes, offset: int) -> None:
        self.trace.append(("write", self._labels[fd], offset, bytes(data)))
        super().pwrite(fd, data, offset)

    def truncate(self, fd: int, size_bytes: int) -> None:
        self.trace.append(("truncate", self._labels[fd], size_bytes))
        super().truncate(fd, size_bytes)

    def fsync(self, fd: int) -> None:
        self.trace.append(("sync", self._labels[fd]))
        super().fsync(fd)

    def fsync_folder(self, folder: int) -> None:
        self.trace.append(("sync folder", self._folders[folder]))

    def rename(self, folder: int, old: str, new: str) -> None:
        self.trace.append(("rename", self._path(folder, old), self._path(folder, new)))
        super().rename(folder, old, new)

    def link(self, folder: int, name: str, to_folder: int, to_name: str) -> None:
        super().link(folder, name, to_folder, to_name)
        self.trace.append(("link", self._path(folder, name), self._path(to_folder, to_name)))

    def unlink(self, folder: int, name: str) -> None:
        if self.identity(folder, name) is not None:
            self.trace.append(("unlink", self._path(folder, name)))
            super().unlink(folder, name)

    def acknowledge(self, number: int) -> None:
        self.trace.append(("acknowledged", number))

    def _path(self, folder: int, name: str) -> str:
        return f"{self._folders[folder]}/{name}"


class Disk:
    """What is durable and what is only promised, effect by effect."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.data: dict[str, bytes] = {}
        self.waiting: dict[str, list[Effect]] = {}
        self.waiting_names: list[Effect] = []

    def know(self, path: Path, label: str) -> None:
        """Begin with a file that is there and durable."""
        self.names[str(path)] = label
        self.data[label] = path.read_bytes()
        self.waiting[label] = []

    def apply(self, effect: Effect) -> None:
        """Take one more effect."""
        kind = effect[0]
        if kind == "create":
            self.data[effect[2]] = b""
            self.waiting[effect[2]] = []
            self.waiting_names.append(effect)
        elif kind in ("write", "truncate"):
            self.waiting[effect[1]].append(effect)
        elif kind == "sync":
            for change in self.waiting[effect[1]]:
                self.data[effect[1]] = _changed(self.data[effect[1]], change)
            self.waiting[effect[1]] = []
        elif kind in ("rename", "link", "unlink"):
            self.waiting_names.append(effect)
        elif kind == "sync folder":
            # Only this folder's: another one's names may still be lost.
            for change in self.waiting_names:
                if _folder_of(change) == effect[1]:
                    _rename(self.names, change)
            self.waiting_names = [
                change for change in self.waiting_names if _folder_of(change) != effect[1]
            ]

    def after_power_cut(self, chance: random.Random) -> dict[str, bytes]:
        """Return one of the many states in which the files may be found."""
        names = dict(self.names)
        kept = len(self.waiting_names)
        if chance.random() < 0.7:
            kept = chance.randint(0, kept)
        elif chance.random() < 0.5:
            kept = 0
        for change in self.waiting_names[:kept]:
            _rename(names, change)
        return {
            path: _cut(self.data[label], self.waiting[label], chance)
            for path, label in names.items()
        }


def _cut(data: bytes, waiting: list[Effect], chance: random.Random) -> bytes:
    how = chance.choice(("none", "all", "some", "prefix", "torn", "size only"))
    if how == "all":
        chosen = waiting
    elif how == "prefix":
        chosen = waiting[: chance.randint(0, len(waiting))]
    elif how == "some":
        chosen = [change for change in waiting if chance.random() < 0.5]
    elif how == "torn":
        for change in waiting:
            data = _torn(data, change, chance)
        return data
    elif how == "size only":
        size = data
        for change in waiting:
            size = _changed(size, change)
        return data.ljust(len(size), b"\x00")
    else:
        chosen = []
    for change in chosen:
        data = _changed(data, change)
    return data


def _torn(data: bytes, change: Effect, chance: random.Random) -> bytes:
    """Keep some sectors of a write and lose others."""
    whole = _changed(data, change)
    if change[0] == "truncate":
        return whole if chance.random() < 0.5 else data
    offset, written = change[2], change[3]
    torn = bytearray(data.ljust(len(whole), b"\x00") if chance.random() < 0.5 else data)
    start = offset // SECTOR_BYTES * SECTOR_BYTES
    for sector in range(start, offset + len(written), SECTOR_BYTES):
        if chance.random() < 0.6:
            end = min(sector + SECTOR_BYTES, len(whole))
            if end > len(torn):
                torn.extend(bytes(end - len(torn)))
            torn[sector:end] = whole[sector:end]
    return bytes(torn)


def _changed(data: bytes, change: Effect) -> bytes:
    if change[0] == "truncate":
        return data[: change[2]].ljust(change[2], b"\x00")
    _, _, offset, written = change
    data = data.ljust(offset, b"\x00")
    return data[:offset] + written + data[offset + len(written) :]


def _folder_of(change: Effect) -> str:
    named = change[1] if change[0] in ("create", "unlink") else change[2]
    return str(named).rpartition("/")[0]


def _rename(names: dict[str, str], change: Effect) -> None:
    kind = change[0]
    if kind == "create":
        names[change[1]] = change[2]
    elif kind == "unlink":
        names.pop(change[1], None)
    elif change[1] in names:
        names[change[2]] = names[change[1]]
        if kind == "rename":
            del names[change[1]]
