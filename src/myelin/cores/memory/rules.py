"""Pure rules of memories: half-lives, trust, the limits, and when two texts count as the same."""

import math
import unicodedata
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import NamedTuple

DAY_MS = 86_400_000
TOUCH_INTERVAL_MS = 3_600_000
"""A memory's use counts at most once in this time, so that a loop cannot make it immortal."""

HALF_LIFE_DAYS: Mapping[str, float] = MappingProxyType(
    {
        "convention": 365.0,
        "decision": 180.0,
        "lesson": 180.0,
        "reference": 120.0,
        "fact": 90.0,
        "note": 30.0,
        "episode": 14.0,
    }
)
TIER_FACTOR: Mapping[str, float] = MappingProxyType({"core": 4.0, "normal": 1.0, "archive": 0.25})
CORE_TRUST_MIN = 0.5
TRUST_MIN = 5e-324  # The smallest float above zero: trust may underflow but never reaches nothing.
ASSERTING = frozenset({"fact", "decision", "convention", "reference"})
"""The classes of which two with one subject and different content contradict each other."""

CORE_BYTES_MAX = 2048
LINKS_MAX = 64
HOST_LINKS_MAX = LINKS_MAX // 2
"""How many of them others than the owner may write."""
PAGE_BYTES_MAX = 65_536
OMITTED_IDS_MAX = 20
CONTRADICTION_IDS_MAX = 20
CONTRADICTION_GROUPS_MAX = 20
CANDIDATES_MAX = 40
NEIGHBOUR_FACTOR = 0.5
TRUST_FLOOR_IN_SCORE = 0.95
SIGNIFICANT_DIGITS = 6


class Trust(NamedTuple):
    """How far a memory should be believed now, and what that was computed from."""

    value: float
    age_days: float
    half_life_days: float
    reinforce: float


def trust(class_: str, tier: str, *, since_ms: int, now_ms: int, uses: int) -> Trust:
    """Return the trust in a memory of that class and tier; a time still to come has age 0."""
    half_life = HALF_LIFE_DAYS[class_] * TIER_FACTOR[tier]
    age = max(0, now_ms - since_ms) / DAY_MS
    reinforce = 1.0 + math.log2(1 + uses)
    value = max(0.5 ** (age / half_life / reinforce), TRUST_MIN)
    if tier == "core":
        value = max(value, CORE_TRUST_MIN)
    return Trust(value, age, half_life, reinforce)


def score(relevance: float, trust_value: float) -> float:
    """Return what orders recall: relevance, of which trust can take away a twentieth.

    Chosen by R@10 and MRR on fresh and aged brains: docs/decisions.md, "How recall finds".
    """
    return relevance * (TRUST_FLOOR_IN_SCORE + (1.0 - TRUST_FLOOR_IN_SCORE) * trust_value)


def published(value: float, digits: int = SIGNIFICANT_DIGITS) -> float:
    """Round a number to significant digits for a result. No value above zero becomes zero."""
    return float(f"{value:.{digits}g}")


def fold_spaces(text: str) -> str:
    """Return a text in NFC with every run of white space as one space, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def subject_key(subject: str) -> str:
    """Return what two subjects are compared by: NFKC, case folded, white space folded."""
    # Folding case can undo the normal form, so the form is taken again afterwards.
    folded = unicodedata.normalize("NFKC", subject).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def tag_key(tag: str) -> str:
    """Return the form in which two tags are compared: as subjects are."""
    return subject_key(tag)


def content_key(content: str) -> bytes:
    """Return 16 bytes that are equal for contents that differ in nothing but white space."""
    return blake2b(fold_spaces(content).encode(), digest_size=16).digest()
