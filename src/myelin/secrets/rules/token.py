"""Tokens that a vendor's prefix or shape gives away: the table's entry, its checks, its search."""

import functools
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from myelin.secrets.exemptions import is_stand_in
from myelin.secrets.measures import count_digits, entropy_bits, mixing, sequencing
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import Hit, Subject

_BASE62 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# What may stand before a token: the end of a word, or an escape that a tool wrote for a blank.
_LEAD = r"(?:\b|_|\\[nrt]|%[0-9A-Fa-f]{2})"
_BODY_BEGINNING = r"[A-Za-z0-9_.\-+/=%$~]{8}"
_TOKEN_BYTES_MAX = 8192
_JUDGED_BYTES = 200
_LEAD_BYTES = {ord("_"): 1, ord("\\"): 2, ord("%"): 3}

Check = Callable[[bytes, bytes], bool]
"""Judges a token and its body, the part after the prefix."""


def plausible(_token: bytes, body: bytes) -> bool:
    """Return whether the body is none of the fillers that documents show in place of a key."""
    body = body[:_JUDGED_BYTES]
    return (
        b"EXAMPLE" not in body
        and sequencing(body) <= 0.5
        and len(set(body)) >= 6
        and not is_stand_in(body)
    )


def mixed(token: bytes, body: bytes) -> bool:
    """Return whether the body is plausible and no word: for prefixes that names share."""
    body = body[:_JUDGED_BYTES]
    changes = 0.18 if count_digits(body) else 0.3
    return plausible(token, body) and mixing(body) > changes and entropy_bits(body) > 3.2


def mixed_letters(token: bytes, body: bytes) -> bool:
    """Return whether a body of letters alone is plausible and no word."""
    return plausible(token, body) and mixing(body) > 0.2 and entropy_bits(body) > 3.6


def with_digits(token: bytes, body: bytes) -> bool:
    """Return whether the body is plausible and holds at least three digits."""
    return plausible(token, body) and count_digits(body) >= 3


def checksummed(token: bytes, body: bytes) -> bool:
    """Return whether the CRC-32 of the body holds; without it the body must be mixed.

    A wrong check-sum frees no token: one that was wrapped or mistyped is most of a secret.
    """
    return (len(body) > 6 and crc_base62(body[:-6]) == body[-6:]) or mixed(token, body)


def crc_base62(data: bytes) -> bytes:
    """Return the CRC-32 as the six base-62 digits that GitHub, npm and Myelin append."""
    rest = zlib.crc32(data)
    digits = bytearray()
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        digits.append(_BASE62[digit])
    return bytes(reversed(digits))


# Compared by identity, so that the cache of searches does not hash the whole table by content.
@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """One format: a literal prefix, the pattern of what follows it, and a last check.

    A body with an upper length must end where the token ends; an open one takes what there is,
    and its shortest length is about half of the real one, so that a wrapped token is still found.
    """

    rule: str
    prefix: str
    body: str
    check: Check = plausible

    @property
    def text(self) -> str:
        """The whole format as an RE2 pattern."""
        return _escaped(self.prefix) + self.body

    def holds(self, token: bytes, following: bytes) -> bool:
        """Return whether the matched bytes are such a token, given the byte after them."""
        bounded = not self.body.endswith(",}")
        if bounded and (following.isalnum() or (following == b"_" and not token.endswith(b"="))):
            return False
        return self.check(token, token[len(self.prefix) :])


def find_tokens(subject: Subject, tokens: tuple[Token, ...]) -> Iterator[Hit]:
    """Yield every token of the table; one search covers all prefixes, another all bare shapes."""
    for search, searched in _searches(tokens):
        yield from _find(subject.data, search, searched)


def _find(data: bytes, search: Any, tokens: tuple[Token, ...]) -> Iterator[Hit]:
    position = 0
    while match := search.search(data, position):
        start, position = match.span()
        start += _LEAD_BYTES.get(data[start], 0)
        end = _token_end(data, start, tokens)
        if end is not None:
            yield Hit(end[0].rule, start, end[1])
            position = max(position, end[1])


def _token_end(data: bytes, start: int, tokens: tuple[Token, ...]) -> tuple[Token, int] | None:
    # Several formats may begin here; the search only says that one of them might.
    for token in tokens:
        if not data.startswith(token.prefix.encode(), start):
            continue
        whole = _one(token).match(data, start, start + _TOKEN_BYTES_MAX)
        if whole and token.holds(whole.group(), data[whole.end() : whole.end() + 1]):
            return token, whole.end()
    return None


@functools.cache
def _searches(tokens: tuple[Token, ...]) -> tuple[tuple[Any, tuple[Token, ...]], ...]:
    # Whole bodies in one pattern would make RE2 build states without end for every random token;
    # a prefix and a few bytes behind it are as telling and stay small.
    prefixed = tuple(token for token in tokens if token.prefix)
    shaped = tuple(token for token in tokens if not token.prefix)
    prefixes = "|".join(_escaped(token.prefix) for token in prefixed)
    shapes = "|".join(token.body for token in shaped)
    return (
        (pattern(f"{_LEAD}(?:{prefixes}){_BODY_BEGINNING}"), prefixed),
        (pattern(f"{_LEAD}(?:{shapes})"), shaped),
    )


@functools.cache
def _one(token: Token) -> Any:
    return pattern(token.text)


def _escaped(literal: str) -> str:
    return "".join(char if char.isalnum() or char == "_" else f"\\{char}" for char in literal)
