"""Checking a whole brain: every chunk, every record, and the database that they make."""

from myelin.contract.errors import BrainDamaged
from myelin.store.epoch import Epoch
from myelin.store.io import Io
from myelin.store.log import first_tail, read_records


def problems(io: Io, epoch: Epoch) -> list[str]:
    """Return the problems of an open epoch as sentences; an empty list means none."""
    return [*_base(epoch), *_log(io, epoch), *_database(epoch)]


def _base(epoch: Epoch) -> list[str]:
    found = []
    for index in range(epoch.base.chunks):
        try:
            epoch.base.chunk(index)
        except BrainDamaged:
            found.append(f"Chunk {index} of the base does not authenticate.")
    return found


def _log(io: Io, epoch: Epoch) -> list[str]:
    tail = first_tail(epoch.header)
    data = io.pread(epoch.fd, epoch.tail.offset - tail.offset, tail.offset)
    for record in read_records(data, epoch.seals.log, tail):
        tail = record.tail
    if tail.history == epoch.tail.history:
        return []
    return [f"The log cannot be read beyond record {tail.seq}; it should reach {epoch.tail.seq}."]


def _database(epoch: Epoch) -> list[str]:
    try:
        answers = epoch.db.execute("PRAGMA integrity_check").fetchall()
    except BrainDamaged:
        return ["The database cannot be checked while its base does not authenticate."]
    # SQLite's own words may name a table, never what is in it.
    return [f"The database is not sound: {text}." for (text,) in answers if text != "ok"]
