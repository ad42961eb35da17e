"""What is printed cannot act on a terminal, and JSON keeps its meaning."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from myelin.cli.escape import escape_line, escape_text, to_json

ANY_TEXT = st.text(st.characters(exclude_categories=[]))
HOSTILE = st.text(
    st.sampled_from(
        "a\x1b[31m\x07\x9b\r\n\t\u202e\u2066\u200f\u061c\U000e0041\U000e0101\ud83d\ufeff"
    )
)


def acts(character: str) -> bool:
    """Say whether a character could act on a terminal or hide from whoever reads it."""
    point = ord(character)
    return (
        unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
        or unicodedata.bidirectional(character)
        in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
        or character in "\u061c\u200e\u200f\ufeff"
        or 0xE0000 <= point <= 0xE01EF
    )


@given(ANY_TEXT | HOSTILE)
def test_an_escaped_line_holds_nothing_that_acts(text: str) -> None:
    escaped = escape_line(text)
    assert not any(acts(character) for character in escaped)
    escaped.encode("utf-8")


@given(ANY_TEXT | HOSTILE)
def test_an_escaped_text_keeps_its_line_breaks_and_nothing_else_that_acts(text: str) -> None:
    escaped = escape_text(text)
    assert escaped.count("\n") == text.count("\n")
    assert not any(acts(character) for character in escaped.replace("\n", ""))


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Mn"])))
def test_ordinary_text_of_any_script_is_left_alone(text: str) -> None:
    plain = "".join(c for c in text if not acts(c))
    assert escape_line(plain) == plain


@given(
    st.recursive(
        ANY_TEXT | HOSTILE | st.integers() | st.booleans(),
        lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT | HOSTILE, inner),
        max_leaves=8,
    )
)
def test_json_means_the_same_and_is_safe_to_print(document: object) -> None:
    text = to_json(document)
    assert json.loads(text) == json.loads(json.dumps(document))
    assert not any(acts(character) for character in text)
    assert "\n" not in text


def test_an_attack_on_the_terminal_becomes_readable() -> None:
    assert escape_line("\x1b]0;owned\x07 \u202egnp.exe") == "\\x1b]0;owned\\x07 \\u202egnp.exe"
    assert escape_line("\U000e0041") == "\\U000e0041"
