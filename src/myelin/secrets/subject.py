"""The text under scan, normalised once, and the hits that rules report on it."""

import re
from dataclasses import dataclass
from functools import cached_property

# Characters that are not visible: a key split by one of them is still a key when it is pasted.
_INVISIBLE = dict.fromkeys(
    (
        *(0xAD, 0x034F, 0x061C, 0x180E, 0xFEFF),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        *range(0xFE00, 0xFE10),
    ),
    "",
)
_QUOTES = dict.fromkeys(map(ord, "“”„‟«»」』〝〞"), '"') | dict.fromkeys(map(ord, "‘’‚‛‹›"), "'")
_BLANKS = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
# Asian quotes and full stops stand without the blank that those of other languages have.
_MARKS = {
    **dict.fromkeys(map(ord, "–—―−‐‑"), "-"),
    **dict.fromkeys(map(ord, "→⇒➔➜⟶➡⟹"), "->"),
    **dict.fromkeys(map(ord, "【〔［〖"), "["),
    **dict.fromkeys(map(ord, "】〕］〗"), "]"),
    **dict.fromkeys(map(ord, "│┃¦"), "|"),
    ord("、"): ",",
    ord("「"): ' "',
    ord("『"): ' "',
    ord("。"): ". ",
    ord("｡"): ". ",
}
_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TABLES: dict[int, str] = {**_FULL_WIDTH, **_INVISIBLE, **_QUOTES, **_BLANKS, **_MARKS}
# What each of these characters is read as.
PLAIN = {chr(code): plain for code, plain in _TABLES.items()}
# One class of characters: linear in any engine, and quicker on a `str` than RE2 on bytes.
_SPECIAL = re.compile(f"[{''.join(map(re.escape, PLAIN))}]")


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule and the byte span that it matched, within one subject."""

    rule: str
    start: int
    end: int

    def overlaps(self, other: "RuleHit") -> bool:
        """Return whether the two spans share a byte."""
        return self.start < other.end and other.start < self.end


class Subject:
    """A text as UTF-8 bytes in plain characters, with its lower-cased twin.

    Invisible characters are left out; typographic quotes, blanks, dashes, arrows and full-width
    forms are written in ASCII.
    """

    def __init__(self, text: str) -> None:
        self._given = text
        self.text = text
        self.data = text.encode("utf-8", "surrogatepass")
        if not text.isascii() and _SPECIAL.search(text):
            self.text = _SPECIAL.sub(lambda char: PLAIN[char.group()], text)
            self.data = self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def lowered(self) -> bytes:
        """The bytes in lower case; offsets are the same."""
        if self.text.isascii():
            return self.data.lower()
        # The Turkish capital is the one common letter that grows when it is lower-cased.
        lowered = self.text.replace("İ", "ı").lower().encode("utf-8", "surrogatepass")
        return lowered if len(lowered) == len(self.data) else self.data.lower()

    def line_start(self, position: int) -> int:
        """Return where the line that holds a position begins."""
        return self.data.rfind(b"\n", 0, position) + 1

    def line_end(self, position: int) -> int:
        """Return where the line that holds a position ends."""
        end = self.data.find(b"\n", position)
        return len(self.data) if end < 0 else end

    def word_before(self, position: int) -> bytes:
        """Return what stands before a position back to a blank or a bracket, 90 bytes at most."""
        window = self.data[max(0, position - 90) : position].translate(_BREAKS)
        return window[window.rfind(b" ") + 1 :]

    def name_before(self, position: int) -> bytes:
        """Return the part of an identifier that ends at a position, 60 bytes at most."""
        window = self.data[max(0, position - 60) : position]
        name = window[len(window.rstrip(_NAME)) :]
        # The letter of an escaped line break is no part of the name behind it.
        before = position - len(name) - 1
        escaped = before >= 0 and self.data[before] == _BACKSLASH and name[:1] in _ESCAPES
        return name[1:] if escaped else name

    def given_offset(self, position: int) -> int:
        """Return the byte offset in the text as it was given."""
        if self.text is self._given:
            return position
        seen = offset = 0
        for char in self._given:
            plain = PLAIN.get(char, char)
            if plain and seen >= position:
                return offset
            seen += len(plain.encode("utf-8", "surrogatepass"))
            offset += len(char.encode("utf-8", "surrogatepass"))
        return offset


_BREAKS = bytes(32 if byte in b" \t\r\n\"'`;,{}()[]<>&|" else byte for byte in range(256))
_BACKSLASH = ord("\\")
_ESCAPES = (b"n", b"r", b"t")
_NAME = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-."
