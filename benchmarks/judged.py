"""Small judged sets of recall: word forms, contradictions, corrected facts, foreign questions.

    python -m benchmarks.judged [--set words|pairs|corrected]
    MYELIN_SHARED=... python -m benchmarks.judged --set foreign

The sets in `benchmarks/data` were written before the code that they judge. Foreign questions are
those of another retrieval set: recall has to say that probably nothing answers them, and must not
say so of a set's own questions.
"""

import argparse
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from benchmarks import ranking, retrieval
from myelin.cores.memory.opposition import exclude
from myelin.engine import dispatch
from myelin.surface.operations import OPERATIONS
from myelin.testing import ManualClock, call, temporary_engine

DATA = Path(__file__).with_name("data")
SETS = ("words", "pairs", "corrected")
FOREIGN_SETS = ("eng_adr", "eng_changes", "eng_docs", "locomo", "locomo_obs")
FOREIGN_QUESTIONS = 60
DAYS_OLD = 400
NOTHING = "Probably nothing here answers"


class Judged(NamedTuple):
    """How many cases of a set come out right, and those that do not."""

    right: int
    total: int
    wrong: list[str]


def load(name: str) -> list[list[str]]:
    """Return the rows of a set."""
    rows: list[list[str]] = yaml.safe_load((DATA / f"{name}.yaml").read_text(encoding="utf-8"))
    return rows


def words() -> Judged:
    """Judge how often the right fact is first, all facts and distractors in one brain."""
    rows = load("words")
    with temporary_engine() as engine:
        ids = {
            text: call(engine, "remember", content=text, class_="fact")["memory"]["id"]
            for _, fact, _, *others in rows
            for text in (fact, *others)
        }
        wrong = []
        for _, fact, query, *_ in rows:
            found = call(engine, "recall", query=query)["memories"]
            if not found or found[0]["id"] != ids[fact]:
                wrong.append(query)
    return Judged(len(rows) - len(wrong), len(rows), wrong)


def pairs() -> Judged:
    """Judge which pairs of statements are called contradictions."""
    rows = load("pairs")
    wrong = [
        f"{one} | {other}"
        for _, one, other, verdict in rows
        if exclude(one, other) != (verdict == "contradicts")
    ]
    return Judged(len(rows) - len(wrong), len(rows), wrong)


def corrected() -> Judged:
    """Judge how often the newer of two statements is first, in a brain that has aged."""
    rows = load("corrected")
    chance = random.Random(5)
    clock = ManualClock()
    days = {text: chance.uniform(150, DAYS_OLD) for text, _, _ in rows}
    days |= {newer: days[older] * chance.uniform(0, 0.5) for older, newer, _ in rows}
    with temporary_engine(clock=clock) as engine:
        ids: dict[str, str] = {}
        passed = float(DAYS_OLD)
        for text in sorted(days, key=lambda one: -days[one]):
            clock.advance(days=passed - days[text])
            passed = days[text]
            ids[text] = call(engine, "remember", content=text, class_="fact")["memory"]["id"]
        clock.advance(days=passed)
        wrong = []
        for older, newer, query in rows:
            found = [one["id"] for one in call(engine, "recall", query=query)["memories"]]
            before = found[: found.index(ids[newer])] if ids[newer] in found else None
            if before is None or ids[older] in before:
                wrong.append(query)
    return Judged(len(rows) - len(wrong), len(rows), wrong)


def foreign(folder: Path) -> dict[str, tuple[float, float]]:
    """Return for each set the share of its own and of foreign questions that are flagged."""
    stores = {name: ranking.load(folder, name) for name in FOREIGN_SETS}
    talk = [one["text"] for store in stores["locomo"] for one in store.questions]
    notes = [
        one["text"]
        for name in FOREIGN_SETS[:3]
        for store in stores[name]
        for one in store.questions
    ]
    chance = random.Random(3)
    report = {}
    for name, some in stores.items():
        conversation = name in retrieval.CONVERSATIONS
        own: list[bool] = []
        others: list[bool] = []
        for store in some:
            made = retrieval.Myelin(store.items, conversation=conversation)
            asked: Sequence[str] = notes if conversation else talk
            own += [_flagged(made, one["text"]) for one in store.questions]
            others += [_flagged(made, one) for one in chance.sample(list(asked), FOREIGN_QUESTIONS)]
            made.close()
        report[name] = (sum(own) / len(own), sum(others) / len(others))
    return report


def _flagged(made: retrieval.Myelin, query: str) -> bool:
    answer: dict[str, Any] = dispatch.call(made.engine, OPERATIONS["recall"], {"query": query})
    return not answer["memories"] or NOTHING in answer.get("note", "")


def main() -> None:
    """Print how many cases of each set come out right."""
    parser = argparse.ArgumentParser(description="Small judged sets of recall.")
    parser.add_argument("--set", choices=(*SETS, "foreign"))
    chosen = parser.parse_args().set
    if chosen == "foreign":
        folder = Path(os.environ["MYELIN_SHARED"]) / "data" / "retrieval"
        for name, (own, others) in foreign(folder).items():
            print(f"{name:12} own {100 * own:5.1f} %  foreign {100 * others:5.1f} %")
        return
    for name, judge in (("words", words), ("pairs", pairs), ("corrected", corrected)):
        if chosen in (None, name):
            result = judge()
            print(f"{name:10} {result.right} of {result.total}   {'; '.join(result.wrong)}")


if __name__ == "__main__":
    main()
