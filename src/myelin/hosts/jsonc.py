"""Edit JSON as text: one member is set or removed, and every other byte stays as it is.

Comments and trailing commas are read where a host reads them (JSONC). `jsonyx` checks the grammar;
the functions here only find places in a text that is known to be right.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import jsonyx
import jsonyx.allow

INDENT = "  "
_JSONC = jsonyx.allow.COMMENTS | jsonyx.allow.TRAILING_COMMA
_BLANK = re.compile(r"(?:[ \t\r\n]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_REST_OF_LINE = re.compile(r"(?:[ \t]|/\*(?:(?!\*/)[^\n])*\*/)*(?://[^\r\n]*)?(?=\r?\n)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_SCALAR = re.compile(r"[^\s,\]}/]+")
_INDENTED = re.compile(r"\n([ \t]+)\S")
_BLANK_END = re.compile(r"[ \t]*\r?\n")
_LINE_START = re.compile(r"[ \t]*")


@dataclass
class NotWellFormed(Exception):
    """A text is not what its format wants: what is wrong, in which line and column, from 1."""

    problem: str
    line: int
    column: int


class _Member(NamedTuple):
    """The places of one member: its key, its value, and the comma after it (-1 without one)."""

    start: int
    value: int
    end: int
    comma: int


class _Object(NamedTuple):
    """The places of an object: its braces and its members by key."""

    start: int
    end: int
    members: Mapping[str, _Member]


def read(text: str, *, comments: bool) -> Any:
    """Return the value of a text; an empty one is an empty object.

    Raises:
        NotWellFormed: it is no JSON.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        return {}
    allowed = _JSONC if comments else jsonyx.allow.NOTHING
    try:
        return jsonyx.loads(text, allow=allowed)
    except jsonyx.JSONSyntaxError as error:
        raise NotWellFormed(error.msg, error.lineno or 1, error.colno or 1) from None
    except (RecursionError, ValueError):
        raise NotWellFormed("it is nested too deeply, or a number is too long", 1, 1) from None


def with_member(text: str, path: Sequence[str], value: object) -> str:
    """Return a text that reads well with one member set; objects on the way are made.

    Raises:
        NotWellFormed: a value on the way is no object.
    """
    if not text.removeprefix("\ufeff").strip():
        return _shown(_nested(path, value), "", INDENT, "\n") + "\n"
    newline = "\r\n" if "\r\n" in text else "\n"
    owner, known = _deepest(text, path)
    if known == len(path):
        member = owner.members[path[-1]]
        indent = _indent_of_line(text, member.start)
        shown = _shown(value, indent, _step_of(text), newline)
        return text[: member.value] + shown + text[member.end :]
    return _inserted(text, owner, path[known], _nested(path[known + 1 :], value), newline)


def without_member(text: str, path: Sequence[str]) -> str:
    """Return a text without one member; without it the text comes back as it is."""
    owner, known = _deepest(text, path)
    if known < len(path):
        return text
    member = owner.members[path[-1]]
    start, end = member.start, member.comma + 1 if member.comma >= 0 else member.end
    before = [one for one in owner.members.values() if one.end <= member.start]
    if member.comma < 0 and before:
        # The last member goes, and with it the comma that led to it.
        comma = before[-1].comma
        text = text[:comma] + text[comma + 1 :]
        start, end = start - 1, end - 1
    line = text.rfind("\n", 0, start) + 1
    rest = _BLANK_END.match(text, end)
    if len(owner.members) == 1 and not text[owner.start + 1 : start].strip():
        closing = text.index("}", end)
        if not text[end:closing].strip():
            return text[: owner.start + 1] + text[closing:]
    if text[line:start].strip():
        return text[:start].rstrip(" \t") + text[end:]
    return text[:line] + text[rest.end() if rest else end :]


