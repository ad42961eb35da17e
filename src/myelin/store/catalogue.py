"""The catalogue of the archive: what each closed epoch holds, so that none is opened to ask.

It is one sealed file in the archive folder. Nothing depends on it: an entry counts only while its
file has the same inode, length and time of change, and what is missing is read from the files.
"""

import base64
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from myelin.crypto.seal import SealBroken
from myelin.kernel.ids import Chance
from myelin.store.archive import CATALOGUE
from myelin.store.epoch_file import EpochFile, LogSummary
from myelin.store.events import Event
from myelin.store.format import HEADER_BYTES, parse_header
from myelin.store.io import Fingerprint, Io
from myelin.store.log import Tail
from myelin.store.sealed import open_text, seal_text

_MAGIC = b"MYLC\x00\x01\r\n"
_BYTES_MAX = 64 * 1024 * 1024
_HEADER_USED_BYTES = 128


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge that may have been killed: once `into` is there, `replaced` are to be removed."""

    into: str
    replaced: tuple[str, ...]


@dataclass(slots=True)
class Catalogue:
    """The entries by file name, as they were last saved."""

    files: dict[str, tuple[Fingerprint, EpochFile]] = field(default_factory=dict)
    previous: dict[str, str] = field(default_factory=dict)
    """The name of the file that each file continues, where that was established."""
    merge: Merge | None = None

    def known(self, name: str, fingerprint: Fingerprint) -> EpochFile | None:
        """Return the entry of a file, if the file is still the one that was read."""
        entry = self.files.get(name)
        return entry[1] if entry is not None and entry[0] == fingerprint else None


def load(io: Io, archive: int, brain_id: bytes, key: bytes) -> Catalogue:
    """Return the saved catalogue, or an empty one if there is none that opens.

    Raises:
        OSError: it cannot be read now.
    """
    if io.identity(archive, CATALOGUE) is None:
        return Catalogue()
    fd = io.open(archive, CATALOGUE)
    try:
        raw = io.pread(fd, _BYTES_MAX, 0)
    finally:
        io.close(fd)
    try:
        fields = json.loads(open_text(raw, key, _MAGIC, brain_id))
        return _decoded(fields, io, archive, key)
    except (SealBroken, ValueError, KeyError, TypeError):
        # A power cut left half of it, or another version or key wrote it: it is made anew.
        return Catalogue()


def save(
    io: Io, archive: int, brain_id: bytes, key: bytes, catalogue: Catalogue, chance: Chance
) -> None:
    """Save the catalogue in one step; it is not synced, because it can be made anew.

    Raises:
        OSError: the old one is still there.
    """
    plain = json.dumps(_encoded(catalogue), separators=(",", ":")).encode()
    part = CATALOGUE + ".part"
    io.unlink(archive, part)
    fd = io.open(archive, part, write=True, create=True, exclusive=True)
    try:
        io.pwrite(fd, seal_text(plain, key, _MAGIC, brain_id, chance), 0)
    except BaseException:
        with suppress(OSError):
            io.unlink(archive, part)
        raise
    finally:
        io.close(fd)
    io.rename(archive, part, CATALOGUE)


def _encoded(catalogue: Catalogue) -> dict[str, Any]:
    files = [
        [
            name,
            list(fingerprint),
            base64.b64encode(file.header.pack()[:_HEADER_USED_BYTES]).decode(),
            _encoded_summary(file.summary),
            catalogue.previous.get(name),
        ]
        for name, (fingerprint, file) in catalogue.files.items()
    ]
    document: dict[str, Any] = {"files": files}
    if catalogue.merge is not None:
        document["merge"] = [catalogue.merge.into, list(catalogue.merge.replaced)]
    return document


def _decoded(fields: Mapping[str, Any], io: Io, archive: int, key: bytes) -> Catalogue:
    found = Catalogue()
    for name, fingerprint, raw, summary, previous in fields["files"]:
        header = parse_header(base64.b64decode(raw).ljust(HEADER_BYTES, b"\x00"))
        file = EpochFile(io, archive, name, True, header, _decoded_summary(summary), key)
        found.files[name] = (tuple(fingerprint), file)
        if previous is not None:
            found.previous[name] = previous
    if "merge" in fields:
        into, replaced = fields["merge"]
        found.merge = Merge(into, tuple(replaced))
    return found


def _encoded_summary(summary: LogSummary) -> list[Any]:
    end = summary.end
    return [
        [end.offset, end.seq, end.history.hex(), end.tag.hex(), end.durable_seq],
        summary.rest_bytes,
        summary.states,
        summary.earliest_ms,
        summary.latest_ms,
        summary.steps_back_ms,
        [_encoded_event(event) for event in summary.snapshots],
        None if summary.last_state is None else _encoded_event(summary.last_state),
    ]


def _decoded_summary(fields: Iterable[Any]) -> LogSummary:
    end, rest, states, earliest, latest, steps_back, snapshots, last = fields
    offset, seq, history, tag, durable_seq = end
    return LogSummary(
        Tail(offset, seq, bytes.fromhex(history), bytes.fromhex(tag), durable_seq),
        rest,
        states,
        earliest,
        latest,
        steps_back,
        tuple(Event(*event) for event in snapshots),
        None if last is None else Event(*last),
    )


def _encoded_event(event: Event) -> list[Any]:
    return [event.seq, event.time_ms, event.kind, event.label]
