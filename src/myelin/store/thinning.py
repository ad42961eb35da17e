"""Thinning the archive: which closed epochs keep their base, and merging the logs of the others.

No record is ever lost to it. A file without its base still holds its log, several such logs that
follow on each other become one file, and a restore begins at the nearest base before.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from myelin.contract.errors import BrainDamaged
from myelin.crypto.seal import NONCE_BYTES
from myelin.kernel.ids import Chance
from myelin.store import compaction
from myelin.store.archive import count_files
from myelin.store.catalogue import Merge
from myelin.store.epoch_file import EpochFile, read_epoch_file
from myelin.store.format import KEPT, LOG_ONLY, Header, seal_frame
from myelin.store.lineage import FEW_FILES, Lineage
from myelin.store.log import Record
from myelin.store.mark import Mark
from myelin.store.place import Means, Place

_DAY_MS = 86_400_000
_MERGED_FILES_MAX = 64
_MERGED_LOGS_MAX = 16
_MERGED_BYTES_MAX = 16 * 1024 * 1024
_WRITE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Policy:
    """How many archived files stay as they are: bases by age, and single logs."""

    newest: int = 8
    days: int = 14
    weeks: int = 8
    months: int = 24
    logs: int = 24
    """How many files without a base may lie in the archive before the smallest are merged."""


POLICY = Policy()


def removable_bases(headers: Sequence[Header], policy: Policy = POLICY) -> list[Header]:
    """Return the archived epochs, given oldest first, whose base the policy does not keep.

    The first of all stays, because every restore needs a base to begin with, and so do those that
    snapshots made.
    """
    kept = {header.epoch for header in headers if header.compatible_features & KEPT}
    kept |= {header.epoch for header in headers[:1]}
    kept |= {header.epoch for header in headers[max(0, len(headers) - policy.newest) :]}
    for count, span_ms in (
        (policy.days, _DAY_MS),
        (policy.weeks, 7 * _DAY_MS),
        (policy.months, 30 * _DAY_MS),
    ):
        newest_of_span: dict[int, int] = {}
        for header in headers:
            newest_of_span[header.log_time_ms // span_ms] = header.epoch
        kept |= {newest_of_span[span] for span in sorted(newest_of_span)[-count:] if count}
    return [
        header for header in headers if header.epoch not in kept and not header.features & LOG_ONLY
    ]


def thin_if_many(place: Place, key: bytes, means: Means, mark: Mark | None) -> int | None:
    """Thin the archive where it has many files, and return the first state it leads to.

    Raises:
        OSError, BrainDamaged: as `thin`.
    """
    is_known = means.marks is None or (mark is not None and mark.first_seq is not None)
    if is_known and count_files(means.io, place) <= FEW_FILES:
        return None
    with closing(Lineage(means.io, place, key)) as lineage:
        thin(lineage, means.chance)
        return lineage.chain[0].header.base_seq


def thin(lineage: Lineage, chance: Chance, policy: Policy = POLICY) -> int:
    """Replace some archived files by one log, and return how many; 0 if nothing was to be done.

    The work of a call is bounded: twice 64 files and 16 MiB of logs. The caller holds the lock of
    compactions. The catalogue is saved.

    Raises:
        OSError: the disk failed; every state can still be restored.
        BrainDamaged: a file changed while it was read.
    """
    _finish_merge(lineage)
    replaced = 0
    for choose in (_bases_to_remove, _logs_to_merge):
        run = choose(lineage, policy)
        if run:
            _merge(lineage, run, chance)
        replaced += len(run)
    lineage.save_catalogue(chance)
    return replaced


def _bases_to_remove(lineage: Lineage, policy: Policy) -> list[int]:
    """Return the places in the chain of the oldest files whose bases go, next to each other."""
    archived = [file.header for file in lineage.chain if file.archived]
    removable = {header.epoch for header in removable_bases(archived, policy)}
    runs = _runs(lineage, lambda file: file.has_base and file.header.epoch in removable)
    return _window(lineage, next(runs, []))


def _logs_to_merge(lineage: Lineage, policy: Policy) -> list[int]:
    """Return the places in the chain of the smallest logs next to each other, if they are many."""
    if sum(not file.has_base for file in lineage.chain) <= policy.logs:
        return []
    windows = [
        window
        for run in _runs(lineage, lambda file: not file.has_base)
        for start in range(len(run))
        if len(window := _window(lineage, run[start : start + _MERGED_LOGS_MAX])) > 1
    ]

    def bytes_a_file(window: Sequence[int]) -> float:
        return sum(lineage.chain[at].log_bytes for at in window) / (len(window) - 1)

    return min(windows, key=bytes_a_file, default=[])


def _runs(lineage: Lineage, wanted: Callable[[EpochFile], bool]) -> Iterator[list[int]]:
    """Yield the places of wanted archived files that follow on each other, oldest first."""
    run: list[int] = []
    for at, file in enumerate(lineage.chain):
        # Without its base a file is of use only behind one that leads up to it.
        usable = file.archived and not file.summary.rest_bytes and wanted(file)
        if run and not (usable and lineage.is_linked(at)):
            yield run
            run = []
        if usable and lineage.is_linked(at):
            run.append(at)
    if run:
        yield run


def _window(lineage: Lineage, run: Sequence[int]) -> list[int]:
    """Return the first of a run that may become one file."""
    window: list[int] = []
    size = 0
    for at in run[:_MERGED_FILES_MAX]:
        size += lineage.chain[at].log_bytes
        if window and size > _MERGED_BYTES_MAX:
            break
        window.append(at)
        # What it holds beyond the next one's beginning may be another future: nothing is dropped.
        if not _is_repeated(lineage, at):
            break
    return window


def _is_repeated(lineage: Lineage, at: int) -> bool:
    """Return whether all that a file holds beyond the next one's beginning is in that one too."""
    if at + 1 >= len(lineage.chain):
        return False
    file, after = lineage.chain[at], lineage.chain[at + 1]
    if file.last_seq == after.header.base_seq:
        return True
    return after.history_at(file.last_seq) == file.history


