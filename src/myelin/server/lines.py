"""The byte stream of a client, cut into lines of a bounded size."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

# `validate` takes 1 MiB of content, which a client may encode as six characters a byte.
# Longer lines are refused before they fill memory.
LINE_BYTES_MAX = 16 * 1024 * 1024
_CHUNK_BYTES = 64 * 1024
# Bytes kept of both ends of a line that is too long: enough to find its request id.
_END_BYTES = 4 * 1024


@dataclass(frozen=True)
class LongLine:
    """A line above the bound: its first and last bytes; the rest was read and dropped."""

    head: bytes
    tail: bytes


def read_lines(
    read: Callable[[int], bytes], bytes_max: int = LINE_BYTES_MAX
) -> Iterator[bytes | LongLine]:
    """Yield every line without its newline, the last one also when no newline ends it."""
    line = _Line(bytes_max)
    while chunk := read(_CHUNK_BYTES):
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            line.add(part)
            yield line.take()
        line.add(rest)
    last = line.take()
    if last:
        yield last


class _Line:
    """A line that is being read; above the limit only its two ends stay in memory."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._kept = bytearray()
        self._head: bytes | None = None

    def add(self, part: bytes) -> None:
        self._kept += part
        if self._head is None and len(self._kept) > self._bytes_max:
            self._head = bytes(self._kept[:_END_BYTES])
        if self._head is not None:
            del self._kept[:-_END_BYTES]

    def take(self) -> bytes | LongLine:
        kept, head = bytes(self._kept), self._head
        self._kept.clear()
        self._head = None
        return kept if head is None else LongLine(head=head, tail=kept)
