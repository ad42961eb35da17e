"""Words, the parts of identifiers, and pairs of characters where no spaces are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory import text
from myelin.cores.memory.search import parse


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("HTTPServer", ["HTTP", "Server"]),
        ("parseHttpHeader", ["parse", "Http", "Header"]),
        ("v2", ["v", "2"]),
        ("utf8", ["utf", "8"]),
        ("plain", []),
        ("README", []),
        ("2026", []),
    ],
)
def test_an_identifier_comes_apart_where_its_writer_joined_it(word: str, parts: list[str]) -> None:
    assert text.parts(word) == parts


@given(st.text(max_size=200))
def test_words_hold_nothing_that_the_full_text_syntax_knows(anything: str) -> None:
    for word in text.words(anything):
        assert not set('"*:^()-+{}') & set(word)
        assert not word.isspace()


@given(st.text("東京都天気予報カナ한글ไทย", min_size=1, max_size=30))
def test_every_pair_of_neighbours_in_an_unspaced_run_is_indexed(run: str) -> None:
    indexed = text.index_parts(run).split()
    for pair in text.bigrams(run):
        assert pair in indexed
    assert any(part.startswith(run[-1]) for part in indexed)


@given(st.text(max_size=5000))
def test_a_query_comes_down_to_at_most_sixty_four_terms(query: str) -> None:
    terms = parse(query)
    assert len(terms) <= 64
    assert len({term.expression.lower() for term in terms}) == len(terms)


@pytest.mark.parametrize("query", ["", "   ", "!!!", "the of", "🚀", "AND", "\u200b", "\ud83d"])
def test_a_query_of_signs_and_common_words_has_no_terms(query: str) -> None:
    assert parse(query) == []


def test_what_is_written_together_is_also_looked_for_together() -> None:
    assert '"src main py"' in {term.expression for term in parse("where is src/main.py")}
    assert [term.expression for term in parse("it's")] == ['"it s"']
