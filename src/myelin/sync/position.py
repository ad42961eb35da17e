"""Positions in a replica, found without a key: the head's fields and the frames of its log."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from myelin.contract.errors import BrainDamaged, FormatTooNew
from myelin.store.format import (
    FRAME_BYTES,
    FRAME_OVERHEAD_BYTES,
    HEADER_BYTES,
    TOUCH,
    TRANSACTION,
    Header,
    frame_head,
    parse_header,
)

Read = Callable[[int, int], bytes]
"""Returns that many bytes of a file from an offset (offset, size), fewer only at its end."""

NOTHING = "0-0-"
"""The token of a brain without a replica."""
WINDOW_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the whole records of a log end."""

    seq: int
    end: int
    """The offset after the last whole record."""
    last: int
    """The offset of the last whole record that was walked; `end` if there was none."""
    transactions: int
    """How many of the records that were walked are transactions."""


def read_header(read: Read) -> Header:
    """Return the header of a replica.

    Raises:
        BrainDamaged, FormatTooNew: the file is not a replica of a format that is known.
    """
    return parse_header(read(0, HEADER_BYTES), replica=True)


def header_or_none(read: Read) -> Header | None:
    """Return the header of a replica, or None where the bytes are not one."""
    try:
        return read_header(read)
    except (BrainDamaged, FormatTooNew):
        return None


def walk(read: Read, offset: int, seq: int, end: int) -> Walk:
    """Follow the frames of a log from the end of record `seq` at an offset, up to `end`.

    It stops at the first bytes that are not the whole next record of a replica: a frame that was
    cut short, or anything else. A replica's log holds transactions and touches only.
    """
    last, transactions = offset, 0
    window, start = b"", offset
    while end - offset >= FRAME_OVERHEAD_BYTES:
        at = offset - start
        if at + FRAME_BYTES > len(window):
            window, start, at = read(offset, min(WINDOW_BYTES, end - offset)), offset, 0
        head = frame_head(window, at)
        if head is None or head.seq != seq + 1 or head.type not in (TRANSACTION, TOUCH):
            break
        if offset + head.total_bytes > end:
            break
        last, offset, seq = offset, offset + head.total_bytes, head.seq
        transactions += head.type == TRANSACTION
    return Walk(seq, offset, last, transactions)


def token(read: Read, epoch: int, seq: int, head_bytes: int, last: int, end: int) -> str:
    """Return the token of a position: `<epoch>-<seq>-<16 hex digits>`.

    The digits are the first 8 bytes of the SHA-256 over the last record, or over the head where
    the log is empty.
    """
    first, size = (0, head_bytes) if last == end else (last, end - last)
    return f"{epoch}-{seq}-{sha256_of(read, first, size).hex()[:16]}"


def sha256_of(read: Read, offset: int, size_bytes: int) -> bytes:
    """Return the SHA-256 of a range of a file.

    Raises:
        ValueError: the file ends inside the range.
    """
    digest = hashlib.sha256()
    feed(digest, read, offset, size_bytes)
    return digest.digest()


def feed(digest: "hashlib._Hash", read: Read, offset: int, size_bytes: int) -> None:
    """Add a range of a file to a hash.

    Raises:
        ValueError: the file ends inside the range.
    """
    end = offset + size_bytes
    while offset < end:
        data = read(offset, min(WINDOW_BYTES, end - offset))
        if not data:
            raise ValueError("the file ends too early")
        digest.update(data)
        offset += len(data)
