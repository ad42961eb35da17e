"""Pure rules of memories: half-lives, trust, the limits, and when two texts count as the same."""

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

_BETWEEN_WORDS = re.compile(r"[-_ ]+")
DAY_MS = 86_400_000
TOUCH_INTERVAL_MS = 3_600_000
"""A memory's use counts at most once in this time, so that a loop cannot make it immortal."""

TRUST_MIN = 5e-324  # The smallest float above zero: trust may underflow but never reaches nothing.
ASSERTING = frozenset({"fact", "decision", "convention", "reference"})
"""The classes of which two with one subject and different content contradict each other."""

CONTRADICTION_IDS_MAX = 20
CONTRADICTION_GROUPS_MAX = 20
SIGNIFICANT_DIGITS = 6


class Trust(NamedTuple):
    """How far a memory should be believed now, and what that was computed from."""

    value: float
    age_days: float
    half_life_days: float
    reinforce: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The constants of the memory core (namespace `trust.`). Assembly passes them in."""

    half_life_days: Mapping[str, float] = field(
        default_factory=lambda: {
            "convention": 365.0,
            "decision": 180.0,
            "lesson": 180.0,
            "reference": 120.0,
            "fact": 90.0,
            "note": 30.0,
            "episode": 14.0,
        }
    )
    tier_factor: Mapping[str, float] = field(
        default_factory=lambda: {"core": 4.0, "normal": 1.0, "archive": 0.25}
    )
    """What the half-life of a class is multiplied by in each tier."""
    core_trust_min: float = 0.5
    trust_floor: float = 0.95
    """The part of an item's relevance that no lack of trust takes away in its score."""
    neighbour_factor: float = 0.5
    """What a memory that only a link leads to has of the score of the one that links to it."""
    candidates_max: int = 40
    core_bytes_max: int = 2048
    page_bytes_max: int = 65_536
    omitted_ids_max: int = 20
    links_max: int = 64
    host_links_max: int = 32
    """How many links of a memory others than the owner may write."""
    query_bytes_max: int = 4096
    """Of a longer query half as much from each end is used."""

    def trust(self, class_: str, tier: str, *, since_ms: int, now_ms: int, uses: int) -> Trust:
        """Return the trust in a memory of a class and tier. A time still to come has age 0."""
        half_life = self.half_life_days[class_] * self.tier_factor[tier]
        age = max(0, now_ms - since_ms) / DAY_MS
        reinforce = 1.0 + math.log2(1 + uses)
        value = max(0.5 ** (age / half_life / reinforce), TRUST_MIN)
        if tier == "core":
            value = max(value, self.core_trust_min)
        return Trust(value, age, half_life, reinforce)

    def score(self, relevance: float, trust_value: float) -> float:
        """Return what orders recall: relevance, of which trust can take away a twentieth.

        Chosen by R@10 and MRR on fresh and aged brains: docs/decisions.md, "How recall finds".
        """
        return relevance * (self.trust_floor + (1.0 - self.trust_floor) * trust_value)


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
    """Return the form in which two tags are compared: NFKC, case folded, with hyphens inside.

    Blanks, hyphens and underscores between its words are the same, and so is how many there are.
    """
    return "-".join(_BETWEEN_WORDS.split(subject_key(tag).strip("-_ ")))


def content_key(content: str) -> bytes:
    """Return 16 bytes that are equal for contents that differ in nothing but white space."""
    return blake2b(fold_spaces(content).encode(), digest_size=16).digest()
