"""Words and terms: of identifiers, of versions, and of scripts without spaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.cores.memory import text


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("HTTPServer", ["http", "server"]),
        ("parseHttpHeader", ["parse", "http", "header"]),
        ("utf8", ["utf", "8"]),
        ("SHA256", ["sha", "256"]),
        ("Python3", ["python", "3"]),
        ("plain", []),
        ("README", []),
        ("Github", []),
        ("2026", []),
        ("7f8a1c52", []),
    ],
)
def test_an_identifier_comes_apart_where_its_writer_joined_it(word: str, parts: list[str]) -> None:
    assert text.parts(word) == parts


@pytest.mark.parametrize(
    ("written", "versions"),
    [
        ("pinned to v2.3.1 for now", ["2.3.1"]),
        ("from 3.11 to 3.12.", ["3.11", "3.12"]),
        ("2.3.1rc4 and x1.2", []),
        ("no number", []),
    ],
)
def test_a_dotted_number_is_a_term_of_its_own(written: str, versions: list[str]) -> None:
    assert text.versions(written) == versions


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", "CAFE"),
        ("cafe\u0301", "Café"),
        ("Straße", "STRASSE"),
        ("Развёртывание", "развертывание"),
        ("deployed", "Deployments"),
        ("children", "child"),
        ("wrote", "writing"),
        ("indices", "index"),
        ("развёртывания", "развёртывание"),
        ("ﬁle", "files"),
    ],
)
def test_forms_of_a_word_have_one_term(one: str, other: str) -> None:
    assert text.all_terms(one) == text.all_terms(other)


@given(st.text(max_size=200))
def test_a_term_is_one_token_that_no_syntax_can_come_out_of(anything: str) -> None:
    for term in text.all_terms(anything):
        assert term
        assert not any(char.isspace() for char in term)
        assert not set("\x00\"'*:^()-+{}") & set(term)


@given(st.text(max_size=300))
def test_the_same_text_gives_the_same_terms_whatever_its_normal_form(anything: str) -> None:
    assert text.terms(anything) == text.terms(anything)
    for word in text.words(anything):
        assert len(word) <= text.WORD_CHARS_MAX
        assert text.fold(text.fold(word)) == text.fold(word)


@given(st.text("東京都天気予報カナ한글ไทย", min_size=1, max_size=30))
def test_every_pair_of_neighbours_in_an_unspaced_run_is_a_term(run: str) -> None:
    running, _ = text.terms(run)
    for pair in text.pairs(run):
        assert any(term.startswith(pair) for term in running)
    assert any(term.startswith(run[-1]) for term in running)


@pytest.mark.parametrize(
    ("content", "wanted", "place"),
    [
        ("because we use it", ["use"], 11),
        ("it was deployed", ["deployment"], 7),
        ("the HTTPServer", ["server"], 4),
        ("昨日の天気予報", ["予報"], 5),
        ("nothing of it", ["else"], None),
        ("", ["x"], None),
    ],
)
def test_the_place_of_a_word_is_found_in_any_form(
    content: str, wanted: list[str], place: int | None
) -> None:
    assert text.first_place(content, wanted) == place
