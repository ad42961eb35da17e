"""Thinning the archive: which closed epochs keep their base, and taking it from the others.

No record is ever lost to it: a file without its base still holds its log, and a restore begins at
the nearest base before. What thinning saves is the space of bases that differ by little.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from myelin.kernel.ids import Chance
from myelin.store import compaction
from myelin.store.archive import archive_name
from myelin.store.format import KEPT, LOG_ONLY, Header
from myelin.store.io import Io
from myelin.store.lineage import EPOCH_FILE, Lineage, Source
from myelin.store.place import Means, Place

_DAY_MS = 86_400_000
_FILES_A_RUN = 4


@dataclass(frozen=True, slots=True)
class Policy:
    """How many archived bases stay: the newest ones, then one a day, a week and a month."""

    newest: int = 8
    days: int = 14
    weeks: int = 8
    months: int = 24


POLICY = Policy()


def bases_to_take(headers: Sequence[Header], policy: Policy = POLICY) -> list[Header]:
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
        kept |= {newest_of_span[span] for span in sorted(newest_of_span)[-count:]}
    return [
        header for header in headers if header.epoch not in kept and not header.features & LOG_ONLY
    ]


def thin(place: Place, key: bytes, means: Means, policy: Policy = POLICY) -> int:
    """Take the bases that the policy does not keep, a few a call; return how many went.

    The caller holds the lock of compactions.
    """
    if not _may_be_due(place, means.io, policy):
        return 0
    with closing(Lineage(means.io, place, key)) as lineage:
        archived = [source for source in lineage.chain if source.archived]
        wanted = {header.epoch for header in bases_to_take([s.header for s in archived], policy)}
        taken = 0
        for at, source in enumerate(lineage.chain):
            # Without its base a file is of use only behind one that leads up to it.
            if source.archived and source.header.epoch in wanted and lineage.is_linked(at):
                _take_base(means.io, source, key, means.chance)
                taken += 1
            if taken == _FILES_A_RUN:
                break
        return taken


def _may_be_due(place: Place, io: Io, policy: Policy) -> bool:
    """Return whether there are more archived epochs than the newest, which stay; costs a look."""
    folder_name = archive_name(place)
    if io.identity(place.folder, folder_name) is None:
        return False
    archive = io.open_folder(str(place.folder_path / folder_name))
    try:
        names = [name for name in io.names(archive) if EPOCH_FILE.fullmatch(name)]
        return len(names) > policy.newest
    finally:
        io.close(archive)


def _take_base(io: Io, source: Source, key: bytes, chance: Chance) -> None:
    if source.rest:
        return
    header = replace(source.header, base_bytes=0, features=LOG_ONLY)
    part = source.name + ".part"
    io.unlink(source.folder, part)
    fd = io.open(source.folder, part, write=True, create=True, exclusive=True)
    try:
        seals = compaction.write_file(io, fd, header, key, [b""], chance)
        payloads = ((record.type, record.payload) for record in source.records())
        log, _ = compaction.seal_log(seals, header, payloads, chance)
        io.pwrite(fd, log, header.log_offset)
        io.fsync(fd)
    finally:
        io.close(fd)
    io.rename(source.folder, part, source.name)
    io.fsync_folder(source.folder)
