"""The recovery phrase: a root as 24 English words (BIP39) and back."""

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mnemonic import Mnemonic

WORDS = 24


def words(root: bytes) -> str:
    """Return the 24 words that carry a root, in lower case, one space between them."""
    return _language().to_mnemonic(root)


def root_of(text: str) -> bytes:
    """Return the root that 24 words carry; case and the white space between them do not matter.

    Raises:
        ValueError: not 24 words, a word outside the list (named by its position, never repeated),
            or words that are all known but do not belong together.
    """
    language = _language()
    given = text.lower().split()
    if len(given) != WORDS:
        raise ValueError(f"the phrase has {WORDS} words, and {len(given)} were given")
    known = set(language.wordlist)
    wrong = [place for place, word in enumerate(given, 1) if word not in known]
    if wrong:
        places = ", ".join(str(place) for place in wrong)
        raise ValueError(f"not in the word list: word number {places}")
    try:
        return bytes(language.to_entropy(given))
    except ValueError:
        raise ValueError(
            "the check-sum does not match: a word is wrong, or two are swapped"
        ) from None


def word_list() -> list[str]:
    """Return the 2,048 English words of BIP 39, in order."""
    return list(_language().wordlist)


@functools.cache
def _language() -> "Mnemonic":
    # Imported here: reading a word list costs more than all else that most commands do.
    from mnemonic import Mnemonic

    return Mnemonic("english")
