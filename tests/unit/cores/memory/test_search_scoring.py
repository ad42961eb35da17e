"""A score is the sum of its parts times its factors, and says so; ranking is pure arithmetic."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.operations.recall import RecallArgs
from myelin.cores.memory import scoring
from myelin.cores.memory.index import WORD_NUMBERS
from myelin.cores.memory.scoring import Bag, Weights, Worth
from myelin.engine.engine import Engine
from myelin.testing import call

WEIGHTS = st.dictionaries(st.integers(0, 9), st.floats(0.25, 60), max_size=8)
BAGS = st.lists(
    st.tuples(
        st.none() | st.sampled_from(["s1", "s2"]), st.integers(1, 500), st.booleans(), WEIGHTS
    ),
    min_size=1,
    max_size=8,
)


def bags_of(rows: list[tuple[str | None, int, bool, dict[int, float]]]) -> dict[int, Bag]:
    return {
        number: Bag(number, session, length, asks, held, array(WORD_NUMBERS, held).tobytes())
        for number, (session, length, asks, held) in enumerate(rows)
    }


def weights_of(values: list[float]) -> Weights:
    """Return the weights of a question for words 0, 1 and so on, with a bit of everything."""
    return Weights(
        words={word: [Worth(word, value, 1.0)] for word, value in enumerate(values)},
        gains=values,
        compounds={},
        whole=sum(values),
        asked=sum(values),
        common={8: 0.2},
        phrases={(0, 1): 0.5},
        dates=[(frozenset({7}), 1.5)],
        actors=frozenset({9}),
        average_length=50.0,
        documents=1000,
    )


@given(BAGS, st.lists(st.floats(0.1, 9), min_size=2, max_size=5), st.integers(1, 9))
def test_the_best_come_first_and_ties_with_the_last_are_kept(
    rows: list[tuple[str | None, int, bool, dict[int, float]]], values: list[float], limit: int
) -> None:
    bags, weights = bags_of(rows), weights_of(values)
    everything = scoring.rank(bags, bags, {}, weights, len(bags))
    totals = [score.total for _, score in everything]
    assert totals == pytest.approx(sorted(totals, reverse=True))
    assert all(total > 0 for total in totals)
    kept = scoring.rank(bags, bags, {}, weights, limit)
    assert [document for document, _ in kept[:limit]] == [
        document for document, _ in everything[:limit]
    ]


@given(WEIGHTS, st.lists(st.floats(0.1, 9), min_size=2, max_size=5), st.integers(0, 9))
def test_one_more_occurrence_of_a_word_that_is_sought_never_lowers_a_score(
    held: dict[int, float], values: list[float], word: int
) -> None:
    weights = weights_of(values)
    more = {**held, word: held.get(word, 0.0) + 1}

    def total(of: dict[int, float]) -> float:
        ranked = scoring.rank([1], {1: Bag(1, None, 40, False, of, b"")}, {}, weights, 1)
        return ranked[0][1].total if ranked else 0.0

    assert total(more) >= total(held) - 1e-9


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_rarer_word_is_worth_more_and_no_word_less_than_nothing(
    total: int, one: int, other: int
) -> None:
    rare, common = sorted((min(one, total), min(other, total)))
    assert scoring.rarity(rare, total) >= scoring.rarity(common, total) >= 0
    assert scoring.distinction(rare, total) >= scoring.distinction(common, total) > 0


@pytest.mark.parametrize(
    ("sequence", "count"),
    [([1, 2], 1), ([2, 1], 0), ([1, 2, 1, 2], 2), ([1, 1, 2], 1), ([256, 1, 512], 0), ([], 0)],
)
def test_a_phrase_is_two_whole_words_side_by_side(sequence: list[int], count: int) -> None:
    packed = array(WORD_NUMBERS, sequence).tobytes()
    assert scoring.adjacent(packed, 1, 2) == count


def test_the_parts_of_an_explanation_make_up_the_score(host: Engine) -> None:
    for number, content in enumerate(
        (
            "Deploys from the release branch happened on Monday.",
            "Which release branch do we deploy from?",
            "The release notes are written by hand.",
        )
    ):
        call(
            host,
            "remember",
            content=content,
            session="s1",
            actor=("Dana", "Kim", "Dana")[number],
            observed_at="2026-02-01T12:00:00Z",
            **{"class": "note"},
        )
    query = "from which release branch did Dana deploy in February 2026"
    with host.store.read() as session:
        explained = host.memory.explain(session, RecallArgs(query=query))["explained"]
    served = call(host, "recall", query=query, explain=True)["memories"]
    assert [one["id"] for one in explained] == [item["id"] for item in served]
    for one, item in zip(explained, served, strict=True):
        parts = {name: value for name, value in one.items() if isinstance(value, float)}
        words = one["words"]
        assert isinstance(words, dict)
        added = sum(words.values()) + parts["phrases"] + parts["common"] + parts["dates"]
        factors = parts["coverage"] * parts["actor"] * parts["question"]
        assert added * factors + parts["session"] == pytest.approx(parts["relevance"], rel=1e-3)
        assert parts["relevance"] * (0.95 + 0.05 * parts["trust"]) == pytest.approx(
            parts["score"], rel=1e-3
        )
        assert item["score"] == pytest.approx(parts["score"], rel=1e-2)
        assert item["bm25"] == pytest.approx(sum(words.values()), rel=1e-3)
        assert len(item["matched"]) <= len(words)
    assert explained[0]["actor"] == 2
    assert {one["question"] for one in explained} == {1, 0.75}
    assert all(isinstance(one["dates"], float) and one["dates"] > 0 for one in explained)
