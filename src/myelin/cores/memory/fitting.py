"""Fit values into a budget of bytes: items, excerpts around their matches, pages of a list."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from myelin.contract.types import Item

ELLIPSIS = "…"
SHARES = 14
"""A long text takes this part of a budget at first: the first page of answers should all fit."""

FIRST_PAGE = 10
EXCERPT_BYTES_MIN = 384
TAIL_BYTES_MIN = 224
ITEM_BYTES_MIN = 160
"""No item with a text worth reading is smaller; nothing more is tried below it."""

REGROWN_BYTES_MIN = 64
_BRACKETS = 2
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)

T = TypeVar("T")


def size(value: object) -> int:
    """Return the bytes of UTF-8 that a value takes as compact JSON."""
    encoded = _ENCODER.encode(value)
    return len(encoded) if encoded.isascii() else len(encoded.encode())


class Budget:
    """The bytes that a list may still take, with brackets and commas counted as JSON has them."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self.used = _BRACKETS
        self._share = max(EXCERPT_BYTES_MIN, (limit_bytes - _BRACKETS) // SHARES)

    def share(self, place: int) -> int:
        """Return the bytes for the item at a place: more for the first, less after the tenth."""
        if place == 0:
            return 2 * self._share
        return self._share if place < FIRST_PAGE else max(TAIL_BYTES_MIN, self._share // 3)

    @property
    def left(self) -> int:
        """Return the bytes that the next item may have, after its comma."""
        return self._limit - self.used - (1 if self.used > _BRACKETS else 0)

    def take(self, item_bytes: int) -> bool:
        """Count an item of that size if it fits, and return whether it did."""
        if item_bytes > self.left:
            return False
        self.used += item_bytes + (1 if self.used > _BRACKETS else 0)
        return True

    def regrow(self, from_bytes: int, to_bytes: int) -> None:
        """Count an item that was taken with one size at another size."""
        self.used += to_bytes - from_bytes


def page(values: Iterable[T], limit_bytes: int) -> list[T]:
    """Return the values up to the first that does not fit; the first of all is always there."""
    budget = Budget(limit_bytes)
    taken: list[T] = []
    for value in values:
        fits = budget.take(size(value))
        if fits or not taken:
            taken.append(value)
        if not fits:
            break
    return taken


def excerpt(item: Item, limit_bytes: int, places: Sequence[int] = ()) -> tuple[Item, int] | None:
    """Return an item cut around the places that it matches, and its size; None if nothing fits."""
    content = item["content"]
    cut = _emptied(item)
    empty_bytes = size(cut)
    if empty_bytes > limit_bytes // 2:
        # The other fields can be larger than a small budget; the text matters more.
        for name in ("tags", "contradicts"):
            cast(dict[str, Any], cut).pop(name, None)
        if "matched" in cut:
            cut["matched"] = cut["matched"][:1]
        empty_bytes = size(cut)
    room = limit_bytes - empty_bytes
    chars = min(len(content) - 1, room)
    centre = _densest(places, chars)
    while chars > 0:
        window = _window(content, centre, chars)
        # The quotes of the empty text are counted already.
        taken = size(window) - 2
        if taken <= room:
            cut["content"] = window
            return cut, empty_bytes + taken
        chars -= max(1, (taken - room) * len(window) // taken)
    return None


def _emptied(item: Item) -> Item:
    """Return an item without its text, marked `truncated`, its fields in the order of results."""
    fields: dict[str, Any] = {}
    for name, value in cast(Mapping[str, Any], item).items():
        fields[name] = "" if name == "content" else value
        if name == "content":
            fields["truncated"] = True
    return cast(Item, fields)


def _window(content: str, centre: int, chars: int) -> str:
    """Return that many characters around a place, with an ellipsis where text was cut."""
    start = max(0, min(centre - chars // 6, len(content) - chars))
    if start:
        # Begin with a whole word where one begins nearby.
        blank = content.find(" ", start, start + chars // 8)
        start = blank + 1 if blank >= 0 else start
    end = min(len(content), start + chars)
    before = ELLIPSIS if start else ""
    after = ELLIPSIS if end < len(content) else ""
    return f"{before}{content[start:end]}{after}"


def _densest(places: Sequence[int], chars: int) -> int:
    """Return the first of the places from which a window holds the most of them."""
    best, most = 0, 0
    reach = chars * 5 // 6
    last = 0
    for at, place in enumerate(places):
        while last < len(places) and places[last] < place + reach:
            last += 1
        if last - at > most:
            best, most = place, last - at
    return best


def query(given: str, most: int) -> tuple[str, str | None]:
    """Return a query as far as it is used, and a note if that is not all of it.

    What matters of a long one, such as a stack trace, stands at its beginning or at its end.
    """
    data = given.encode(errors="surrogatepass")
    if len(data) <= most:
        return given, None
    half = most // 2
    ends = (data[:half].decode(errors="ignore"), data[-half:].decode(errors="ignore"))
    return "\n".join(ends), (
        f"The query has {len(data):,} bytes: its first and its last {half:,} were used."
    )
