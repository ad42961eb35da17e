"""What fits a budget of bytes: whole items in order, an excerpt of the best, pages of a list."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, cast

from myelin.contract.types import Item
from myelin.cores.memory import text

ELLIPSIS = "…"
_BRACKETS = 2
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)

T = TypeVar("T")


def size(value: object) -> int:
    """Return the bytes of UTF-8 that a value takes as compact JSON."""
    encoded = _ENCODER.encode(value)
    return len(encoded) if encoded.isascii() else len(encoded.encode())


class Budget:
    """How much of a list's bytes is left: brackets and commas are counted as JSON has them."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self.used = _BRACKETS

    @property
    def left(self) -> int:
        """Return the bytes that the next item may have, its comma already set aside."""
        return self._limit - self.used - (1 if self.used > _BRACKETS else 0)

    def take(self, item_bytes: int) -> bool:
        """Count an item of that size if it fits, and return whether it did."""
        if item_bytes > self.left:
            return False
        self.used += item_bytes + (1 if self.used > _BRACKETS else 0)
        return True


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


def excerpt(item: Item, limit_bytes: int) -> Item | None:
    """Return an item cut to fit around what it matched, `truncated`; None if nothing fits."""
    content = item["content"]
    cut = _emptied(item)
    if size(cut) > limit_bytes // 2:
        # The rest of an item can be larger than a small budget; its text matters more.
        cut["tags"], cut["contradicts"] = [], []
        cut["matched"] = cut["matched"][:1]
    centre = _first_match(content, item["matched"])
    low, high = 0, len(content) - 1
    while low < high:
        middle = (low + high + 1) // 2
        cut["content"] = _window(content, centre, middle)
        if size(cut) <= limit_bytes:
            low = middle
        else:
            high = middle - 1
    cut["content"] = _window(content, centre, low)
    return cut if low > 0 and size(cut) <= limit_bytes else None


def _emptied(item: Item) -> Item:
    """Return an item without its text, marked `truncated` where results have that field."""
    fields: dict[str, Any] = {}
    for name, value in item.items():
        fields[name] = "" if name == "content" else value
        if name == "content":
            fields["truncated"] = True
    return cast(Item, fields)


def _first_match(content: str, matched: Sequence[str]) -> int:
    """Return where the first of the matched words stands in any form, or 0 when none does."""
    return text.first_place(content, matched) or 0


def _window(content: str, centre: int, chars: int) -> str:
    """Return so many characters around a place, with an ellipsis where text was cut off."""
    start = max(0, min(centre - chars // 3, len(content) - chars))
    end = min(len(content), start + chars)
    before = ELLIPSIS if start else ""
    after = ELLIPSIS if end < len(content) else ""
    return f"{before}{content[start:end]}{after}"
