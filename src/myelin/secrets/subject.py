"""The text under scan, prepared once, and the hits that rules report on it."""

from dataclasses import dataclass
from functools import cached_property

from myelin.secrets.patterns import pattern

# Characters that show as nothing: a key split by one of them is still a key to whoever pastes it.
INVISIBLE = dict.fromkeys(
    (
        *(0xAD, 0x034F, 0x061C, 0x180E, 0xFEFF),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        *range(0xFE00, 0xFE10),
    )
)
_INVISIBLE_BYTES = "|".join(map(chr, INVISIBLE))


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule and the byte span that it matched, within one subject."""

    rule: str
    start: int
    end: int

    def overlaps(self, other: "Hit") -> bool:
        """Return whether the two spans share a byte."""
        return self.start < other.end and other.start < self.end


class Subject:
    """A text as UTF-8 bytes without invisible characters, with its lower-cased twin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.data = text.encode("utf-8", "surrogatepass")
        self._whole = text.isascii() or pattern(_INVISIBLE_BYTES).search(self.data) is None
        if not self._whole:
            self.data = text.translate(INVISIBLE).encode("utf-8", "surrogatepass")

    @cached_property
    def lowered(self) -> bytes:
        """The bytes with ASCII letters in lower case; offsets are the same."""
        return self.data.lower()

    def line_start(self, position: int) -> int:
        """Return where the line that holds a position begins."""
        return self.data.rfind(b"\n", 0, position) + 1

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

    def original_offset(self, position: int) -> int:
        """Return the byte offset in the text as it was given."""
        if self._whole:
            return position
        seen = offset = 0
        for char in self._text:
            size_bytes = len(char.encode("utf-8", "surrogatepass"))
            if ord(char) not in INVISIBLE:
                if seen >= position:
                    return offset
                seen += size_bytes
            offset += size_bytes
        return offset


_BREAKS = bytes(32 if byte in b" \t\r\n\"'`;,{}()[]<>&|" else byte for byte in range(256))
_BACKSLASH = ord("\\")
_ESCAPES = (b"n", b"r", b"t")
_NAME = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-."
