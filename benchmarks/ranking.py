"""Question sets, and the measures of a ranking with their paired differences."""

import gzip
import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DEPTHS = (1, 5, 10, 20)
GAIN_DEPTH = 10
MEASURES = (*(f"R@{depth}" for depth in DEPTHS), "MRR", "nDCG@10")
RESAMPLES = 2000
INTERVAL = 0.95


@dataclass(frozen=True)
class Store:
    """One brain's worth of a set: what is remembered, and what is asked afterwards."""

    name: str
    items: list[dict[str, Any]]
    questions: list[dict[str, Any]]
    by_group: bool = False


@dataclass
class Result:
    """What one system scored on one set, a row a question and always in the same order."""

    rows: list[dict[str, float]] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    size_bytes: int = 0

    def mean(self, measure: str) -> float:
        """Return the mean of a measure over the questions."""
        return sum(row[measure] for row in self.rows) / max(1, len(self.rows))


def load(folder: Path, name: str) -> list[Store]:
    """Return the stores of a set, by its name."""
    with gzip.open(folder / f"{name}.dev.json.gz", "rt", encoding="utf-8") as file:
        data = json.load(file)
    by_group = data.get("gold_level") == "group"
    return [
        Store(brain["brain"], brain["items"], brain["queries"], by_group)
        for brain in data["brains"]
    ]


def measures(gold: Sequence[str], ranked: Sequence[str]) -> dict[str, float]:
    """Return the measures of one ranking; what is right is right whatever stands beside it."""
    right = set(gold)
    found = [one in right for one in ranked[: DEPTHS[-1]]]
    row = {f"R@{depth}": sum(found[:depth]) / len(right) for depth in DEPTHS}
    row["MRR"] = next((1 / place for place, hit in enumerate(found, 1) if hit), 0.0)
    gain = sum(1 / math.log2(place + 1) for place, hit in enumerate(found[:GAIN_DEPTH], 1) if hit)
    best = sum(1 / math.log2(place + 1) for place in range(1, min(GAIN_DEPTH, len(right)) + 1))
    row["nDCG@10"] = gain / best
    return row


def by_group(ranked: Sequence[str], groups: Mapping[str, str]) -> list[str]:
    """Return the groups of ranked items, each where its first item stands."""
    return list(dict.fromkeys(groups[one] for one in ranked if one in groups))


def difference(
    base: Result, other: Result, measure: str, seed: int = 1
) -> tuple[float, float, float]:
    """Return how much better `other` is on the same questions, with the bootstrap's interval."""
    pairs = zip(base.rows, other.rows, strict=True)
    differences = [theirs[measure] - mine[measure] for mine, theirs in pairs]
    chooser = random.Random(seed)
    count = len(differences)
    means = sorted(sum(chooser.choices(differences, k=count)) / count for _ in range(RESAMPLES))
    outside = int((1 - INTERVAL) / 2 * RESAMPLES)
    return sum(differences) / count, means[outside], means[-1 - outside]
