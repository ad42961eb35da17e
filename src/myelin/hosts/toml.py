"""Edit TOML: one table is set or removed; `tomlkit` keeps comments, order and blank lines."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError
from tomlkit.items import InlineTable

from myelin.hosts.jsonc import NotWellFormed


def read(text: str) -> Any:
    """Return the value of a text.

    Raises:
        NotWellFormed: it is no TOML.
    """
    return _parsed(text).unwrap()


def with_member(text: str, path: Sequence[str], value: Mapping[str, object]) -> str:
    """Return a text with one table set; tables on the way are made.

    Raises:
        NotWellFormed: it is no TOML, or a value on the way is no table.
    """
    document = _parsed(text)
    owner: MutableMapping[str, Any] = document
    for key in path[:-1]:
        if key not in owner:
            owner[key] = tomlkit.table(is_super_table=True)
        owner = owner[key]
        if not isinstance(owner, MutableMapping):
            raise NotWellFormed(f"{key} is no table", 1, 1)
    if isinstance(owner, InlineTable):
        inline = tomlkit.inline_table()
        inline.update(value)
        owner[path[-1]] = inline
    else:
        table = tomlkit.table()
        table.update(value)
        if document.as_string().rstrip() and path[-1] not in owner:
            table.add(tomlkit.nl())
        owner[path[-1]] = table
    return tomlkit.dumps(document)


def without_member(text: str, path: Sequence[str]) -> str:
    """Return a text without one table; without it the text comes back as it is."""
    document = _parsed(text)
    owner: Any = document
    for key in path[:-1]:
        owner = owner.get(key, {})
    if path[-1] not in owner:
        return text
    del owner[path[-1]]
    return tomlkit.dumps(document)


def _parsed(text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text.removeprefix("\ufeff"))
    except ParseError as error:
        raise NotWellFormed("this is no TOML", error.line, error.col) from None
    except TOMLKitError:
        raise NotWellFormed("a key is there twice", 1, 1) from None
