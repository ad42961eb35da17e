"""Pages of the lists that a server answers: a cursor is the key of the last entry before."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from myelin.contract.errors import ArgumentInvalid

Entry = TypeVar("Entry")


def page_of(
    entries: Sequence[Entry], key_of: Callable[[Entry], str], cursor: str | None, limit: int
) -> tuple[list[Entry], dict[str, str]]:
    """Return the entries of one page, and `next_cursor` if more follow. Entries are in key order.

    A cursor whose entry is gone continues at the next one.
    """
    rest = [entry for entry in entries if cursor is None or key_of(entry) > cursor]
    shown = rest[:limit]
    more = {"next_cursor": key_of(shown[-1])} if len(rest) > limit else {}
    return shown, more


def bad_argument(operation: str, name: str, message: str) -> ArgumentInvalid:
    """Return the error for one argument that cannot be used."""
    problem = {"path": f"/{name}", "rule": name, "message": message}
    return ArgumentInvalid(count=1, tool=operation, details={"problems": [problem]})
