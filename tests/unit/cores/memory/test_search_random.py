"""Whatever is asked: no exception, no answer over its budget, the same answer twice.

A short form runs every time; CRASH_RUNS asks for a hundred thousand queries.
"""

import os
import random
import unicodedata
from collections.abc import Iterator

import pytest

from benchmarks import notes
from myelin.contract.operations.recall import RecallArgs
from myelin.engine.engine import Engine
from myelin.testing import temporary_brain

QUERIES = 100_000 if os.environ.get("CRASH_RUNS") else 1500
QUERY_BYTES_MAX = 4096
BUDGETS = (1024, 2048, 8192, 65_536)
SIGNS = "\"'*:^()-+{}[]<>|&!?~`#@%$\\/.,;=_\u200b\u0301\u3099\u0e31\ufeff\ud800\u0000\t\n"
JOINTS = (" AND ", " OR ", " NOT ", " NEAR(", '" "', " labels : ", "--", " yesterday ", " may ")


@pytest.fixture(scope="module")
def searched() -> Iterator[Engine]:
    """A read-only engine on the project's own notes, whose clock stands still."""
    texts, _ = notes.load()
    with temporary_brain() as brain:
        writer = brain.open()
        notes.remember(writer, texts)
        writer.store.close()
        reader = brain.open(readonly=True)
        yield reader
        reader.store.close()


def mutated(chooser: random.Random, corpus: list[str]) -> str:
    """Return a text of the corpus with what a careless hand, or a hostile one, does to it."""
    words = " ".join(chooser.choices(corpus, k=chooser.randint(1, 3))).split()
    chooser.shuffle(words)
    query = list(" ".join(words[: chooser.randint(1, 30)]))
    for _ in range(chooser.randrange(12)):
        at = chooser.randrange(len(query) + 1)
        change = chooser.randrange(5)
        if change == 0:
            del query[at : at + chooser.randint(1, 6)]
        elif change == 1:
            query.insert(at, chooser.choice(SIGNS))
        elif change == 2:
            query.insert(at, chooser.choice(JOINTS))
        elif change == 3:
            query.insert(at, chr(chooser.choice((0x250, 0x3000, 0x11000, 0x10FFFF)) - 1))
        else:
            query[at : at + 1] = [each.swapcase() for each in query[at : at + 1]]
    form = chooser.choice(("NFC", "NFD", "NFKC", "NFKD"))
    return unicodedata.normalize(form, "".join(query))


def anything(chooser: random.Random) -> str:
    """Return characters from all of Unicode, those that belong to nothing included."""
    size = chooser.randrange(60)
    spaces = ((0x20, 0x250), (0x370, 0x1000), (0x3000, 0xA000), (0xAC00, 0xD7A4), (0, 0x110000))
    first, last = chooser.choice(spaces)
    return "".join(chr(chooser.randrange(first, last)) for _ in range(size))


def test_no_query_breaks_recall_or_its_promises(searched: Engine) -> None:
    texts, asked = notes.load()
    corpus = [note["text"] for note in texts.values()] + [one.query for one in asked]
    chooser = random.Random(20_260_301)
    for number in range(QUERIES):
        query = mutated(chooser, corpus) if number % 2 else anything(chooser)
        query = query.encode(errors="replace")[:QUERY_BYTES_MAX].decode(errors="ignore")
        # As if admitted: what admission refuses (controls, surrogates) is harmless here too.
        args = RecallArgs.model_construct(
            query=query,
            budget_bytes=chooser.choice(BUDGETS),
            classes=[],
            tags=[],
            as_of=chooser.choice((None, None, None, "2026-03-01T12:30:00Z")),
            tier="project",
        )
        answers = []
        for _ in range(2):
            with searched.store.read() as session:
                answers.append(searched.memory.recall(session, args))
        first, again = answers
        assert first == again, query
        assert first["bytes"] <= args.budget_bytes, query
        scores = [item["score"] for item in first["memories"]]
        assert scores == sorted(scores, reverse=True), query
        assert all(item["score"] > 0 for item in first["memories"]), query


def test_the_longest_query_costs_no_more_than_a_bounded_number_of_terms(searched: Engine) -> None:
    texts, _ = notes.load()
    everything = " ".join(note["text"] for note in texts.values())
    for query in (everything, "a " * 2048, "東" * 1365, "zzqx " * 800, "2024 " * 800, "@ " * 2000):
        cut = query.encode()[:QUERY_BYTES_MAX].decode(errors="ignore")
        with searched.store.read() as session:
            args = RecallArgs.model_construct(
                query=cut,
                budget_bytes=8192,
                classes=[],
                tags=[],
                as_of=None,
                tier="project",
                include_archived=False,
                explain=False,
            )
            answer = searched.memory.recall(session, args)
        assert all(len(item.get("matched", [])) <= 12 for item in answer["memories"])
