"""Texts and questions of a given number, made from a seed: word frequencies as in real notes."""

import random
from bisect import bisect
from itertools import accumulate

_WORDS = 20_000


def texts(count: int, seed: int = 1) -> list[str]:
    """Return that many texts of 0.3 to 2 KB whose word frequencies follow Zipf's law."""
    chance = random.Random(seed)
    words = [_word(chance) for _ in range(_WORDS)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(_WORDS)))
    result = []
    for number in range(count):
        size = chance.randint(300, 2000)
        parts: list[str] = [f"n{number}"]
        length = 0
        while length < size:
            word = words[bisect(weights, chance.random() * weights[-1])]
            parts.append(word)
            length += len(word) + 1
        result.append(" ".join(parts))
    return result


def questions(of: list[str], count: int, seed: int = 2) -> list[str]:
    """Return that many questions: five words of one of the texts each."""
    chance = random.Random(seed)
    return [" ".join(chance.sample(chance.choice(of).split(), 5)) for _ in range(count)]


def _word(chance: random.Random) -> str:
    syllables = chance.choice((1, 2, 2, 3, 3, 4))
    return "".join(
        chance.choice("bcdfghklmnprstvz") + chance.choice("aeiou") + chance.choice(("", "n", "r"))
        for _ in range(syllables)
    )
