"""Patterns of authors: RE2 within lines, refused with the place where RE2 stopped."""

import pytest

from myelin.documents.expression import PatternRefused, compiled


def spans(pattern: str, text: bytes) -> list[tuple[int, int]]:
    return [match.span() for match in compiled(pattern).finditer(text)]


def test_a_pattern_matches_within_lines_and_knows_their_ends() -> None:
    assert spans("^a|b$", b"ab\nab") == [(0, 1), (1, 2), (3, 4), (4, 5)]
    assert spans("[^x]+", b"ab\ncd") == [(0, 2), (3, 5)]
    assert spans(r"a\s+b", b"a\nb") == []


@pytest.mark.parametrize("pattern", ["a*", "^", "$", r"\b", r"\B", "x|", "(?:)", r"\s*$"])
def test_a_pattern_that_can_match_nothing_is_refused(pattern: str) -> None:
    with pytest.raises(PatternRefused, match="empty string"):
        compiled(pattern)


@pytest.mark.parametrize(
    ("pattern", "offset_chars"), [("ab[z-a]", 3), ("x(?=y)", 1), ("é*a{9999}", 3)]
)
def test_a_pattern_that_is_no_re2_is_refused_at_its_place(pattern: str, offset_chars: int) -> None:
    with pytest.raises(PatternRefused) as refused:
        compiled(pattern)
    assert refused.value.offset_chars == offset_chars


def test_a_pattern_of_more_than_a_kibibyte_is_refused() -> None:
    assert compiled("a" * 1024)
    with pytest.raises(PatternRefused, match="longer"):
        compiled("a" * 1025)
