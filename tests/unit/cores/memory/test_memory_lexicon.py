"""The word lists are clean, and what they say holds both ways."""

from importlib import resources

from myelin.cores.memory import lexicon
from myelin.cores.memory.text import fold, term_of


def lines(name: str) -> list[list[str]]:
    text = (resources.files(lexicon) / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if not line.startswith("#")]


def test_every_line_is_of_folded_words_none_of_them_twice() -> None:
    for name in ("common.txt", "irregular.txt", "related.txt"):
        for words in lines(name):
            assert words, name
            assert words == list(dict.fromkeys(map(fold, words))), (name, words)
    for name in ("irregular.txt", "related.txt"):
        assert all(len(words) > 1 for words in lines(name)), name
    for name in ("irregular.txt", "common.txt"):
        once = [word for words in lines(name) for word in words]
        assert len(once) == len(set(once)), name


def test_related_words_are_as_near_one_way_as_the_other() -> None:
    related = lexicon.related_terms(term_of)
    for term, others in related.items():
        assert term not in others
        for other, nearness in others.items():
            assert 0 < nearness <= 1
            assert related[other][term] == nearness


def test_an_irregular_form_has_the_term_of_its_word() -> None:
    assert term_of("written") == term_of("wrote") == term_of("writing") == term_of("write")
    assert term_of("children") == term_of("child")
    assert term_of("vertices") == term_of("vertex")


def test_common_words_are_never_looked_for_through_others() -> None:
    common = lexicon.common_words()
    assert {"the", "which", "of", "did"} <= common
    # A word that is left out of questions must not come back as what another is related to.
    assert not common & lexicon.related_terms(str).keys()
