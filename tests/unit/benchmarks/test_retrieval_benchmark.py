"""The retrieval benchmark asks what a client asks, and its measures are what they say."""

from collections.abc import Mapping
from typing import Any

import pytest

from benchmarks import ranking, retrieval
from benchmarks.ranking import Result, Store
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.engine.operation import Operation

STORE = Store(
    "small",
    [
        {"id": "a", "text": "The build takes nine minutes."},
        {"id": "b", "text": "The build  takes nine minutes."},
        {"id": "c", "text": "Deploys start at noon.", "speaker": "Ana", "session": "s"},
        *(
            {"id": f"d{number}", "text": f"Nothing of interest, number {number}."}
            for number in range(6)
        ),
    ],
    [
        {"text": "how long does the build take", "gold": ["b"]},
        {"text": "when do deploys start", "gold": ["c"]},
    ],
)


def test_every_question_and_item_goes_through_the_products_own_way_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    through = dispatch.call

    def counted(
        engine: Engine, operation: Operation, arguments: Mapping[str, Any]
    ) -> dict[str, Any]:
        calls.append(operation.name)
        return through(engine, operation, arguments)

    monkeypatch.setattr(dispatch, "call", counted)
    result = retrieval.ask("myelin", "small", [STORE])
    assert calls.count("remember") == len(STORE.items)
    assert calls.count("recall") == len(STORE.questions)
    assert [row["R@1"] for row in result.rows] == [1, 1]

    def closed(*_: object) -> dict[str, Any]:
        raise ConnectionError("nothing comes in")

    monkeypatch.setattr(dispatch, "call", closed)
    with pytest.raises(ConnectionError):
        retrieval.ask("myelin", "small", [STORE])


@pytest.mark.parametrize("system", ["d", "rank-bm25"])
def test_the_plain_systems_answer_the_same_questions(system: str) -> None:
    result = retrieval.ask(system, "small", [STORE])
    assert [row["R@5"] for row in result.rows] == [1, 1]


def test_measures_are_those_of_the_literature() -> None:
    row = ranking.measures(["a", "b"], ["x", "a", "y", "z", "w", "b"])
    assert (row["R@1"], row["R@5"], row["R@10"]) == (0, 0.5, 1)
    assert row["MRR"] == 0.5
    assert row["nDCG@10"] == pytest.approx(
        (1 / 1.58496 + 1 / 2.80735) / (1 + 1 / 1.58496), rel=1e-4
    )
    assert ranking.measures(["a"], []) == dict.fromkeys(ranking.MEASURES, 0)


def test_the_interval_of_a_difference_holds_the_difference() -> None:
    base, better = Result(), Result()
    for number in range(200):
        base.rows.append({"R@10": float(number % 2)})
        better.rows.append({"R@10": float(number % 2 or number % 3 == 0)})
    mean, low, high = ranking.difference(base, better, "R@10")
    assert low < mean < high
    assert low > 0
    assert ranking.difference(base, base, "R@10") == (0, 0, 0)
