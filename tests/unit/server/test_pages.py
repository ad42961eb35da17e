"""Lists in pages: every item comes once, in order, and a cursor of another list is refused."""

import pytest

from myelin.server.pages import PAGE_ITEMS, page
from myelin.server.protocol import Refusal


def items(count: int) -> list[dict[str, str]]:
    """Return items with names, as a list of prompts has them."""
    return [{"name": f"prompt-{number}é"} for number in range(count)]


@pytest.mark.parametrize("count", [0, 1, PAGE_ITEMS, PAGE_ITEMS + 1, 3 * PAGE_ITEMS])
def test_the_pages_hold_every_item_once(count: int) -> None:
    seen, cursor = page(items(count), None)
    while cursor is not None:
        more, cursor = page(items(count), cursor)
        assert more
        seen += more
    assert seen == items(count)


@pytest.mark.parametrize("cursor", ["", "x", "cHJvbXB0LTk5OTk=", "\ud83d", "☃"])
def test_an_unknown_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(Refusal, match="Unknown cursor"):
        page(items(3), cursor)
