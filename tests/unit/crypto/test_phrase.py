"""Twenty-four words carry a root there and back, and a slip in them is placed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.crypto import phrase

BIP39 = [
    (b"\x00" * 32, "abandon " * 23 + "art"),
    (b"\xff" * 32, "zoo " * 23 + "vote"),
    (b"\x7f" * 32, "legal winner thank year wave sausage worth useful " * 2
     + "legal winner thank year wave sausage worth title"),
    (b"\x80" * 32, "letter advice cage absurd amount doctor acoustic avoid " * 2
     + "letter advice cage absurd amount doctor acoustic bless"),
]  # fmt: skip


@pytest.mark.parametrize(("root", "words"), BIP39)
def test_the_public_vectors_come_out(root, words):
    assert phrase.words(root) == words
    assert phrase.root_of(words) == root


@given(st.binary(min_size=32, max_size=32))
def test_a_root_comes_back_however_its_words_are_typed(root):
    words = phrase.words(root)
    assert len(words.split()) == phrase.WORDS
    assert phrase.root_of(f"  {words.upper().replace(' ', chr(10) + '  ')}\n") == root


def test_a_word_outside_the_list_is_named_by_its_place_and_not_repeated():
    words = phrase.words(b"\x07" * 32).split()
    words[4] = words[11] = "myelin"
    with pytest.raises(ValueError, match="5, 12") as caught:
        phrase.root_of(" ".join(words))
    assert "myelin" not in str(caught.value)


def test_known_words_that_do_not_belong_together_are_told_apart_from_unknown_ones():
    with pytest.raises(ValueError, match="check-sum"):
        phrase.root_of("abandon " * 24)


@pytest.mark.parametrize("count", [0, 12, 23, 25])
def test_another_number_of_words_is_counted(count):
    with pytest.raises(ValueError, match=f"and {count} were given"):
        phrase.root_of("abandon " * count)