def _inserted(text: str, owner: _Object, key: str, value: object, newline: str) -> str:
    members = list(owner.members.values())
    name = json.dumps(key, ensure_ascii=False)
    base, step = _indent_of_line(text, owner.start), _step_of(text)
    if not members:
        inner = base + step
        shown = f"{inner}{name}: {_shown(value, inner, step, newline)}{newline}{base}"
        held = text[owner.start + 1 : owner.end - 1].rstrip()
        return text[: owner.start + 1] + held + newline + shown + text[owner.end - 1 :]
    last = members[-1]
    if "\n" not in text[owner.start : owner.end]:
        flat = f" {name}: {json.dumps(value, ensure_ascii=False)}"
        if last.comma >= 0:
            return text[: last.comma + 1] + flat + text[last.comma + 1 :]
        return text[: last.end] + "," + flat + text[last.end :]
    inner = _indent_of_line(text, last.start)
    shown = f"{newline}{inner}{name}: {_shown(value, inner, step, newline)}"
    after = last.end if last.comma < 0 else last.comma + 1
    comma = "," if last.comma < 0 else ""
    rest = _REST_OF_LINE.match(text, after)
    at = rest.end() if rest else after
    return text[: last.end] + comma + text[last.end : at] + shown + text[at:]


def _deepest(text: str, path: Sequence[str]) -> tuple[_Object, int]:
    """Return the object of the last known member of a path, and how many members are known."""
    at = _skip(text, 1 if text.startswith("\ufeff") else 0)
    owner = _object(text, at)
    for known, key in enumerate(path):
        member = owner.members.get(key)
        if member is None:
            return owner, known
        if known < len(path) - 1:
            owner = _object(text, member.value)
    return owner, len(path)


def _object(text: str, at: int) -> _Object:
    if text[at] != "{":
        line = text.count("\n", 0, at) + 1
        raise NotWellFormed("an object is expected here", line, at - text.rfind("\n", 0, at))
    members: dict[str, _Member] = {}
    start, at = at, _skip(text, at + 1)
    while text[at] != "}":
        key = _STRING.match(text, at)
        assert key is not None
        value = _skip(text, _skip(text, key.end()) + 1)
        end = _value_end(text, value)
        following = _skip(text, end)
        comma = following if text[following] == "," else -1
        members[json.loads(key[0])] = _Member(at, value, end, comma)
        at = _skip(text, following + 1) if comma >= 0 else following
    return _Object(start, at + 1, members)


def _value_end(text: str, at: int) -> int:
    """Return the place after the value that begins at a place."""
    depth = 0
    while True:
        if text[at] == '"':
            found = _STRING.match(text, at)
        elif text[at] in "{[":
            depth, found = depth + 1, re.compile(r"[{[]").match(text, at)
        elif text[at] in "}]":
            depth, found = depth - 1, re.compile(r"[}\]]").match(text, at)
        elif text[at] in ",:":
            found = re.compile("[,:]").match(text, at)
        else:
            found = _SCALAR.match(text, at)
        assert found is not None
        if depth == 0:
            return found.end()
        at = _skip(text, found.end())


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return at if found is None else found.end()


def _indent_of_line(text: str, at: int) -> str:
    found = _LINE_START.match(text, text.rfind("\n", 0, at) + 1)
    return found[0].lstrip("\ufeff") if found else ""


def _nested(path: Sequence[str], value: object) -> object:
    for key in reversed(path):
        value = {key: value}
    return value


def _shown(value: object, indent: str, step: str, newline: str) -> str:
    """Return a value as JSON: a member a line, and a list in one line."""
    if not isinstance(value, Mapping) or not value:
        return json.dumps(value, ensure_ascii=False)
    inner = indent + step
    members = [
        f"{inner}{json.dumps(key, ensure_ascii=False)}: {_shown(one, inner, step, newline)}"
        for key, one in value.items()
    ]
    return newline.join(["{", ("," + newline).join(members), indent + "}"])


def _step_of(text: str) -> str:
    """Return by how much a text indents: as far as its first indented line, or two blanks."""
    found = _INDENTED.search(text)
    return found[1] if found else INDENT
