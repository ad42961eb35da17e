"""Looking at a brain's files as they lie there, damaged or not, without changing any of them."""

import re
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from myelin.contract.errors import (
    BrainDamaged,
    BrainRolledBack,
    FormatTooNew,
    KeyWrong,
    PathRefused,
)
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.kernel.upkept import Finding
from myelin.store.archive import archive_name
from myelin.store.epoch import Epoch
from myelin.store.failures import disk_errors
from myelin.store.image import Base
from myelin.store.io import Io, system_io
from myelin.store.lineage import EPOCH_FILE, Lineage, Source, Unreadable
from myelin.store.lock import FileLock, Hint, lock_if_writable
from myelin.store.log import proves_damage
from myelin.store.place import Means, Place, open_place
from myelin.store.schema import Schema

DAMAGE = frozenset(
    {"base_damaged", "log_damaged", "header_damaged", "database_unsound", "rolled_back",
     "key_wrong", "format_too_new"}
)  # fmt: skip
"""Codes of findings about the live file that keep it from being opened, or believed."""

_STRAY_BESIDE = re.compile(r"\.(?:new|next|part|intent\.part|key\.part)")
_KNOWN_ARCHIVED = re.compile(r"(?:quarantine|damaged)-.*")
_STRAY_ARCHIVED = re.compile(r".*\.(?:part|next)")
_WAIT_S = 5.0
_LATEST = "`myelin restore --at latest --in-place` brings back all that can be read."


def inspect(
    path: Path,
    key: bytes,
    *,
    schema: Schema,
    clock: Clock,
    chance: Chance,
) -> list[Finding]:
    """Return what is wrong with the files of a brain; no byte of them is changed.

    Raises:
        BrainUnknown: there is no such folder.
    """
    io = system_io()
    with disk_errors():
        place = open_place(io, path, create=False)
        try:
            lineage = Lineage(io, place, key)
            try:
                found = _Inspection(io, place, key, Means(io, schema, clock, chance, 5.0), lineage)
                return list(found.findings())
            finally:
                lineage.close()
        finally:
            io.close(place.folder)


def remove_strays(path: Path, clock: Clock) -> int:
    """Remove the unfinished files that a killed process left, and return how many there were.

    Raises:
        BrainBusy: somebody is at work on such files.
    """
    io = system_io()
    removed = 0
    with _alone(io, path, clock) as place:
        for folder, name in _strays(io, place):
            io.unlink(folder, name)
            removed += 1
    return removed


def set_damaged_aside(path: Path, key: bytes, clock: Clock) -> int:
    """Rename archived files that do not open, so that they stand in nobody's way; return how many.

    They stay where they are under a name that begins with `damaged-`, until a purge removes them.

    Raises:
        BrainBusy: somebody is at work on the archive.
    """
    io = system_io()
    renamed = 0
    with _alone(io, path, clock) as place, closing(Lineage(io, place, key)) as lineage:
        for name in [*_unreadable_names(lineage), *_broken_names(lineage)]:
            assert lineage.archive is not None
            io.rename(lineage.archive, name, f"damaged-{name}")
            renamed += 1
        if renamed and lineage.archive is not None:
            io.fsync_folder(lineage.archive)
    return renamed


@contextmanager
def _alone(io: Io, path: Path, clock: Clock) -> Iterator[Place]:
    """Keep everybody away who compacts, restores or rewrites, for the block."""
    with disk_errors():
        place = open_place(io, path, create=False)
        try:
            with closing(FileLock(io, place.folder, place.name + ".clock", clock)) as lock:
                lock.acquire(_WAIT_S)
                yield place
        finally:
            io.close(place.folder)


