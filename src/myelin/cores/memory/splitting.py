"""Cut a long Markdown note into pieces that can be read alone.

A piece begins at a heading and says above itself which headings it stands under. Small sections of
one parent stay together. Only a section that is larger than a memory may be is cut further: between
blocks, then between lines, then between words. A code fence is never cut, unless it alone is too
large: then each part of it is a fence of its own.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

AIMED_BYTES = 4096
"""Sections are joined up to this size: what one answer of recall can hold beside others."""

_CRUMB_BYTES_MAX = 320
_BETWEEN = " > "
_FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*")
_NOT_A_TITLE = re.compile(r"\s*(?:[-*+>|#]|\d+[.)]\s|$)")
_WORD_END = re.compile(r"\s(?=\S)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a note, and the headings above it that are not part of it."""

    body: str
    above: str = ""

    @property
    def text(self) -> str:
        """Return what is saved as one memory."""
        return f"{self.above}\n\n{self.body}" if self.above else self.body


@dataclass(slots=True)
class _Section:
    """A heading with the lines up to the next one; level 0 is what stands before the first."""

    level: int
    title: str
    above: tuple[str, ...]
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")

    @property
    def is_title_alone(self) -> bool:
        return self.level > 0 and len(self.text.split("\n")) == 1


def split(text: str, most_bytes: int) -> list[Piece]:
    """Return the pieces of a note in their order, none larger than `most_bytes`."""
    most = most_bytes - _CRUMB_BYTES_MAX - 2
    pieces: list[Piece] = []
    joined: list[_Section] = []
    for section in _sections(text.split("\n")):
        if not section.text:
            continue
        if joined and not _fits(joined, section):
            pieces += _cut(joined, most)
            joined = []
        joined.append(section)
    return [*pieces, *_cut(joined, most)]


def _fits(joined: Sequence[_Section], section: _Section) -> bool:
    first = joined[0]
    is_below = section.level >= first.level
    if all(one.is_title_alone for one in joined) and is_below:
        return True
    size = sum(_bytes(one.text) + 2 for one in joined) + _bytes(section.text)
    return size <= AIMED_BYTES and (is_below or first.level == 0)


def _cut(joined: Sequence[_Section], most: int) -> Iterator[Piece]:
    """Yield sections as one piece, or in as many pieces as one that is too large needs."""
    if not joined:
        return
    first = joined[0]
    whole = "\n\n".join(one.text for one in joined)
    if _bytes(whole) <= most:
        yield Piece(whole, _crumb(first.above))
        return
    # Only its last section can be too large: those before it are titles alone.
    last = joined[-1]
    lines = [line for one in joined for line in (*one.lines, "")]
    for number, part in enumerate(_packed(_blocks(lines), most, "\n\n")):
        yield Piece(part, _crumb(first.above if number == 0 else (*last.above, last.title)))


def _crumb(titles: Iterable[str]) -> str:
    crumb = _BETWEEN.join(title for title in titles if title)
    while _bytes(crumb) > _CRUMB_BYTES_MAX:
        # The innermost headings say the most.
        crumb = crumb.partition(_BETWEEN)[2] or _prefix(crumb, _CRUMB_BYTES_MAX)
    return crumb


def _sections(lines: Sequence[str]) -> Iterator[_Section]:
    section = _Section(0, "", (), [])
    parents: list[tuple[int, str]] = []
    fence = ""
    for line in lines:
        if fence:
            fence = "" if _closes(line, fence) else fence
            section.lines.append(line)
            continue
        fence = _opens(line)
        level, title, is_underline = _heading(line, section.lines) if not fence else (0, "", False)
        if not level:
            section.lines.append(line)
            continue
        own = [section.lines.pop()] if is_underline else []
        yield section
        parents = [one for one in parents if one[0] < level]
        section = _Section(level, title, tuple(one for _, one in parents), [*own, line])
        parents.append((level, title))
    yield section


def _heading(line: str, before: Sequence[str]) -> tuple[int, str, bool]:
    """Return level and title of a heading, and whether the line underlines it; else level 0."""
    match = _HEADING.fullmatch(line)
    if match:
        return len(match[1]), (match[2] or "").strip(), False
    underline = _UNDERLINE.fullmatch(line)
    titled = before and not _NOT_A_TITLE.match(before[-1]) and (len(before) < 2 or not before[-2])
    # Two lines of dashes around fields are front matter, whose last line is no title.
    if underline and titled and before[0] != "---":
        return 1 if underline[1][0] == "=" else 2, before[-1].strip(), True
    return 0, "", False


def _opens(line: str) -> str:
    """Return the fence that a line opens, or an empty text."""
    match = _FENCE.fullmatch(line)
    if not match or (match[1][0] == "`" and "`" in match[2]):
        return ""
    return match[1]


def _closes(line: str, fence: str) -> bool:
    match = _FENCE.fullmatch(line)
    return bool(match and match[1].startswith(fence) and not match[2].strip())


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield paragraphs, lists and tables up to a blank line, and fences whole."""
    block: list[str] = []
    fence = ""
    for line in lines:
        if fence:
            block.append(line)
            if _closes(line, fence):
                fence = ""
            continue
        fence = _opens(line)
        if not line.strip() and not fence:
            if block:
                yield block
            block = []
        else:
            block.append(line)
    if block:
        yield block


def _packed(blocks: Iterable[list[str]], most: int, between: str) -> Iterator[str]:
    """Yield blocks put together up to `most` bytes."""
    packed: list[str] = []
    size = 0
    for block in blocks:
        for part in _parts(block, most):
            more = _bytes(part) + len(between)
            if packed and size + more > most:
                yield between.join(packed)
                packed, size = [], 0
            packed.append(part)
            size += more
    if packed:
        yield between.join(packed)


def _parts(block: Sequence[str], most: int) -> Iterator[str]:
    """Yield one block, or the parts of one that is too large."""
    whole = "\n".join(block)
    if _bytes(whole) <= most:
        yield whole
        return
    head = block[0] if _opens(block[0]) else ""
    tail = _opens(head) if head else ""
    inner = block[1:] if head else block
    if tail and inner and _closes(inner[-1], tail):
        inner = inner[:-1]
    room = most - _bytes(head) - _bytes(tail) - 2
    part: list[str] = []
    size = 0
    for line in (piece for long in inner for piece in _lines(long, room)):
        if part and size + _bytes(line) + 1 > room:
            yield "\n".join([head, *part, tail]) if head else "\n".join(part)
            part, size = [], 0
        part.append(line)
        size += _bytes(line) + 1
    if part:
        yield "\n".join([head, *part, tail]) if head else "\n".join(part)


def _lines(line: str, most: int) -> Iterator[str]:
    """Yield a line, or its parts if it is too large, cut between words where there are some."""
    while _bytes(line) > most:
        prefix = _prefix(line, most)
        ends = [match.start() for match in _WORD_END.finditer(prefix, len(prefix) // 2)]
        end = ends[-1] if ends else len(prefix)
        yield line[:end]
        line = line[end:].lstrip()
    yield line


def _prefix(text: str, most: int) -> str:
    return text.encode()[:most].decode(errors="ignore")


def _bytes(text: str) -> int:
    return len(text.encode())
