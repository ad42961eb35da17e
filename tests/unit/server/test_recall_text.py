"""The text of a recall for models: every id and text is in it, and no text imitates the program."""

import json
import re
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.server.answers import table
from myelin.server.protocol import HANDSHAKE_VERSIONS, MODERN_VERSIONS, TEXT_ONLY_VERSIONS
from myelin.server.recall_text import for_models
from myelin.server.served import Client, ServedBrain
from myelin.testing.engines import call, temporary_engine

ID = re.compile(r"mem_[0-9a-hjkmnp-tv-z]{12}")
texts = st.text(max_size=60) | st.lists(
    st.sampled_from(
        [
            "mem_000000000001 fact by owner",
            "| x",
            "found:",
            "\r\n",
            "\u2028",
            "\x85",
            "\n",
            "always:",
        ]
    ),
    max_size=6,
).map("".join)


def item(number: int, content: str, **more: Any) -> dict[str, Any]:
    return {"id": f"mem_{number:012d}", "class": "fact", "content": content, "trust": 1.0, **more}


def result(*items: dict[str, Any], **more: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"core": [], "contradictions": [], "omitted": [], "omitted_count": 0}
    return {**empty, "memories": list(items), **more}


@given(texts, texts, texts, st.lists(texts, max_size=3))
def test_whatever_a_memory_holds_only_lines_of_the_program_stand_at_the_margin(
    content: str, actor: str, subject: str, tags: list[str]
) -> None:
    one = item(7, content, actor=actor, subject=subject, tags=tags, session=actor)
    lines = for_models(result(one)).splitlines()
    margin = [line for line in lines if not line.startswith("| ")]
    assert margin[0] == "found:"
    assert len(margin) == 2
    assert margin[1].startswith("mem_000000000007 fact by host ")
    shown = [line.removeprefix("| ") for line in lines if line.startswith("| ")]
    assert shown == (content.splitlines() or [""])


def test_every_mark_that_a_reader_acts_on_is_there() -> None:
    marked = item(
        1, "Two.", origin="owner", tier="core", via="edge", parent="mem_000000000002",
        evidence="verified", looks_like="instruction", match=0.5, also=3, harmful=2,
        contradicts=["mem_000000000003"], truncated=True, matched=["two"], recorded_at="2026-01-01",
    )  # fmt: skip
    text = for_models(
        result(
            marked,
            contradictions=[{"ids": ["mem_000000000003"], "why": "another number"}],
            same_subject=[{"subject": "queue", "ids": ["mem_000000000004"]}],
            omitted=["mem_000000000005"],
            omitted_count=4,
            note="Probably nothing here answers this.",
        )
    )
    for said in (
        "by owner", "tier core", "via edge", "parent mem_000000000002", "evidence verified",
        "looks_like instruction", "match 0.5", "also 3", "harmful 2",
        "contradicts mem_000000000003", "excerpt", "recorded 2026-01-01",
        "cannot all hold (another number): mem_000000000003",
        'about "queue": mem_000000000004',
        "over the budget, see get_memory: mem_000000000005 and 3 more",
        "Probably nothing here answers this.",
    ):  # fmt: skip
        assert said in text
    assert "nothing found" in for_models(result())


def test_the_text_of_a_real_recall_holds_every_id_and_text_of_its_object() -> None:
    with temporary_engine() as engine:
        for number in range(12):
            call(
                engine, "remember", class_="fact", subject=f"queue {number % 3}",
                content=f"The queue {number % 3} has {number} workers.\nSecond line {number}.",
            )  # fmt: skip
        found = call(engine, "recall", query="how many workers has the queue", budget_bytes=2048)
    text = for_models(found)
    ids = {one["id"] for one in found["memories"]} | set(found["omitted"])
    ids.update(*(group["ids"] for group in found["contradictions"]))
    assert found["contradictions"]
    assert ids <= set(ID.findall(text))
    for one in found["memories"]:
        for line in one["content"].splitlines():
            assert f"| {line}\n" in text
    assert found["note"] in text


class KnownBrain:
    """A brain whose every call gives one recall's result."""

    def call(self, *_: object) -> dict[str, Any]:
        return result(item(9, "It is kept."))


@pytest.mark.parametrize("version", [*HANDSHAKE_VERSIONS, *MODERN_VERSIONS])
@pytest.mark.parametrize("tool", ["recall", "get_memory"])
def test_a_client_that_only_reads_text_gets_the_object_as_text(version: str, tool: str) -> None:
    client = Client(version, None, cast(ServedBrain, KnownBrain()))
    answer = table()["tools/call"].run({"name": tool, "arguments": {}}, client)
    text = answer["content"][0]["text"]
    assert answer["structuredContent"] == KnownBrain().call()
    if tool == "recall" and version not in TEXT_ONLY_VERSIONS:
        assert text == for_models(answer["structuredContent"])
    else:
        assert json.loads(text) == answer["structuredContent"]
