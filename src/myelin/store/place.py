"""Where a brain is, what a store works with, and how far a history goes: plain values."""

from dataclasses import dataclass
from pathlib import Path, PurePath

from myelin.contract.errors import BrainUnknown, PathRefused
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.kernel.progress import Progress, silent
from myelin.store.io import Io
from myelin.store.mark import MarkKeeper
from myelin.store.schema import Schema


@dataclass(frozen=True, slots=True)
class Place:
    """Where a brain's file is: its folder, by path and by descriptor, and its name in there."""

    folder_path: PurePath
    folder: int
    name: str


@dataclass(frozen=True, slots=True)
class Means:
    """What a store works with; all of it is handed in, nothing is looked up."""

    io: Io
    schema: Schema
    clock: Clock
    chance: Chance
    lock_wait_s: float
    marks: MarkKeeper | None = None
    """Where the newest state that was seen is noted; without one, nothing is noted."""
    progress: Progress = silent


def ensure_safe(io: Io, fd: int, *, folder: bool) -> None:
    """Refuse an open file or folder that others own or may write in.

    Raises:
        PathRefused: why it may not be trusted with a brain.
    """
    reason = io.why_unsafe(fd, folder=folder)
    if reason is not None:
        raise PathRefused(
            reason=reason, suggestion="Use a file of your own, in a folder that only you write in."
        )


def unknown_brain(file_name: str) -> BrainUnknown:
    """Return the error for a brain whose file is not there."""
    name = file_name.removesuffix(".myl")
    return BrainUnknown(name=name, suggestion="Make one with `myelin init`, or check the name.")


def open_place(io: Io, path: Path, *, create: bool) -> Place:
    """Return the place of a brain's file, its folder open; whoever asks closes the folder.

    Raises:
        BrainUnknown: there is no such folder, and none was to be made.
        PathRefused: others may change the folder.
    """
    folder_path = path.parent.resolve()
    try:
        folder = io.open_folder(str(folder_path), create=create)
    except FileNotFoundError:
        raise unknown_brain(path.name) from None
    try:
        ensure_safe(io, folder, folder=True)
    except BaseException:
        io.close(folder)
        raise
    return Place(folder_path, folder, path.name)
