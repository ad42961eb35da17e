"""Inspection: find what is wrong with a brain's files, without changing any of them."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from myelin.contract.errors import (
    BrainBusy,
    BrainDamaged,
    BrainRolledBack,
    FormatTooNew,
    KeyWrong,
    PathRefused,
    StorageFailed,
)
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.kernel.progress import Progress, followed, silent
from myelin.kernel.upkeep import Finding
from myelin.store.archive import EPOCH_FILE, open_archive
from myelin.store.epoch import Epoch
from myelin.store.epoch_file import EpochFile, is_log_damaged, read_epoch_file
from myelin.store.failures import disk_errors, storage_error
from myelin.store.io import Io, system_io
from myelin.store.lineage import ARCHIVE_FOLDER, Lineage, Unreadable
from myelin.store.lock import FileLock, Hint, lock_if_writable, read_hint
from myelin.store.mark import Mark, MarkKeeper, history_missing, load_mark
from myelin.store.place import Means, Place, open_place
from myelin.store.schema import Schema

DAMAGE = frozenset(
    {"base_damaged", "log_damaged", "header_damaged", "database_unsound", "rolled_back",
     "key_wrong", "format_too_new", "file_unreadable"}
)  # fmt: skip
"""Codes of findings about the live file that keep it from being opened or trusted."""

_STRAY_BESIDE = re.compile(r"\.(?:new|next|part|intent\.part|key\.part)")
_KNOWN_ARCHIVED = re.compile(r"(?:quarantine|damaged)-.*|catalogue")
_STRAY_ARCHIVED = re.compile(r".*\.(?:part|next)")
_WAIT_S = 5.0
_LOOKS = 5
_BETWEEN_LOOKS_S = 0.1
_JUMP_MS = 3_600_000
_CLOCK_FIX = (
    "Nothing is lost: the order of records is that of their numbers. Only `--at TIME` and ages go"
    " by these times; `restore --at NUMBER` does not."
)
_LATEST = "`myelin restore --at latest --in-place` brings back all that can be read."


def inspect(
    path: Path,
    key: bytes,
    *,
    schema: Schema,
    clock: Clock,
    chance: Chance,
    marks: MarkKeeper | None = None,
    progress: Progress = silent,
) -> list[Finding]:
    """Return what is wrong with the files of a brain; no byte of them is changed.

    Compactions, purges and restores wait meanwhile; writers do not. Where they hold the lock, or no
    lock can be taken, the look is repeated until nothing was found or the file stayed the same.

    Raises:
        BrainUnknown: there is no such folder.
    """
    io = system_io()
    means = Means(io, schema, clock, chance, _WAIT_S, marks, progress)
    with disk_errors():
        place = open_place(io, path, create=False)
        try:
            lock = lock_if_writable(io, place, ".clock", clock)
            if lock is None:
                return _repeated(io, place, key, means)
            with closing(lock):
                try:
                    lock.acquire(_WAIT_S)
                except BrainBusy:
                    return _repeated(io, place, key, means)
                return _Inspection(place, key, means, alone=True).findings()
        finally:
            io.close(place.folder)


def _repeated(io: Io, place: Place, key: bytes, means: Means) -> list[Finding]:
    """Inspect files that this process cannot lock and that others may change meanwhile."""
    for _ in range(_LOOKS):
        before = io.identity(place.folder, place.name)
        found = _Inspection(place, key, means, alone=False).findings()
        if not found or before == io.identity(place.folder, place.name):
            break
        means.clock.sleep_s(_BETWEEN_LOOKS_S)
    return found


def remove_strays(path: Path, clock: Clock) -> int:
    """Remove the unfinished files that a killed process left, and return how many there were.

    Raises:
        BrainBusy: another process is compacting, restoring or rewriting.
    """
    io = system_io()
    removed = 0
    with _alone(io, path, clock) as place:
        archive = _archive(io, place)
        try:
            for folder, name in _strays(io, place, archive):
                if not io.is_folder(folder, name):
                    io.unlink(folder, name)
                    removed += 1
        finally:
            if archive is not None:
                io.close(archive)
    return removed


def set_damaged_aside(path: Path, key: bytes, clock: Clock) -> int:
    """Rename damaged archived files, so that other commands skip them, and return how many.

    Their new names begin with `damaged-`. They stay in the archive until a purge removes them.

    Raises:
        BrainBusy: another process is compacting, restoring or rewriting.
    """
    io = system_io()
    renamed = 0
    with (
        _alone(io, path, clock) as place,
        closing(Lineage(io, place, key, use_catalogue=False)) as lineage,
    ):
        for name in _damaged_names(lineage):
            assert lineage.archive is not None
            io.rename(lineage.archive, name, f"damaged-{name}")
            renamed += 1
        if renamed and lineage.archive is not None:
            io.fsync_folder(lineage.archive)
    return renamed


@contextmanager
def _alone(io: Io, path: Path, clock: Clock) -> Iterator[Place]:
    """Hold the maintenance lock for the block: no process compacts, restores or rewrites."""
    with disk_errors():
        place = open_place(io, path, create=False)
        try:
            with closing(FileLock(io, place.folder, place.name + ".clock", clock)) as lock:
                lock.acquire(_WAIT_S)
                yield place
        finally:
            io.close(place.folder)


class _Inspection:
    """One inspection of all files of a brain."""

    def __init__(self, place: Place, key: bytes, means: Means, *, alone: bool) -> None:
        self._place = place
        self._key = key
        self._means = means
        self._io = means.io
        self._alone = alone

    def findings(self) -> list[Finding]:
        """Return the findings, those about the live file first."""
        name = self._place.name + ".intent"
        if self._io.identity(self._place.folder, name) is not None:
            told = "A purge or a change of the key was decided, and then its process was killed."
            # Until then some files are old and some are new, and more cannot be said.
            return [Finding("rewriting_unfinished", told, "The next write finishes it.")]
        # Before the files: what hint and mark say was in the file by then.
        hint, mark = read_hint(self._io, self._place), load_mark(self._means.marks)
        try:
            lineage = Lineage(self._io, self._place, self._key, use_catalogue=False)
        except OSError as error:
            return [_about_unreadable(Unreadable(self._place.name, False, storage_error(error)))]
        with closing(lineage):
            return list(self._all(lineage, hint, mark))

    def _all(self, lineage: Lineage, hint: Hint | None, mark: Mark | None) -> Iterator[Finding]:
        files = followed(
            self._means.progress, "Checking files", reversed(lineage.files), len(lineage.files)
        )
        for file in files:
            yield from self._file(file, hint, mark)
        for unreadable in lineage.unreadable:
            yield _about_unreadable(unreadable)
        yield from _history(lineage, mark)
        yield from _times(lineage, self._means.clock.now_ms())
        yield from self._names(lineage)
        yield from self._modes(lineage)

    def _file(self, file: EpochFile, hint: Hint | None, mark: Mark | None) -> Iterator[Finding]:
        which = "The brain's file" if not file.archived else f"The archived {file.name}"
        fix = _LATEST if not file.archived else _aside()
        prefix = "archive_" if file.archived else ""
        try:
            if file.has_base:
                chunks, broken = broken_chunks(file)
                if broken:
                    told = f"{which} is damaged: {broken} of {chunks} chunks of its base."
                    yield Finding(f"{prefix}base_damaged", told, fix)
                    return
            if file.summary.rest_bytes and self._is_damaged(file):
                told = f"{which} cannot be read beyond record {file.last_seq}."
                yield Finding(f"{prefix}log_damaged", told, fix)
                return
            if file.summary.rest_bytes and not file.archived:
                yield from self._torn(file)
        except (OSError, StorageFailed) as error:
            known = error if isinstance(error, StorageFailed) else storage_error(error)
            yield _about_unreadable(Unreadable(file.name, file.archived, known))
            return
        if file.has_base and not file.archived:
            yield from self._database(file, hint, mark)

    def _is_damaged(self, file: EpochFile) -> bool:
        return file.archived or is_log_damaged(file)

    def _torn(self, file: EpochFile) -> Iterator[Finding]:
        """Read an unfinished end again while nobody writes: a write may have been going on."""
        lock = lock_if_writable(self._io, self._place, ".lock", self._means.clock)
        if lock is None:
            return
        again = 0
        with closing(lock), suppress(BrainBusy):
            lock.acquire(_WAIT_S)
            summary = read_epoch_file(
                self._io, file.folder, file.name, self._key, archived=False
            ).summary
            again = summary.rest_bytes
        if again:
            told = f"The log ends in {again} bytes of a write that was not finished."
            yield Finding("log_torn", told, "The next write cuts them off.")

    def _database(self, file: EpochFile, hint: Hint | None, mark: Mark | None) -> Iterator[Finding]:
        try:
            epoch = Epoch(
                self._io, file.folder, file.name, self._key, self._means.schema,
                write=False, hint=hint, mark=mark,
            )  # fmt: skip
        except BrainRolledBack:
            yield _rolled_back()
            return
        except (BrainDamaged, FormatTooNew) as error:
            yield Finding(error.code, error.message, error.hint)
            return
        try:
            epoch.read_on(self._io.size(epoch.fd))
            epoch.ensure_nothing_lost(hint)
            epoch.ensure_not_before(mark)
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

    def _names(self, lineage: Lineage) -> Iterator[Finding]:
        # Of a process that is at work there are such files too; then they are no leftovers.
        strays = list(_strays(self._io, self._place, lineage.archive)) if self._alone else []
        folders = [name for folder, name in strays if self._io.is_folder(folder, name)]
        if folders:
            told = f"{len(folders)} folders have the names of files that Myelin writes."
            yield Finding("stray_folder", told, f"Move {', '.join(folders)} elsewhere.")
        if len(strays) > len(folders):
            count = len(strays) - len(folders)
            told = f"{count} unfinished files were left by a process that was killed."
            yield Finding("stray_file", told, "Run `myelin doctor --repair`.")
        if lineage.archive is None:
            return
        for name in self._io.names(lineage.archive):
            if _STRAY_ARCHIVED.fullmatch(name) or _KNOWN_ARCHIVED.fullmatch(name):
                continue
            if not EPOCH_FILE.fullmatch(name):
                told = "The archive holds a file that Myelin did not put there."
                yield Finding("archive_unknown_file", told, "Look at it, and move it elsewhere.")

    def _modes(self, lineage: Lineage) -> Iterator[Finding]:
        count = sum(1 for _ in _open_to_others(self._io, self._place, lineage.archive))
        if count:
            told = f"{count} files can be reached by other users of this machine."
            yield Finding("mode_open", told, "Run `myelin doctor --repair`.")


def make_private(path: Path) -> int:
    """Remove other users' permissions from a brain's files; return how many files had some."""
    io = system_io()
    changed = 0
    with disk_errors():
        place = open_place(io, path, create=False)
        try:
            archive = _archive(io, place)
            for folder, name in _open_to_others(io, place, archive):
                io.make_private(folder, name)
                changed += 1
            if archive is not None:
                io.close(archive)
        finally:
            io.close(place.folder)
    return changed


def _open_to_others(io: Io, place: Place, archive: int | None) -> Iterator[tuple[int, str]]:
    for folder in (place.folder, archive):
        if folder is not None:
            for name in io.names(folder):
                ours = folder != place.folder or name.startswith(place.name)
                if ours and io.is_open_to_others(folder, name):
                    yield folder, name


def _archive(io: Io, place: Place) -> int | None:
    """Return the archive folder, or None if there is none that may be used."""
    try:
        return open_archive(io, place)
    except OSError:
        return None


def broken_chunks(file: EpochFile) -> tuple[int, int]:
    """Return how many chunks the base of a file has, and how many of them do not authenticate.

    Raises:
        OSError, StorageFailed: the file cannot be read now.
    """
    broken = 0
    with file.opened() as opened:
        for index in range(opened.base.chunks):
            try:
                opened.base.chunk(index)
            except BrainDamaged:
                broken += 1
        return opened.base.chunks, broken


def _history(lineage: Lineage, mark: Mark | None) -> Iterator[Finding]:
    """Compare the live file with the archive, and the beginning of the history with the mark."""
    chain, live = lineage.chain, lineage.live
    for at in range(1, len(chain)):
        if not lineage.is_linked(at):
            first, last = chain[at - 1].last_seq, chain[at].header.base_seq
            told = f"States between records {first} and {last} cannot be restored."
            yield Finding("archive_gap", told, "Put the missing file back, or live with it.")
    if live is None:
        return
    known = mark if mark is not None and mark.brain_id == live.header.brain_id else None
    first_seq = chain[0].header.base_seq
    # Without a mark nothing tells a copy, which never had an archive, from a loss.
    expected = known.first_seq if known is not None else None
    # Damaged files that were set aside were named when that was done.
    is_known = chain[0].header.begins_here or lineage.holds_damaged_files
    if expected is not None and first_seq > expected and not is_known:
        yield history_missing(expected, first_seq)
    if known is None and any(_is_after(file, live) for file in lineage.files):
        yield _rolled_back()


def _is_after(file: EpochFile, live: EpochFile) -> bool:
    """Return whether an archived file holds what came after the live one."""
    ours = file.header.brain_id == live.header.brain_id
    return ours and (file.header.epoch, file.last_seq) > (live.header.epoch, live.last_seq)


def _times(lineage: Lineage, now_ms: int) -> Iterator[Finding]:
    """Look for times that a wrong clock gave; they change no order, so they are notices."""
    back_ms = max((file.summary.steps_back_ms for file in lineage.chain), default=0)
    if back_ms > _JUMP_MS:
        told = f"The clock was wrong once: records are stamped up to {_span(back_ms)} too late."
        yield Finding("clock_jump", told, _CLOCK_FIX, is_notice=True)
    newest = lineage.chain[-1] if lineage.chain else None
    if newest is None:
        return
    last = newest.summary.last_state
    last_ms = newest.header.log_time_ms if last is None else last.time_ms
    if last_ms - now_ms > _JUMP_MS:
        told = f"The newest record is stamped {_span(last_ms - now_ms)} ahead of this clock."
        yield Finding("clock_ahead", told, _CLOCK_FIX, is_notice=True)


def _span(ms: int) -> str:
    hours = ms // 3_600_000
    return f"{hours // 24} days" if hours >= 48 else f"{hours} hours"


def _strays(io: Io, place: Place, archive: int | None) -> Iterator[tuple[int, str]]:
    for name in io.names(place.folder):
        if name.startswith(place.name) and _STRAY_BESIDE.fullmatch(name[len(place.name) :]):
            yield place.folder, name
    for name in [] if archive is None else io.names(archive):
        assert archive is not None
        if _STRAY_ARCHIVED.fullmatch(name):
            yield archive, name


def _damaged_names(lineage: Lineage) -> list[str]:
    """Return the archived files that are damaged; not those that cannot be read now."""
    names = [one.name for one in lineage.unreadable if one.archived and one.is_damaged]
    for file in lineage.files:
        with suppress(OSError, StorageFailed):
            if file.archived and (file.summary.rest_bytes or broken_chunks(file)[1]):
                names.append(file.name)
    return names


def _about_unreadable(unreadable: Unreadable) -> Finding:
    error = unreadable.error
    if not unreadable.archived:
        if isinstance(error, BrainDamaged):
            return Finding("header_damaged", error.message, _LATEST)
        if isinstance(error, StorageFailed):
            return Finding("file_unreadable", f"It cannot be read now. {error.message}", error.hint)
        return Finding(error.code, error.message, error.hint)
    if unreadable.name == ARCHIVE_FOLDER:
        told = "The archive folder cannot be opened, so nothing is compacted or restored."
        return Finding("archive_refused", told, error.hint)
    told = f"The archived {unreadable.name} does not open"
    if isinstance(error, KeyWrong):
        return Finding("archive_foreign", f"{told}: it is another key's.", "Leave it, or move it.")
    if isinstance(error, PathRefused):
        return Finding("archive_refused", f"{told}: it is not a file of this user.", error.hint)
    if isinstance(error, FormatTooNew):
        return Finding("archive_too_new", f"{told}: a newer Myelin wrote it.", error.hint)
    if isinstance(error, BrainDamaged):
        return Finding("archive_header_damaged", f"{told}: it is damaged.", _aside())
    return Finding("archive_unreadable", f"{told} now. {error.message}", error.hint)


def _aside() -> str:
    return "`myelin doctor --repair` sets it aside; what else is in the archive still restores."


def _rolled_back() -> Finding:
    error = BrainRolledBack()
    return Finding("rolled_back", error.message, error.hint)
