"""Pages of a list: cursors that survive what is written between two pages."""

from __future__ import annotations

import base64
import binascii
import json
import struct
from hashlib import blake2b
from typing import TYPE_CHECKING

from myelin.contract.errors import ArgumentInvalid
from myelin.cores.memory import rules
from myelin.cores.memory.filters import Listed
from myelin.cores.memory.tags import labelled
from myelin.kernel.clock import parse_time

if TYPE_CHECKING:
    # The models cost time to build; whoever calls has built the one that it needs.
    from myelin.contract.operations.list_memories import ListMemoriesArgs

_PLACE = struct.Struct(">qQ4s")


def listed(args: ListMemoriesArgs) -> Listed:
    """Return which memories a call lists.

    Raises:
        ArgumentInvalid: `until` is before `since`.
    """
    since, until = between("list_memories", args.since, args.until)
    return Listed(
        classes=json.dumps(args.classes) if args.classes else None,
        labels=labelled(args.tags) if args.tags else None,
        tier=args.tier,
        subject_key=None if args.subject is None else rules.subject_key(args.subject),
        superseded=args.include_superseded,
        archived=args.include_archived,
        since=since,
        until=until,
    )


def between(tool: str, since: str | None, until: str | None) -> tuple[int | None, int | None]:
    """Return the first and the last moment that a call asks for.

    Raises:
        ArgumentInvalid: the last one is before the first.
    """
    first = None if since is None else parse_time(since)
    last = None if until is None else parse_time(until)
    if first is not None and last is not None and last < first:
        problem = {"path": "/until", "rule": "order", "message": "is before `since`"}
        raise ArgumentInvalid(count=1, tool=tool, details={"problems": [problem]})
    return first, last


def encode_cursor(recorded_at: int, row_id: int, of: Listed) -> str:
    """Return a cursor that stands after a memory in one particular list."""
    place = _PLACE.pack(recorded_at, row_id, _digest(of))
    return base64.urlsafe_b64encode(place).decode().rstrip("=")


def decode_cursor(text: str, of: Listed) -> tuple[int, int]:
    """Return the recorded_at and the row id that a cursor stands after.

    Raises:
        ArgumentInvalid: no page of this list ended with such a cursor.
    """
    try:
        place = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        recorded_at, row_id, digest = _PLACE.unpack(place)
    except (binascii.Error, ValueError, struct.error):
        raise _refused("is not a cursor that list_memories returned") from None
    if digest != _digest(of):
        raise _refused("belongs to a list with other filters")
    return recorded_at, row_id


def _digest(of: Listed) -> bytes:
    return blake2b(json.dumps(of).encode(), digest_size=4).digest()


def _refused(message: str) -> ArgumentInvalid:
    problem = {"path": "/cursor", "rule": "cursor", "message": message}
    return ArgumentInvalid(count=1, tool="list_memories", details={"problems": [problem]})
