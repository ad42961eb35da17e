"""Escaping of every printed string, for terminals and for JSON."""

import json
import re
from typing import Any

# C0 and C1 controls, invisible marks that reorder text, line and paragraph separators, halves of
# surrogate pairs, the tag characters, and the variation selectors that can smuggle bytes.
_DANGEROUS = (
    "\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_IN_LINE = re.compile(f"[{_DANGEROUS}]")
_IN_TEXT = re.compile(f"(?!\n)[{_DANGEROUS}]")


def escape_line(text: str) -> str:
    """Return the text on one line; characters that act on a terminal are shown as codes."""
    return _IN_LINE.sub(_code, text)


def escape_text(text: str) -> str:
    """Return the text with its line breaks, all else as `escape_line`."""
    return _IN_TEXT.sub(_code, text.replace("\t", "    "))


def to_json(document: Any) -> str:
    """Return a document as compact JSON of the same meaning, safe to print."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    # Outside strings compact JSON has none of these characters, so each stands in a string.
    return _IN_LINE.sub(lambda match: json.dumps(match[0])[1:-1], text)


def _code(match: re.Match[str]) -> str:
    point = ord(match[0])
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
