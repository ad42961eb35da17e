"""Where the value after a name ends: quotes, escapes, calls, and bare words."""

import re
from typing import NamedTuple

from myelin.secrets.patterns import pattern

_SEARCHED_BYTES = 500
# Printable ASCII but blanks, quotes and `< > , ; |`; brackets only where they close nothing.
# A run of one class is linear in any engine; that of the standard library starts sooner.
_BARE = re.compile(rb"[!#-&*+\-./:=?@A-Z\\^_a-z~0-9]{1,240}")
_BRACKETED = re.compile(rb"[!#-&(-+\-./:=?@A-Z\[\\\]^_a-z{}~0-9]{1,240}")
_CALLED = r"[A-Za-z_$@&*!][\w.:>\-]*"
_AFTER_COMMA = r"[,;|][!#-&*+\-./?@A-Z\\^_a-z~0-9]{2,60}(?:[\s\"'`)]|$)"
_ENDS = frozenset(b" \t\r\n])}\"'`,;|<>:.")


class Value(NamedTuple):
    """A value that a name introduces, without its quotes."""

    start: int
    end: int
    text: bytes
    quoted: bool


def value_at(data: bytes, start: int, quote: bytes) -> Value | None:
    """Return the value that begins at a place, or nothing for a call, an index or a template."""
    if quote:
        end = _closing(data, start, quote)
        if end is not None:
            text = data[start:end].rstrip(b" \t")
            return Value(start, start + len(text), text, quoted=True)
        bare = _BARE.match(data, start)
        return Value(start, bare.end(), bare.group(), quoted=False) if bare else None
    end = _bare_end(data, start)
    return Value(start, end, data[start:end], quoted=False) if end > start else None


def longer_value(data: bytes, value: Value) -> Value | None:
    """Return a bare value with the comma, semicolon or bar that may be part of it, if any."""
    if value.quoted:
        return None
    more = pattern(_AFTER_COMMA).match(data, value.end)
    if more is None or b"=" in more.group() or b":" in more.group():
        return None
    end = _bare_end(data, value.end + 1)
    return Value(value.start, end, data[value.start : end], quoted=False)


def _closing(data: bytes, start: int, quote: bytes) -> int | None:
    limit = min(len(data), start + _SEARCHED_BYTES)
    end = data.find(quote[-1:], start, limit)
    line_end = data.find(b"\n", start, limit)
    if end < 0 or 0 <= line_end < end:
        return None
    escaped = quote.startswith(b"\\") and data[end - 1 : end] == b"\\"
    return end - 1 if escaped else end


def _bare_end(data: bytes, start: int) -> int:
    bare = _BARE.match(data, start)
    if bare is None:
        return start
    end: int = bare.end()
    # Output that a tool wrote as JSON has its line breaks as escapes.
    if b"\\" in bare.group():
        escape = pattern(r"\\[nrt]").search(data, start, end)
        if escape and escape.start() >= start + 6:
            end = escape.start()
    following = data[end : end + 1]
    if following in (b"(", b"[", b"{") and pattern(_CALLED).fullmatch(bare.group()):
        return start
    after = data[end + 1 : end + 2]
    # A password may hold brackets; one that closes the sentence around it is no part of it.
    inside = following in (b"(", b")", b"{", b"}") and after and after[0] not in _ENDS
    if inside and end - start >= 6:
        end = start + len(_bracketed(data, start))
    while end > start and data[end - 1] in b".:\\":
        end -= 1
    # Bold text ends with the stars that began it.
    if data[end - 2 : end] == b"**" and data[start - 2 : start] == b"**":
        end -= 2
    return end


def _bracketed(data: bytes, start: int) -> bytes:
    whole = _BRACKETED.match(data, start)
    return whole.group() if whole else b""
