"""Outcomes, proposals and preferences on their way out, in and away."""

import json
from typing import Any

import pytest

from myelin.contract.errors import OwnerValueStands
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.testing.clock import ManualClock
from myelin.testing.engines import call, temporary_brain
from tests.unit.upkeep.full_brain import engine, exported, imported, purged

CANARY = "canary-of-the-loop"


def fill(owner: Engine, host: Engine) -> dict[str, str]:
    """Log outcomes, raise and decide proposals, set preferences; return some of the ids."""
    known = call(host, "remember", content="A fact.", class_="fact")["memory"]["id"]
    asked = call(host, "promote_to_core", id=known, reason=f"{CANARY} words")["proposal"]["id"]
    dispatch.run(owner, "write", lambda s: owner.adaptation.reject(s, asked, decided_by="person"))
    logged: dict[str, Any] = {}
    for number in range(4):
        logged = call(
            host,
            "log_outcome",
            task=f"{CANARY} task {number}",
            task_kind="migration",
            outcome="success",
            summary=f"{CANARY} summary {number}",
            signal="verification",
            used=[{"id": known, "verdict": "helpful"}],
            violations=[{"standard": "commits", "rule": "no-tabs", "count": 2}],
        )
    call(owner, "set_preference", key="style.quotes", value="single", statement="mine")
    call(owner, "set_preference", key="style.quotes", value="double", statement="mine too")
    call(owner, "set_preference", key="gates.release", value="owner", statement="mine")
    claimed = call(host, "set_preference", key="a.b", value="c", statement=f"Always {CANARY}.")
    with pytest.raises(OwnerValueStands):
        call(host, "set_preference", key="style.quotes", value="x", statement=f"Always {CANARY}.")
    return {
        "memory": known,
        "proposal": asked,
        "outcome": logged["outcome"]["id"],
        "episode": logged["memory"],
        "preference": claimed["preference"]["id"],
    }


def records(lines: list[bytes], kind: str) -> list[dict[str, Any]]:
    return [one for one in map(json.loads, lines) if one.get("kind") == kind]


def test_the_loop_comes_back_from_an_export_of_this_device_as_the_same_bytes() -> None:
    with temporary_brain(clock=ManualClock()) as brain:
        owner, host = brain.open(origin=Origin.OWNER), brain.open()
        fill(owner, host)
        lines = exported(owner)
        owner.store.close()
        host.store.close()
    assert [len(records(lines, kind)) for kind in ("outcome", "proposal", "preference")] == [
        4,
        5,
        4,
    ]
    with engine("second") as other:
        report = imported(other, lines)
        assert report.left == []
        assert exported(other) == lines
        assert imported(other, lines).counts["added"] == 0
        assert exported(other) == lines
        with other.store.read() as session:
            assert not any(list(core.check(session)) for core in other.cores)
        held = call(other, "get_preferences")["preferences"]
        assert {one["key"]: one["value"] for one in held}["gates.release"] == "owner"
        assert len(call(other, "list_proposals")["proposals"]) == 4


def test_from_elsewhere_nothing_governs_and_nothing_counts() -> None:
    with temporary_brain(clock=ManualClock()) as brain:
        owner, host = brain.open(origin=Origin.OWNER), brain.open()
        fill(owner, host)
        lines = exported(owner)
        owner.store.close()
        host.store.close()
    with engine("second") as other:
        report = imported(other, lines, owned=False)
        reasons = {left.reason for left in report.left}
        assert "another brain's proposals are not taken over" in reasons
        assert "its namespace is the owner's alone" in reasons
        assert call(other, "list_proposals")["proposals"] == []
        held = call(other, "get_preferences")["preferences"]
        assert {one["key"]: one["claimed"] for one in held} == {"a.b": True, "style.quotes": True}
        again = call(
            other,
            "log_outcome",
            task="t",
            task_kind="migration",
            outcome="success",
            summary="s",
            signal="verification",
        )
        assert again["proposals"] == []


@pytest.mark.parametrize("purge_by", ["outcome", "episode"])
def test_a_purge_of_an_outcome_or_its_episode_takes_both(purge_by: str) -> None:
    with temporary_brain(clock=ManualClock()) as brain:
        owner, host = brain.open(origin=Origin.OWNER), brain.open()
        ids = fill(owner, host)
        purged(owner, ids[purge_by])
        text = b"".join(exported(owner)).decode()
        assert f"{CANARY} summary 3" not in text
        assert f"{CANARY} task 3" not in text
        assert f"{CANARY} summary 2" in text
        assert owner.store.check() == []
        host.store.close()
        owner.store.close()


def test_a_purge_of_a_preference_takes_the_proposal_that_repeats_its_words() -> None:
    with temporary_brain(clock=ManualClock()) as brain:
        owner, host = brain.open(origin=Origin.OWNER), brain.open()
        ids = fill(owner, host)
        purged(owner, ids["preference"])
        assert f"Always {CANARY}." not in b"".join(exported(owner)).decode()
        purged(owner, ids["proposal"])
        assert f"{CANARY} words" not in b"".join(exported(owner)).decode()
        host.store.close()
        owner.store.close()
