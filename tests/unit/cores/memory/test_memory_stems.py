"""Stems are those of SQLite's own Porter stemmer but for a last `y`; no text breaks them."""

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory.stems import stem

# Words and endings that take every branch of the algorithm, in any combination.
BEGINNINGS = st.text("abcdefghilmnoprstuvwxyz", min_size=1, max_size=6)
ENDINGS = """
s es sses ies ed eed ing ational ization iveness fulness ousness tional biliti entli ousli
ation alism aliti iviti enci anci izer abli alli ator logi bli eli icate ative alize iciti ical
ness ful ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic ou e ll y
sion tion ying lly
"""


@pytest.fixture(scope="module")
def porter() -> apsw.FTS5Tokenizer:
    return apsw.Connection(":memory:").fts5_tokenizer("porter", ["ascii"])


@given(BEGINNINGS, st.lists(st.sampled_from(ENDINGS.split()), max_size=2))
def test_an_english_word_has_the_stem_that_sqlite_gives_it(
    porter: apsw.FTS5Tokenizer, beginning: str, endings: list[str]
) -> None:
    assert_same(porter, beginning + "".join(endings))


def test_short_words_and_bare_endings_have_the_stem_that_sqlite_gives_them(
    porter: apsw.FTS5Tokenizer,
) -> None:
    """Every ending alone, after one or two letters, and after another ending."""
    starts = ["", *"abeisty", "st", "ie", "ss", *ENDINGS.split()]
    words = {start + ending for start in starts for ending in ENDINGS.split()}
    for word in sorted(words):
        if len(word) > 2:
            assert_same(porter, word)


def assert_same(porter: apsw.FTS5Tokenizer, word: str) -> None:
    tokens = porter(
        word.encode(),
        apsw.FTS5_TOKENIZE_DOCUMENT,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    # `deployment` is left with a y that `deploy` has lost: here both lose it.
    assert stem(word) in {tokens[0], tokens[0][:-1] + "i" if tokens[0].endswith("y") else ""}


@given(st.text(min_size=1, max_size=40))
def test_any_word_has_a_stem_and_a_short_one_is_its_own(word: str) -> None:
    assert stem(word)
    if len(word) <= 2:
        assert stem(word) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("deploy", "deployment"),
        ("сервера", "сервер"),
        ("настройками", "настройка"),
        ("развертыванием", "развертывание"),
    ],
)
def test_what_a_word_is_made_of_is_taken_away(one: str, other: str) -> None:
    assert stem(one) == stem(other)