class _Inspection:
    """One look at all files of a brain."""

    def __init__(self, io: Io, place: Place, key: bytes, means: Means, lineage: Lineage) -> None:
        self._io = io
        self._place = place
        self._key = key
        self._means = means
        self._lineage = lineage

    def findings(self) -> Iterator[Finding]:
        """Yield what is wrong, the live file's first."""
        name = self._place.name + ".intent"
        if self._io.identity(self._place.folder, name) is not None:
            told = "A purge or a change of the key was decided, and then its process was killed."
            # Until then some files are old and some are new, and more cannot be said.
            yield Finding("rewriting_unfinished", told, "The next write finishes it.")
            return
        for unreadable in self._lineage.unreadable:
            yield _about_unreadable(unreadable)
        for source in reversed(self._lineage.sources):
            yield from self._source(source)
        yield from self._links()
        yield from self._names()
        yield from self._modes()

    def _source(self, source: Source) -> Iterator[Finding]:
        which = "The brain's file" if not source.archived else f"The archived {source.name}"
        fix = _LATEST if not source.archived else _aside()
        prefix = "archive_" if source.archived else ""
        if source.has_base:
            base = Base(self._io, source.fd, source.header, source.seals.base)
            broken = [index for index in range(base.chunks) if not _opens(base, index)]
            if broken:
                told = f"{which} is damaged: {len(broken)} of {base.chunks} chunks of its base."
                yield Finding(f"{prefix}base_damaged", told, fix)
                return
        if source.rest:
            damaged = source.archived or proves_damage(
                source.rest, source.seals.log, source.last_seq
            )
            if damaged:
                told = f"{which} cannot be read beyond record {source.last_seq}."
                yield Finding(f"{prefix}log_damaged", told, fix)
                return
            told = f"The log ends in {len(source.rest)} bytes of a write that was not finished."
            yield Finding("log_torn", told, "The next write cuts them off.")
        if source.has_base and not source.archived:
            yield from self._database(source)

    def _database(self, source: Source) -> Iterator[Finding]:
        means = self._means
        hint = self._hint()
        try:
            epoch = Epoch(
                self._io,
                source.folder,
                source.name,
                self._key,
                means.schema,
                write=False,
                hint=hint,
            )
        except BrainRolledBack:
            yield _rolled_back()
            return
        except (BrainDamaged, FormatTooNew) as error:
            yield Finding(error.code, error.message, error.hint)
            return
        try:
            epoch.read_on(self._io.size(source.fd))
            epoch.ensure_nothing_lost(hint)
            if epoch.rebuilt:
                told = "The derived tables are another version's; they are made anew at each start."
                yield Finding("derived_stale", told, "Run `myelin doctor --repair`.")
            answers = epoch.db.execute("PRAGMA integrity_check").fetchall()
            for (text,) in answers:
                if text != "ok":
                    yield Finding(
                        "database_unsound", f"The database is not sound: {text}.", _LATEST
                    )
        except BrainRolledBack:
            yield _rolled_back()
        except (BrainDamaged, FormatTooNew) as error:
            yield Finding(error.code, error.message, error.hint)
        finally:
            epoch.close()

    def _hint(self) -> Hint | None:
        name = self._place.name + ".lock"
        if self._io.identity(self._place.folder, name) is None:
            return None
        lock = lock_if_writable(self._io, self._place, ".lock", self._means.clock)
        if lock is None:
            return None
        try:
            return lock.read_hint()
        finally:
            lock.close()

    def _links(self) -> Iterator[Finding]:
        chain = self._lineage.chain
        for at in range(1, len(chain)):
            if not self._lineage.is_linked(at):
                first, last = chain[at - 1].last_seq, chain[at].header.base_seq
                told = f"States between records {first} and {last} cannot be restored."
                yield Finding("archive_gap", told, "Put the missing file back, or live with it.")

    def _names(self) -> Iterator[Finding]:
        strays = [name for _, name in _strays(self._io, self._place)]
        if strays:
            told = f"{len(strays)} unfinished files were left by a process that was killed."
            yield Finding("stray_file", told, "Run `myelin doctor --repair`.")
        if self._lineage.archive is None:
            return
        for name in self._io.names(self._lineage.archive):
            if _STRAY_ARCHIVED.fullmatch(name) or EPOCH_FILE.fullmatch(name):
                continue
            if not _KNOWN_ARCHIVED.fullmatch(name):
                told = "The archive holds a file that Myelin did not put there."
                yield Finding("archive_unknown_file", told, "Look at it, and move it elsewhere.")

    def _modes(self) -> Iterator[Finding]:
        open_to_others = 0
        folders = [self._place.folder_path]
        if self._lineage.archive is not None:
            folders.append(self._place.folder_path / archive_name(self._place))
        for folder in folders:
            for file in Path(folder).iterdir():
                ours = file.name.startswith(self._place.name) or folder != folders[0]
                if ours and not file.is_symlink() and _is_open(file):
                    open_to_others += 1
        if open_to_others:
            told = f"{open_to_others} files can be reached by other users of this machine."
            yield Finding("mode_open", told, "Run `myelin doctor --repair`.")


