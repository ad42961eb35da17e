"""The judging sentences: credentials in their settings, and prose that only talks about them."""

import hashlib
import random
import re
from pathlib import Path

from tests.unit.secrets.fakes import ALNUM, BASE64, DIGITS, HEX, LOWER, Maker, drawn

_DATA = Path(__file__).parent / "data"
_WORDS = ("granite", "harbor", "falcon", "willow", "kestrel", "mosaic", "saddle", "lantern")
_NOUNS = (*_WORDS, "thunder", "velvet", "copper", "meadow", "puzzle", "rocket", "basket", "orchid")
_SYMBOLS = "!#%+*_?@&="


def mixed(chance: random.Random) -> str:
    """Return thirteen random characters of all four classes, a letter at both ends."""
    inner = [chance.choice(ALNUM + _SYMBOLS) for _ in range(8)]
    inner += [chance.choice(_SYMBOLS), chance.choice(DIGITS), chance.choice(DIGITS)]
    chance.shuffle(inner)
    return chance.choice(ALNUM[:26]) + "".join(inner) + chance.choice(LOWER)


def plain(chance: random.Random) -> str:
    """Return fourteen random letters and digits of all three classes."""
    start = f"{chance.choice(ALNUM[:26])}{chance.choice(LOWER)}{chance.randrange(10)}"
    return start + drawn((ALNUM, 9))(chance) + chance.choice(DIGITS) + chance.choice(LOWER)


def leet(chance: random.Random) -> str:
    word = chance.choice(("s3cur3", "d3pl0y", "adm1n", "w1nt3r", "r00t3d", "m0nday", "p4nther"))
    return f"{word.title()}{chance.choice('-!@#&')}{chance.randrange(1000, 9999)}"


def digits(chance: random.Random) -> str:
    return f"{chance.choice(_WORDS)}{chance.randrange(1000, 99999)}"


def symbol(chance: random.Random) -> str:
    return f"{chance.choice(_WORDS).title()}{chance.randrange(10, 2030)}{chance.choice('!?@#$')}"


def phrase(chance: random.Random) -> str:
    return "-".join(chance.sample(_NOUNS, chance.choice((4, 5, 6))))


def dollar(chance: random.Random) -> str:
    return f"$ecret{chance.randrange(10)}{plain(chance)[:6]}"


SHAPES: dict[str, Maker] = {
    "mixed": mixed,
    "plain": plain,
    "leet": leet,
    "digits": digits,
    "symbol": symbol,
    "phrase": phrase,
    "dollar": dollar,
    "my": lambda chance: plain(chance)[:12] + "_MY",
    "comma": lambda chance: f"{plain(chance)[:5]},{plain(chance)[:7]}",
    "hex": drawn((HEX, 40)),
    "alnum": drawn((ALNUM, 40)),
    "base64": drawn((BASE64, 43), "="),
    "uuid": lambda chance: "-".join(drawn((HEX, size))(chance) for size in (8, 4, 4, 4, 12)),
}


def is_unseen(line: str) -> bool:
    """Return whether a line belongs to the half that no rule was tuned to."""
    return hashlib.sha256(line.encode()).digest()[0] % 2 == 1


def prose() -> list[str]:
    """Return the sentences that hold no credential."""
    return [_written(line) for line in _lines("prose.txt")]


def credentials() -> list[tuple[str, str]]:
    """Return (sentence, credential) of every setting, drawn from a seed of its own."""
    return [_filled(line) for line in _lines("credentials.txt")]


def _filled(line: str) -> tuple[str, str]:
    shape = re.search(r"(?<!\{)\{(\w+)\}(?!\})", line)
    assert shape, line
    secret = SHAPES[shape.group(1)](random.Random(line))
    text = line[: shape.start()] + "\0" + line[shape.end() :]
    return _written(text.replace("{{", "{").replace("}}", "}")).replace("\0", secret), secret


def _written(line: str) -> str:
    return line.replace("\\n", "\n").replace("<TAB>", "\t")


def _lines(name: str) -> list[str]:
    lines = (_DATA / name).read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]
