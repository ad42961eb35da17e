"""Scrubbing: clear the parts of SQLite pages that hold no live content.

SQLite leaves deleted content in free pages, in gaps between cells and behind the end of overflow
chains. A purge clears all of them in the pages that it writes, so a vacuum is not needed, which
would copy the whole database through memory.

Source of the layout: https://www.sqlite.org/fileformat2.html, sections 1.5 to 1.7.
"""

import struct
from collections.abc import Callable, Iterator

PAGE_BYTES = 4096

ReadPage = Callable[[int], bytes]
"""Return the page of that number, from 1."""

_FIRST_PAGE_HEADER_BYTES = 100
_FREE_LIST = struct.Struct(">II")
_FREE_LIST_OFFSET = 32
_TWO = struct.Struct(">II")
_INDEX_INTERIOR, _TABLE_INTERIOR, _INDEX_LEAF, _TABLE_LEAF = 2, 5, 10, 13
_HEADER_BYTES = {_INDEX_INTERIOR: 12, _TABLE_INTERIOR: 12, _INDEX_LEAF: 8, _TABLE_LEAF: 8}
_OVERFLOW_BYTES = PAGE_BYTES - 4
_LOCAL_MIN = (PAGE_BYTES - 12) * 32 // 255 - 23
_LOCAL_MAX = {
    _TABLE_LEAF: PAGE_BYTES - 35,
    _INDEX_LEAF: (PAGE_BYTES - 12) * 64 // 255 - 23,
    _INDEX_INTERIOR: (PAGE_BYTES - 12) * 64 // 255 - 23,
}
_ZEROES = bytes(PAGE_BYTES)


class Scrubber:
    """Knows the free pages and the ends of overflow chains of one database."""

    def __init__(self, read_page: ReadPage) -> None:
        self._read_page = read_page
        self._live_bytes: dict[int, int] = {}
        """Free pages and last overflow pages, and the number of bytes at their start that count."""
        self._read_free_list()

    def look_at(self, number: int, page: bytes) -> None:
        """Find the overflow chains that begin on a page; call it for every page before `clear`."""
        if number in self._live_bytes:
            return
        start = _FIRST_PAGE_HEADER_BYTES if number == 1 else 0
        kind = page[start]
        largest = _LOCAL_MAX.get(kind)
        if largest is None:
            return
        skipped = 4 if kind == _INDEX_INTERIOR else 0
        for cell in _cells(page, start, kind):
            at = cell + skipped
            # Written out for speed: most payloads have one or two bytes of length, and fit.
            first = page[at]
            if first < 0x80:
                continue
            second = page[at + 1]
            if second >= 0x80 or (first & 0x7F) << 7 | second > largest:
                self._follow(page, at, kind, largest)

    def clear(self, number: int, page: bytes) -> bytes:
        """Return a page with everything cleared that is not live; the same object if it is."""
        live = self._live_bytes.get(number)
        if live is not None:
            return page if page[live:] == _ZEROES[live:] else page[:live] + _ZEROES[live:]
        start = _FIRST_PAGE_HEADER_BYTES if number == 1 else 0
        kind = page[start]
        if kind not in _HEADER_BYTES:
            return page
        cleared: bytearray | None = None
        for first, end in _free_ranges(page, start, kind):
            if page[first:end] != _ZEROES[: end - first]:
                if cleared is None:
                    cleared = bytearray(page)
                cleared[first:end] = _ZEROES[: end - first]
        return page if cleared is None else bytes(cleared)

    def _read_free_list(self) -> None:
        first = self._read_page(1)
        trunk, count = _FREE_LIST.unpack_from(first, _FREE_LIST_OFFSET)
        while trunk and count > 0:
            page = self._read_page(trunk)
            following, leaves = _TWO.unpack_from(page)
            leaves = min(leaves, PAGE_BYTES // 4 - 2)
            self._live_bytes[trunk] = 8 + 4 * leaves
            for leaf in struct.unpack_from(f">{leaves}I", page, 8):
                self._live_bytes[leaf] = 0
            count -= 1 + leaves
            trunk = following

    def _follow(self, page: bytes, at: int, kind: int, largest: int) -> None:
        payload, after = _varint(page, at)
        if payload <= largest:
            return
        if kind == _TABLE_LEAF:
            _, after = _varint(page, after)
        local = _LOCAL_MIN + (payload - _LOCAL_MIN) % _OVERFLOW_BYTES
        if local > largest:
            local = _LOCAL_MIN
        (number,) = struct.unpack_from(">I", page, after + local)
        rest = payload - local
        while rest > _OVERFLOW_BYTES:
            (number,) = struct.unpack_from(">I", self._read_page(number))
            rest -= _OVERFLOW_BYTES
        self._live_bytes[number] = 4 + rest


def _cells(page: bytes, start: int, kind: int) -> tuple[int, ...]:
    (count,) = struct.unpack_from(">H", page, start + 3)
    return struct.unpack_from(f">{count}H", page, start + _HEADER_BYTES[kind])


def _free_ranges(page: bytes, start: int, kind: int) -> Iterator[tuple[int, int]]:
    """Yield the unallocated space of a b-tree page and the inside of its free blocks."""
    block, count, content = struct.unpack_from(">HHH", page, start + 1)
    yield start + _HEADER_BYTES[kind] + 2 * count, content or 65536
    while block:
        following, size = struct.unpack_from(">HH", page, block)
        yield block + 4, block + size
        if following <= block:
            return
        block = following


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Return the number at an offset and the offset after it (SQLite's form, at most 9 bytes)."""
    value = 0
    for _ in range(8):
        byte = page[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | page[at], at + 1
