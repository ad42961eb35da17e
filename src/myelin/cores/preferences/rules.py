"""Pure rules of preferences: valid keys, protected namespaces, and the value in force."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

PROTECTED = ("gates", "risk", "reflect", "trust", "core", "secrets")
"""Namespaces that only the owner writes; the constants of the same names are code and read none."""

Source = Literal["session", "project", "meta"]

_KEY = re.compile(r"[a-z0-9_.-]{1,128}", re.ASCII)
_INVISIBLE = frozenset({"Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The constants of the preferences core. Assembly passes them in."""

    keys_max: int = 1000
    """How many keys may hold a value at a time."""
    history_max: int = 100
    """How many values of a key are shown, the newest."""


def is_key(text: str) -> bool:
    """Return whether a text is a key: lower-case letters, digits, dots, dashes, underscores."""
    return _KEY.fullmatch(text) is not None


def is_protected(key: str) -> bool:
    """Return whether a key is the owner's alone, however its letters are written."""
    return protected_namespace(key) is not None


def protected_namespace(key: str) -> str | None:
    """Return the protected namespace that a key, or one that looks like it, belongs to."""
    # A decomposition shows the letter under an accent, and folding can undo the form again.
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", key).casefold())
    plain = "".join(c for c in folded if unicodedata.category(c) not in _INVISIBLE)
    name = re.split(r"[^a-z0-9]", plain.lstrip("._-"), maxsplit=1)[0]
    whole = plain.lstrip("._-")
    return name if name in PROTECTED and whole[len(name) : len(name) + 1] in ("", ".") else None


@dataclass(frozen=True, slots=True)
class Stated:
    """A value as one source states it."""

    source: Source
    value: str
    statement: str | None = None
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """What holds for a key, and the values that it hides, nearest first."""

    key: str
    holds: Stated
    hides: Sequence[Stated] = field(default=())


def resolve(sources: Iterable[Mapping[str, Stated]], prefix: str) -> list[Resolved]:
    """Return the value in force for each key that begins with `prefix`, in order of the keys.

    The sources come nearest first. A claimed value ranks below every value of the owner,
    also below one that lies farther away.
    """
    stated: dict[str, list[Stated]] = {}
    for source in sources:
        for key, value in source.items():
            if key.startswith(prefix):
                stated.setdefault(key, []).append(value)
    ranked = {key: sorted(values, key=_is_claimed) for key, values in sorted(stated.items())}
    return [Resolved(key, values[0], values[1:]) for key, values in ranked.items()]


def _is_claimed(stated: Stated) -> bool:
    return stated.claimed
