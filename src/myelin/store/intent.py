"""The intent: the durable decision to replace the files of a brain with new ones beside them.

An intent is written once every new file is complete and durable. From then on the next process
that takes the brain's lock finishes it, so a purge or a rotation happens completely or not at all.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from myelin.contract.errors import BrainDamaged, KeyWrong
from myelin.kernel.ids import Chance
from myelin.store import note
from myelin.store.format import BASE_OFFSET, Header, key_id, parse_header
from myelin.store.io import Io

NEXT = ".next"
"""The suffix of a new file that waits beside the file it will replace."""

UNREADABLE = ("quarantine-", "damaged-")
"""How the names of archived files begin that no key opens as a whole: an intent may remove them."""


@dataclass(frozen=True, slots=True)
class Intent:
    """Maps each file to its replacement, and lists the files to delete.

    A file is known by its fingerprint, so an intent acts on the files it was written for and on
    no others.
    """

    kind: str
    before: str
    """Fingerprint of the live file that is replaced."""
    after: str
    """Fingerprint of the new live file."""
    archived: Mapping[str, str]
    """Name of each replaced archived file, and the fingerprint of its new content."""
    removed: Sequence[str]
    """Names of archived files that nothing opens any more."""

    def encode(self) -> bytes:
        """Return the intent as JSON."""
        fields = {
            "kind": self.kind,
            "before": self.before,
            "after": self.after,
            "archived": dict(self.archived),
            "removed": list(self.removed),
        }
        return json.dumps(fields, separators=(",", ":")).encode()


def fingerprint(io: Io, folder: int, name: str) -> str | None:
    """Return a hash of a file's header, salt and commitment, or None if there is no such file.

    The salt is random and the commitment depends on the key, so no two files have the same one.
    """
    if io.identity(folder, name) is None:
        return None
    fd = io.open(folder, name)
    try:
        return hashlib.sha256(io.pread(fd, BASE_OFFSET, 0)).hexdigest()[:32]
    finally:
        io.close(fd)


def write(
    io: Io,
    folder: int,
    name: str,
    intent: Intent,
    header: Header,
    keys: Sequence[bytes],
    chance: Chance,
) -> None:
    """Write an intent about the live file with that header; from then on it is decided."""
    note.write(
        io, folder, name, intent.encode(),
        purpose="intent", header=header, keys=keys, chance=chance,
    )  # fmt: skip


def read(io: Io, folder: int, name: str, live: str, key: bytes) -> Intent | None:
    """Return the intent beside a live file, or None if there is none.

    Raises:
        KeyWrong: neither the intent nor the live file was sealed with this key.
        BrainDamaged: it does not open, or it belongs to another brain or state.
    """
    header = _header(io, folder, live)
    try:
        found = note.read(io, folder, name, key, purpose="intent")
    except BrainDamaged:
        if header.key_id != key_id(key, header.brain_id):
            raise KeyWrong from None
        raise
    if found is None:
        return None
    try:
        fields = json.loads(found.plain)
        if found.brain_id is None:
            return _unbound(io, folder, live, header, fields)
        intent = Intent(
            fields["kind"], fields["before"], fields["after"], fields["archived"],
            fields["removed"],
        )  # fmt: skip
    except (ValueError, TypeError, KeyError):
        raise BrainDamaged(what=f"the note of unfinished work {name} is not an intent") from None
    now = fingerprint(io, folder, live)
    waits = fingerprint(io, folder, live + NEXT)
    is_ours = header.brain_id == found.brain_id and (
        (now == intent.before and waits == intent.after) or now == intent.after
    )
    if not is_ours:
        raise _foreign(name)
    return intent


def ensure_staged(io: Io, archive: int, name: str, intent: Intent) -> None:
    """Check that every new archived file is the one the intent means.

    Raises:
        BrainDamaged: a file beside the archived ones is another one.
    """
    for file_name, after in intent.archived.items():
        if after and fingerprint(io, archive, file_name + NEXT) not in (None, after):
            raise _foreign(name)


def _unbound(
    io: Io, folder: int, live: str, header: Header, fields: Mapping[str, Sequence[str]]
) -> Intent:
    """Return an intent of the first format; it must fit the epochs of the files that are there."""
    removed = [name for name in fields["removed"] if name.startswith(UNREADABLE)]
    after = fingerprint(io, folder, live + NEXT)
    if after is None:
        # The live file was replaced last: nothing is left to be done.
        return Intent(str(fields["kind"]), "", "", {}, removed)
    new = _header(io, folder, live + NEXT)
    if new.brain_id != header.brain_id or new.epoch != header.epoch + 1:
        raise _foreign(live + ".intent")
    return Intent(str(fields["kind"]), "", after, dict.fromkeys(fields["archived"], ""), removed)


def _header(io: Io, folder: int, name: str) -> Header:
    fd = io.open(folder, name)
    try:
        return parse_header(io.pread(fd, BASE_OFFSET, 0))
    finally:
        io.close(fd)


def _foreign(name: str) -> BrainDamaged:
    return BrainDamaged(
        what=f"the note of unfinished work {name} belongs to another state of this brain"
    )