def _merge(lineage: Lineage, run: Sequence[int], chance: Chance) -> None:
    """Write the logs of a run as one new file and remove the old ones.

    The catalogue names both first: whoever finds the new file in place removes what is left of
    the old ones. Without the catalogue they stay, and are merely superfluous.
    """
    chain = lineage.chain
    first, last = chain[run[0]], chain[run[-1]]
    assert lineage.archive is not None
    name = f"e{last.header.epoch:08d}-{chance(4).hex()}.myl"
    header = replace(
        first.header,
        epoch=last.header.epoch,
        base_bytes=0,
        features=LOG_ONLY,
        compatible_features=0,
    )
    part = name + ".part"
    lineage.io.unlink(lineage.archive, part)
    try:
        merged = _write_log(lineage, run, header, part, chance)
        if merged != last.history:
            raise BrainDamaged(what="files of the archive changed while they were merged")
        lineage.catalogue.merge = Merge(name, tuple(chain[at].name for at in run))
        lineage.save_catalogue(chance)
        lineage.io.rename(lineage.archive, part, name)
    except BaseException:
        with suppress(OSError):
            lineage.io.unlink(lineage.archive, part)
        raise
    lineage.io.fsync_folder(lineage.archive)
    _finish_merge(lineage)


def _write_log(
    lineage: Lineage, run: Sequence[int], header: Header, part: str, chance: Chance
) -> bytes:
    """Write a file that holds the records of a run, synced, and return the running hash."""
    io, archive = lineage.io, lineage.archive
    assert archive is not None
    fd = io.open(archive, part, write=True, create=True, exclusive=True)
    try:
        seals = compaction.write_file(io, fd, header, lineage.key, [b""], chance)
        offset, held, history = header.log_offset, list[bytes](), header.history
        for record in _records(lineage, run):
            held.append(
                seal_frame(
                    seals.log,
                    seq=record.tail.seq,
                    type=record.type,
                    payload=record.payload,
                    nonce=chance(NONCE_BYTES),
                    history=history,
                    back=0,  # All of a new file is durable before it gets its name.
                )
            )
            history = record.tail.history
            if sum(map(len, held)) >= _WRITE_BYTES:
                offset = _flush(lineage, fd, held, offset)
        _flush(lineage, fd, held, offset)
        io.fsync(fd)
        return history
    finally:
        io.close(fd)


def _records(lineage: Lineage, run: Sequence[int]) -> Iterator[Record]:
    """Yield the records of the files of a run, each once; of the last one to its end."""
    seq = lineage.chain[run[0]].header.base_seq
    for at in run:
        end = lineage.chain[at].last_seq
        if at != run[-1]:
            end = min(end, lineage.chain[at + 1].header.base_seq)
        for record in lineage.chain[at].records():
            if seq < record.tail.seq <= end:
                seq = record.tail.seq
                yield record


def _flush(lineage: Lineage, fd: int, held: list[bytes], offset: int) -> int:
    data = b"".join(held)
    held.clear()
    if data:
        lineage.io.pwrite(fd, data, offset)
    return offset + len(data)


def _finish_merge(lineage: Lineage) -> None:
    """Remove the files that a merged one replaced, if it is there and opens."""
    merge = lineage.catalogue.merge
    lineage.catalogue.merge = None
    if merge is None or lineage.archive is None:
        return
    try:
        merged = read_epoch_file(
            lineage.io, lineage.archive, merge.into, lineage.key, archived=True
        )
    except (FileNotFoundError, BrainDamaged):
        return
    if lineage.archived(merge.into) is None:
        lineage.add_archived(merge.into)
    for name in merge.replaced:
        file = lineage.archived(name)
        if file is None or merged.history_at(file.last_seq) != file.history:
            continue
        if merged.history_at(file.header.base_seq) == file.header.history:
            lineage.io.unlink(lineage.archive, name)
            lineage.remove_archived(name)
    lineage.order()
