"""Reduce a word to the stem of its forms.

English has Porter's rules, Cyrillic loses its endings, Hebrew and Arabic lose articles, the
particles written with a word, and endings.
"""

import re
from functools import lru_cache

_VOWELS = frozenset("aeiou")
_CACHE_WORDS = 65_536

_SECOND = (
    ("ational", "ate"), ("ization", "ize"), ("iveness", "ive"), ("fulness", "ful"),
    ("ousness", "ous"), ("tional", "tion"), ("biliti", "ble"), ("entli", "ent"),
    ("ousli", "ous"), ("ation", "ate"), ("alism", "al"), ("aliti", "al"), ("iviti", "ive"),
    ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"), ("alli", "al"),
    ("ator", "ate"), ("logi", "log"), ("bli", "ble"), ("eli", "e"),
)  # fmt: skip
_THIRD = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"),
    ("ness", ""), ("ful", ""),
)  # fmt: skip
_FOURTH = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ion", "ism", "ate", "iti",
    "ous", "ive", "ize", "al", "er", "ic", "ou",
)  # fmt: skip
_CYRILLIC = re.compile("[а-яѐ-џ]+")
_CYRILLIC_ENDING = re.compile(
    "(?:иями|ями|ами|иях|ого|его|ому|ему|ыми|ими|ией|иям|ием|ах|ях|ый|ии|ои|ая|яя|ое|ее|ые|ие|ов|"
    "ев|еи|ам|ям|ом|ем|ых|их|ую|юю|ия|ию|ья|ью|а|я|о|е|ы|и|у|ю|ь)$"
)
_CYRILLIC_KEPT = 4
_HEBREW = re.compile("[\u05d0-\u05ea]+")
_HEBREW_BEFORE = re.compile("[\u05d4\u05d5\u05d1\u05db\u05dc\u05de\u05e9]")
_HEBREW_AFTER = re.compile("(?:\u05d5\u05ea|\u05d9\u05dd|\u05d9\u05ea|\u05d4|\u05ea)$")
_ARABIC = re.compile("[\u0621-\u064a]+")
_ARABIC_BEFORE = re.compile("[\u0648\u0641]?(?:[\u0628\u0643]?\u0627\u0644|\u0644\u0644)")
_ARABIC_AFTER = re.compile("(?:\u0627\u062a|\u0648\u0646|\u064a\u0646|\u0647\u0627|\u0647|\u064a)$")
_SEMITIC_KEPT = 3


@lru_cache(_CACHE_WORDS)
def stem(word: str) -> str:
    """Return the stem of a folded word; a word of another script or with digits is its own."""
    if word.isascii():
        return _porter(word) if word.isalpha() and len(word) > 2 else word
    if _CYRILLIC.fullmatch(word):
        ending = _CYRILLIC_ENDING.search(word, _CYRILLIC_KEPT)
        return word[: ending.start()] if ending else word
    if _HEBREW.fullmatch(word):
        return _semitic(word, _HEBREW_BEFORE, _HEBREW_AFTER, 2)
    if _ARABIC.fullmatch(word):
        return _semitic(word, _ARABIC_BEFORE, _ARABIC_AFTER, 1)
    return word


def _semitic(word: str, before: re.Pattern[str], after: re.Pattern[str], particles_max: int) -> str:
    """Return a word without particles before it and one ending, three letters at least."""
    for _ in range(particles_max):
        particle = before.match(word)
        if particle is None or len(word) - particle.end() < _SEMITIC_KEPT:
            break
        word = word[particle.end() :]
    ending = after.search(word, _SEMITIC_KEPT)
    return word[: ending.start()] if ending else word


def _shape(word: str) -> str:
    """Return a word as `c` and `v`: y is a vowel where it follows a consonant."""
    shape = ""
    for letter in word:
        vowel = letter in _VOWELS or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(stem_part: str) -> int:
    return _shape(stem_part).count("vc")


def _has_vowel(stem_part: str) -> bool:
    return "v" in _shape(stem_part)


def _ends_short(stem_part: str) -> bool:
    return _shape(stem_part).endswith("cvc") and stem_part[-1] not in "wxy"


def _ends(word: str, ending: str) -> bool:
    """Return whether a word is longer than an ending and ends with it, as SQLite matches."""
    return len(word) > len(ending) and word.endswith(ending)


def _porter(word: str) -> str:
    word = _without_inflection(word)
    word = _with_last_i(word)
    for endings in (_SECOND, _THIRD):
        for ending, replacement in endings:
            if _ends(word, ending):
                kept = word[: -len(ending)]
                word = kept + replacement if _measure(kept) > 0 else word
                break
    for ending in _FOURTH:
        if _ends(word, ending):
            kept = word[: -len(ending)]
            if _measure(kept) > 1 and (ending != "ion" or kept.endswith(("s", "t"))):
                word = kept
            break
    # Once more than Porter has it, so that `deployment` meets `deploy`.
    return _with_last_i(_without_last_letter(word))


def _with_last_i(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _without_inflection(word: str) -> str:
    if _ends(word, "sses") or _ends(word, "ies"):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if _ends(word, "eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        kept = word[: -len(ending)]
        if word.endswith(ending) and _has_vowel(kept):
            if kept.endswith(("at", "bl", "iz")):
                return kept + "e"
            if len(kept) > 1 and kept[-1] == kept[-2] and kept[-1] not in "aeioulsz":
                return kept[:-1]
            return kept + "e" if _measure(kept) == 1 and _ends_short(kept) else kept
    return word


def _without_last_letter(word: str) -> str:
    if word.endswith("e"):
        kept = word[:-1]
        measure = _measure(kept)
        if measure > 1 or (measure == 1 and not _ends_short(kept)):
            word = kept
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word
