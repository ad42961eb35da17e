"""Limit a list to the size of one answer."""

import json
from collections.abc import Iterable
from typing import TypeVar

PAGE_BYTES_MAX = 65_536

Item = TypeVar("Item")


def page(items: Iterable[Item], bytes_max: int = PAGE_BYTES_MAX) -> list[Item]:
    """Return the first items, as many as fit in so many bytes of compact JSON."""
    fitting: list[Item] = []
    size_bytes = 2
    for item in items:
        size_bytes += size(item) + 1
        if size_bytes > bytes_max:
            break
        fitting.append(item)
    return fitting


def size(item: object) -> int:
    """Return the bytes of a value as compact JSON."""
    return len(json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode())
