"""Pages of a list: a cursor is the name that a page ended with, and an unknown one is refused."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any

from myelin.server.protocol import INVALID_PARAMS, Refusal

PAGE_ITEMS = 100


def page(items: Sequence[Mapping[str, Any]], cursor: str | None) -> tuple[list[Any], str | None]:
    """Return the items of one page, and the cursor of the next page or None.

    Items have unique names. An item that is gone when the next page is asked for makes its cursor
    unknown, so that a client starts again and misses nothing.

    Raises:
        Refusal: the cursor is of no page of this list.
    """
    start = 0
    if cursor is not None:
        names = [item["name"] for item in items]
        name = _decoded(cursor)
        if name not in names:
            raise Refusal(INVALID_PARAMS, "Unknown cursor: list again from the start.")
        start = names.index(name) + 1
    end = start + PAGE_ITEMS
    shown = list(items[start:end])
    return shown, _encoded(shown[-1]["name"]) if end < len(items) else None


def _encoded(name: str) -> str:
    return base64.urlsafe_b64encode(name.encode()).decode("ascii")


def _decoded(cursor: str) -> str | None:
    try:
        return base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        return None
