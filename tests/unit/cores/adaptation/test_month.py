"""A month of 300 outcomes against the table of thresholds, written down a second time here."""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest

from myelin.engine import dispatch
from myelin.kernel.audience import Origin
from myelin.testing import FIXTURES, ManualClock, call, temporary_brain
from myelin.testing.clock import DAY_MS
from myelin.testing.engines import DECIDED

OUTCOMES = 300
MONTH_MS = 30 * DAY_MS
TASK_KINDS = ["bugfix", "release", "docs", "migration"]
STANDARDS = ["commits", "prose"]
RULES = ["no-tabs", "short-lines", "plain-words"]


@dataclass
class Table:
    """The thresholds, reckoned from all that was logged each time anew."""

    logged: list[dict[str, Any]] = field(default_factory=list)
    decided: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))
    waiting: set[tuple[str, str]] = field(default_factory=set)

    def expected(self) -> set[tuple[str, str]]:
        """Return what the outcome logged last has to raise."""
        last = self.logged[-1]
        found = set()
        for kind, target in self._touched(last):
            seen = [one for one in self.logged if one["at"] > self.decided[kind, target]]
            if (kind, target) not in self.waiting and self._met(kind, target, seen):
                found.add((kind, target))
        return found

    def _touched(self, last: dict[str, Any]) -> list[tuple[str, str]]:
        touched = []
        if last["signal"] != "reported":
            process = last.get("process")
            if process:
                touched.append(("revise_process", f"{process['name']}@{process['version']}"))
            elif last["outcome"] == "success":
                touched.append(("new_workflow", last["task_kind"]))
            for met in last["violations"]:
                touched.append(("new_rule", f"{met['standard']}/{met['rule']}"))
                touched.append(("new_skill", met["standard"]))
        for used in last["used"]:
            kind = {"helpful": "promote_to_core", "harmful": "review_memory"}.get(used["verdict"])
            if kind:
                touched.append((kind, used["id"]))
        return touched

    def _met(self, kind: str, target: str, seen: list[dict[str, Any]]) -> bool:
        known = [one for one in seen if one["signal"] != "reported"]
        if kind == "new_workflow":
            return (
                sum(
                    one["task_kind"] == target
                    and one["outcome"] == "success"
                    and "process" not in one
                    for one in known
                )
                >= 3
            )
        if kind == "revise_process":
            name, _, version = target.partition("@")
            wanted = {"name": name, "version": int(version)}
            last = [one["outcome"] for one in known if one.get("process") == wanted][-6:]
            return sum(each != "success" for each in last) >= 3
        if kind == "new_rule":
            standard, _, rule = target.partition("/")
            times = [
                sum(met["count"] for met in one["violations"] if _is(met, standard, rule))
                for one in known
            ]
            return sum(times) >= 5 and sum(each > 0 for each in times) >= 3
        if kind == "new_skill":
            met = [any(_is(each, target, None) for each in one["violations"]) for one in known]
            return sum(met) >= 3
        verdict = "helpful" if kind == "promote_to_core" else "harmful"
        mine = [one for one in seen if {"id": target, "verdict": verdict} in one["used"]]
        if kind == "review_memory":
            return len(mine) >= 2
        misled = any({"id": target, "verdict": "harmful"} in one["used"] for one in self.logged)
        return len(mine) >= 5 and len({one["at"] // DAY_MS for one in mine}) >= 3 and not misled


def _is(met: dict[str, Any], standard: str, rule: str | None) -> bool:
    return met["standard"] == standard and rule in (None, met["rule"])


def drawn(chance: random.Random, memories: list[str]) -> dict[str, Any]:
    """Return the arguments of one outcome; some things are rare so that thresholds differ."""
    given: dict[str, Any] = {
        "task": "Do the thing",
        "task_kind": chance.choice(TASK_KINDS),
        "outcome": chance.choices(["success", "partial", "failure"], [5, 2, 2])[0],
        "summary": "It went as it went.",
        "signal": chance.choices(["verification", "feedback", "reported"], [3, 2, 4])[0],
        "used": [],
        "violations": [],
    }
    if chance.random() < 0.5:
        name = chance.choice(["release", "bug-fix"])
        given["process"] = {"name": name, "version": 1}
    for known in chance.sample(memories, chance.randrange(3)):
        verdicts = ["helpful", "neutral", "harmful"]
        verdict = chance.choices(verdicts, [8, 3, 1 if known != memories[0] else 0])[0]
        given["used"].append({"id": known, "verdict": verdict})
    met = {(chance.choice(STANDARDS), chance.choice(RULES)) for _ in range(chance.randrange(3))}
    given["violations"] = [
        {"standard": standard, "rule": rule, "count": chance.randint(1, 3)}
        for standard, rule in sorted(met)
    ]
    return given


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_a_month_every_threshold_fires_when_the_table_says_and_never_twice(seed: int) -> None:
    chance = random.Random(seed)
    clock = ManualClock()
    table = Table()
    rejected = raised_again = 0
    with temporary_brain(clock=clock, seed=str(seed)) as brain:
        host, owner = brain.open(), brain.open(origin=Origin.OWNER)
        FIXTURES["starter_pack"](owner)
        memories = [
            call(host, "remember", content=f"Fact {n}", class_="fact")["memory"]["id"]
            for n in range(4)
        ]
        fired: dict[tuple[str, str], int] = defaultdict(int)
        for _ in range(OUTCOMES):
            clock.advance(MONTH_MS // OUTCOMES + chance.randint(-3_600_000, 3_600_000))
            given = drawn(chance, memories)
            answer = call(host, "log_outcome", **given)
            # The time of the transaction, which a target of a decision is compared with.
            at = _ms(answer["outcome"]["recorded_at"])
            table.logged.append({**given, "at": at})
            raised = {(one["kind"], one["target"]) for one in answer["proposals"]}
            assert raised == table.expected()
            assert len(raised) == len(answer["proposals"])
            for kind_and_target in raised:
                raised_again += fired[kind_and_target] > 0
                fired[kind_and_target] += 1
            table.waiting |= raised
            if table.waiting and chance.random() < 0.25:
                kind, target = chance.choice(sorted(table.waiting))
                table.decided[kind, target] = _reject(owner, kind, target)
                table.waiting.discard((kind, target))
                rejected += 1
        assert {kind for kind, _ in fired} >= {
            "new_workflow",
            "revise_process",
            "new_rule",
            "new_skill",
            "promote_to_core",
            "review_memory",
        }
        assert rejected > 10
        assert raised_again > 3
        host.store.close()
        owner.store.close()


def _reject(owner: Any, kind: str, target: str) -> int:
    (known,) = [
        one["id"]
        for one in call(owner, "list_proposals")["proposals"]
        if (one["kind"], one["target"]) == (kind, target)
    ]
    answer = dispatch.run(
        owner,
        "write",
        lambda s: owner.adaptation.reject(s, known, decided_by="person"),
        decision=DECIDED,
    )
    return _ms(answer["proposal"]["decided_at"])


def _ms(time: str) -> int:
    from myelin.kernel.clock import parse_time

    return parse_time(time)
