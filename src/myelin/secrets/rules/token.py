"""Tokens with a fixed vendor prefix or shape: the table of formats, their checks, the search."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any

from myelin.secrets.patterns import escaped, pattern
from myelin.secrets.rules.token_checks import CHECKS, Check
from myelin.secrets.subject import RuleHit, Subject

# The characters that may stand before a token: the end of a word, or an escaped blank.
_LEAD = r"(?:\b|_|\\[nrt]|%[0-9A-Fa-f]{2})"
_LEAD_BYTES = {ord("_"): 1, ord("\\"): 2, ord("%"): 3}
_BODY_BEGINNING = r"[A-Za-z0-9_.\-+/=%$~]{8}"
_TOKEN_BYTES_MAX = 8192
_CLASSES = {
    "<a>": "[A-Za-z0-9]",
    "<w>": r"[A-Za-z0-9_\-]",
    "<h>": "[0-9A-Fa-f]",
    "<h32>": "[0-9a-f]{32}",
    "<b>": "[A-Za-z0-9+/]",
    "<l>": "[a-z0-9]",
    "<u>": "[A-Z0-9]",
    "<uuid>": "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
}


# Compared by identity, so that caches do not hash the whole table by content.
@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """One format: a literal prefix, the pattern of its body, and a final check.

    A closed body must end where the token ends. An open one has only a shortest length.
    `first` says that the prefix begins a word: nothing joins it to a longer name.
    """

    rule: str
    prefix: str
    body: str
    check: Check
    first: bool = False

    @property
    def text(self) -> str:
        """The whole format as an RE2 pattern."""
        return escaped(self.prefix) + self.body

    def holds(self, token: bytes, following: bytes) -> bool:
        """Return whether the matched bytes are such a token, given the byte after them."""
        closed = not self.body.endswith(",}")
        if closed and (following.isalnum() or (following == b"_" and not token.endswith(b"="))):
            return False
        return self.check(token, token[len(self.prefix) :])


@functools.cache
def tokens() -> tuple[Token, ...]:
    """Return the table of formats (tokens.txt); the more specific of two formats comes first."""
    table = resources.files(__package__).joinpath("tokens.txt").read_text("utf-8")
    rows = (line.split() for line in table.splitlines() if line and not line.startswith("#"))
    return tuple(_token(*row) for row in rows)


def _token(rule: str, prefix: str, body: str, check: str = "plausible") -> Token:
    for name, members in _CLASSES.items():
        body = body.replace(name, members)
    literal = "" if prefix == "-" else prefix.removeprefix("^")
    return Token(rule, literal, body, CHECKS[check], first=prefix.startswith("^"))


def find_tokens(subject: Subject) -> Iterator[RuleHit]:
    """Yield every token of the table; one search covers all prefixes, another all bare shapes."""
    prefixes, shapes = _searches()
    yield from _find(subject.data, prefixes, _by_beginning())
    yield from _find(subject.data, shapes, {b"": _shapes()})


def _find(
    data: bytes, search: Any, candidates: dict[bytes, tuple[Token, ...]]
) -> Iterator[RuleHit]:
    position = 0
    while match := search.search(data, position):
        start = match.start() + _LEAD_BYTES.get(data[match.start()], 0)
        found = _token_at(data, start, candidates)
        if found:
            token, end = found
            yield RuleHit(token.rule, start, end)
            position = end
        else:
            # Another token may begin inside the failed candidate.
            position = match.start() + 1


def _token_at(
    data: bytes, start: int, candidates: dict[bytes, tuple[Token, ...]]
) -> tuple[Token, int] | None:
    # Several formats may begin here; the search only reports that one of them might.
    begins = candidates.get(b"") or candidates.get(data[start : start + _BEGINNING_BYTES], ())
    for token in begins:
        if not data.startswith(token.prefix.encode(), start):
            continue
        if token.first and start and data[start - 1] in _JOINTS:
            continue
        whole = _one(token).match(data, start, start + _TOKEN_BYTES_MAX)
        if whole and token.holds(whole.group(), data[whole.end() : whole.end() + 1]):
            return token, whole.end()
    return None


_BEGINNING_BYTES = 2
_JOINTS = b"_-"


@functools.cache
def _by_beginning() -> dict[bytes, tuple[Token, ...]]:
    table: dict[bytes, tuple[Token, ...]] = {}
    for token in tokens():
        if token.prefix:
            beginning = token.prefix.encode()[:_BEGINNING_BYTES]
            table[beginning] = (*table.get(beginning, ()), token)
    return table


@functools.cache
def _shapes() -> tuple[Token, ...]:
    return tuple(token for token in tokens() if not token.prefix)


@functools.cache
def _searches() -> tuple[Any, Any]:
    # Whole bodies in one pattern would make RE2 build too many states; a prefix and the beginning
    # of the body are as selective and stay small.
    prefixes = dict.fromkeys(
        f"{escaped(token.prefix)}{_beginning(token.body)}" for token in tokens() if token.prefix
    )
    shapes = "|".join(token.body for token in _shapes())
    return pattern(f"{_LEAD}(?:{'|'.join(prefixes)})"), pattern(f"{_LEAD}(?:{shapes})")


def _beginning(body: str) -> str:
    simple = pattern(r"(\[[^\]]+\])\{[0-9]{2}").match(body.encode())
    return f"{simple.group(1).decode()}{{10}}" if simple else _BODY_BEGINNING


@functools.cache
def _one(token: Token) -> Any:
    return pattern(token.text)