def make_private(path: Path) -> int:
    """Take the rights of others from a brain's files, and return how many had any."""
    changed = 0
    archive = path.with_suffix(".archive")
    files = [file for file in path.parent.iterdir() if file.name.startswith(path.name)]
    files += list(archive.iterdir()) if archive.is_dir() else []
    for file in files:
        if not file.is_symlink() and file.is_file() and _is_open(file):
            file.chmod(0o600)
            changed += 1
    return changed


def _is_open(file: Path) -> bool:
    mode = file.stat().st_mode
    return stat.S_ISREG(mode) and bool(mode & 0o077)


def _opens(base: Base, index: int) -> bool:
    try:
        base.chunk(index)
    except BrainDamaged:
        return False
    return True


def _strays(io: Io, place: Place) -> Iterator[tuple[int, str]]:
    for name in io.names(place.folder):
        if name.startswith(place.name) and _STRAY_BESIDE.fullmatch(name[len(place.name) :]):
            yield place.folder, name
    folder_name = archive_name(place)
    if io.identity(place.folder, folder_name) is None:
        return
    archive = io.open_folder(str(place.folder_path / folder_name))
    try:
        for name in io.names(archive):
            if _STRAY_ARCHIVED.fullmatch(name):
                yield archive, name
    finally:
        io.close(archive)


def _unreadable_names(lineage: Lineage) -> list[str]:
    return [
        one.name
        for one in lineage.unreadable
        if one.archived and isinstance(one.error, BrainDamaged)
    ]


def _broken_names(lineage: Lineage) -> list[str]:
    """Return the archived files whose base or log is not whole."""
    names = []
    for source in lineage.sources:
        if not source.archived:
            continue
        base = Base(source.io, source.fd, source.header, source.seals.base)
        sound = all(_opens(base, index) for index in range(base.chunks))
        if source.rest or not sound:
            names.append(source.name)
    return names


def _about_unreadable(unreadable: Unreadable) -> Finding:
    error = unreadable.error
    if not unreadable.archived:
        if isinstance(error, BrainDamaged):
            return Finding("header_damaged", error.message, _LATEST)
        return Finding(error.code, error.message, error.hint)
    told = f"The archived {unreadable.name} does not open"
    if isinstance(error, KeyWrong):
        return Finding("archive_foreign", f"{told}: it is another key's.", "Leave it, or move it.")
    if isinstance(error, PathRefused):
        return Finding("archive_refused", f"{told}: it is not a file of this user.", error.hint)
    if isinstance(error, FormatTooNew):
        return Finding("archive_too_new", f"{told}: a newer Myelin wrote it.", error.hint)
    return Finding("archive_header_damaged", f"{told}: it is damaged.", _aside())


def _aside() -> str:
    return "`myelin doctor --repair` sets it aside; what else is in the archive still restores."


def _rolled_back() -> Finding:
    error = BrainRolledBack()
    return Finding("rolled_back", error.message, error.hint)
