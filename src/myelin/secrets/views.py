"""Other readings of a text: escapes decoded, and groups of characters joined again."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from myelin.secrets.patterns import matches, pattern

# Blanks of typesetters: inside a token they are no part of it.
_THIN = r"\xc2\xa0|\xe2\x80[\x80-\x8a\xaf]|\xe2\x81\x9f|\xe3\x80\x80"
_ESCAPE = (
    r"(?:\\u\{?00|\\x|%|&#[xX]0{0,3})([2-7][0-9a-fA-F])[};]?|&#0{0,3}([0-9]{2,3});|"
    rf"[A-Za-z0-9](\*\*|{_THIN})[A-Za-z0-9]"
)
_HEXADECIMAL, _DECIMAL, _DROPPED = 1, 2, 3
_GROUP = r"[A-Za-z0-9_\-+/.]"
# Groups of one size with blanks between them, as people read keys to each other.
_GROUPED = "|".join(
    rf"{_GROUP}{{{size}}}(?: {_GROUP}{{{size}}}){{2,40}}(?: {_GROUP}{{2,{size}}})?"
    for size in (4, 5, 6, 8, 10)
)
_RUN = rf"(?:^|[ \t\"'`=:])({_GROUPED})(?:[^A-Za-z0-9_\-+/]|$)"
# Two groups with digits side by side: without them no run is looked for.
_DIGITS_APART = r"[0-9][A-Za-z]{0,9} [A-Za-z]{0,9}[0-9]"
_GROUPS_WITH_DIGITS_MIN = 2

Edit = tuple[int, int, bytes]


@dataclass(frozen=True, slots=True)
class View:
    """A text read in another way, and where its pieces come from, in bytes."""

    text: str
    starts: list[int]
    origins: list[int]

    def given_offset(self, offset: int) -> int:
        """Return the byte offset in the given text of a byte offset in the view."""
        piece = bisect_right(self.starts, offset) - 1
        return self.origins[piece] + offset - self.starts[piece]


def views(text: str) -> Iterator[View]:
    """Yield the text with its escapes decoded, and with its groups joined, where it has any."""
    data = text.encode("utf-8", "surrogatepass")
    for edits in (_decoded(data), _joined(data)):
        if edits:
            yield _edited(data, edits)


def _decoded(data: bytes) -> list[Edit]:
    edits: list[Edit] = []
    for match in matches(_ESCAPE, data):
        kind = match.lastindex
        if kind == _DROPPED:
            edits.append((*match.span(kind), b""))
            continue
        code = int(match.group(kind), 16 if kind == _HEXADECIMAL else 10)
        end = match.end()
        # Only a bracket that was opened closes the escape.
        if kind == _HEXADECIMAL and data[end - 1 : end] in (b"}", b";"):
            opened = match.group()[1:3] in (b"u{", b"#x", b"#X")
            end -= not opened
        if 0x20 < code < 0x7F:
            edits.append((match.start(), end, bytes((code,))))
    return edits


def _joined(data: bytes) -> list[Edit]:
    edits: list[Edit] = []
    if pattern(_DIGITS_APART).search(data) is None:
        return edits
    for run in matches(_RUN, data):
        groups = run.group(1).split(b" ")
        if sum(any(map(_is_digit, group)) for group in groups) < _GROUPS_WITH_DIGITS_MIN:
            continue
        at = run.start(1)
        for group in groups[:-1]:
            at += len(group)
            edits.append((at, at + 1, b""))
            at += 1
    return edits


def _is_digit(byte: int) -> bool:
    return 48 <= byte <= 57


def _edited(data: bytes, edits: Iterable[Edit]) -> View:
    pieces: list[bytes] = []
    starts: list[int] = []
    origins: list[int] = []
    size = done = 0
    for start, end, replacement in edits:
        for piece, origin in ((data[done:start], done), (replacement, start)):
            if piece:
                pieces.append(piece)
                starts.append(size)
                origins.append(origin)
                size += len(piece)
        done = end
    pieces.append(data[done:])
    starts.append(size)
    origins.append(done)
    return View(b"".join(pieces).decode("utf-8", "surrogatepass"), starts, origins)
