"""Where the value behind a name ends: quotes, escapes, calls, and bare words."""

from dataclasses import dataclass

from myelin.secrets.patterns import pattern

_SEARCHED_BYTES = 500
_CLOSING = {"「".encode(): "」".encode(), "“".encode(): "”".encode()}
# Printable ASCII but blanks, quotes and `< > , ; |`; brackets only where they close nothing.
_BARE = r"[!#-&*+\-./:=?@A-Z\\^_a-z~0-9]{1,240}"
_BRACKETED = r"[!#-&(-+\-./:=?@A-Z\[\\\]^_a-z{}~0-9]{1,240}"
_CALLED = r"[A-Za-z_$@&*!][\w.:>\-]*"
_ENDS = frozenset(b" \t\r\n])}\"'`,;|<>:.")


@dataclass(frozen=True, slots=True)
class Value:
    """What a name introduces, without its quotes."""

    start: int
    end: int
    text: bytes
    quoted: bool


def value_at(data: bytes, start: int, quote: bytes) -> Value | None:
    """Return the value that begins at a place, or nothing for a call, an index or a template."""
    if quote:
        end = _closing(data, start, quote)
        if end is not None:
            return Value(start, end, data[start:end], quoted=True)
        bare = pattern(_BARE).match(data, start)
        return Value(start, bare.end(), bare.group(), quoted=False) if bare else None
    end = _bare_end(data, start)
    return Value(start, end, data[start:end], quoted=False) if end > start else None


def _closing(data: bytes, start: int, quote: bytes) -> int | None:
    limit = min(len(data), start + _SEARCHED_BYTES)
    end = data.find(_CLOSING.get(quote, quote[-1:]), start, limit)
    line_end = data.find(b"\n", start, limit)
    if end < 0 or 0 <= line_end < end:
        return None
    escaped = quote.startswith(b"\\") and data[end - 1 : end] == b"\\"
    return end - 1 if escaped else end


def _bare_end(data: bytes, start: int) -> int:
    bare = pattern(_BARE).match(data, start)
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
        end = pattern(_BRACKETED).match(data, start).end()
    while end > start and data[end - 1] in b".:\\":
        end -= 1
    return end
