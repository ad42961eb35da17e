"""Proposals: inert until the owner accepts, applied as shown, after a snapshot, and once."""

import dataclasses
import errno
from pathlib import Path
from typing import Any

import pytest

from myelin import assembly, store
from myelin.contract.errors import (
    ArgumentInvalid,
    CoreFull,
    IdAmbiguous,
    InternalError,
    ProcessInvalid,
    ProposalDecided,
    ProposalStale,
    ProposalUnknown,
    StandardInvalid,
    StorageFailed,
    StorageFull,
    WriteOutcomeUnknown,
)
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.machine import Machine
from myelin.store.posix import PosixIo
from myelin.testing import FIXTURES, ManualClock, TemporaryBrain, call, run

REASON = "Every task needs it: SECRET-WORDS."
WORKFLOW = """kind: workflow
name: migration
title: Migrate
summary: Move data.
triggers: [migration]
steps:
  - {id: dump, do: Dump it.}
"""
SKILL = """kind: skill
name: commits
title: Commits
summary: Write commits.
triggers: [commits]
produces: A commit message.
guidance: Be brief.
standard: commits
"""
STANDARD = """name: commits
title: Commits
rules:
  - {id: no-tabs, check: forbid_pattern, pattern: "\\t", message: A tab., fix: Use spaces.}
"""


def remember(engine: Engine, content: str = "The queue needs a dump.", **given: Any) -> str:
    arguments = {"content": content, "class_": "fact", **given}
    return str(call(engine, "remember", **arguments)["memory"]["id"])


def ask(engine: Engine, known: str) -> dict[str, Any]:
    answer = call(engine, "promote_to_core", id=known, reason=REASON)
    proposal: dict[str, Any] = answer["proposal"]
    return proposal


def log(engine: Engine, **given: Any) -> list[dict[str, Any]]:
    task = {
        "task": "Move the queue",
        "task_kind": "migration",
        "outcome": "success",
        "summary": "It took ten minutes.",
        "signal": "verification",
    }
    proposals: list[dict[str, Any]] = call(engine, "log_outcome", **{**task, **given})["proposals"]
    return proposals


def show(engine: Engine, known: str, body: str | None = None) -> dict[str, Any]:
    return dispatch.run(engine, "read", lambda s: engine.adaptation.show(s, known, body))


def accept(
    engine: Engine, known: str, body: str | None = None, sha256: str | None = None
) -> dict[str, Any]:
    wanted = sha256 or show(engine, known, body)["sha256"]
    return dispatch.run(
        engine,
        "write",
        lambda s: engine.adaptation.accept(s, known, sha256=wanted, decided_by="person", body=body),
        snapshot=f"before {known}",
    )


def reject(engine: Engine, known: str) -> dict[str, Any]:
    return dispatch.run(
        engine, "write", lambda s: engine.adaptation.reject(s, known, decided_by="person")
    )


def state(engine: Engine, known: str) -> str:
    return str(show(engine, known)["proposal"]["state"])


def raised(engine: Engine, kind: str, **given: Any) -> str:
    """Log outcomes until a proposal of the kind is raised, and return its id."""
    for _ in range(6):
        for one in log(engine, **given):
            if one["kind"] == kind:
                return str(one["id"])
    raise AssertionError(f"no {kind} was raised")


def test_a_memory_that_a_host_asks_for_enters_the_core_when_the_owner_accepts(
    host: Engine, owner: Engine
) -> None:
    known = remember(host)
    asked = ask(host, known[:12])
    assert asked == ask(host, known)
    assert "SECRET-WORDS" not in str(call(host, "list_proposals"))
    assert show(owner, asked["id"])["words"] == REASON
    assert call(host, "recall", query="dump")["core"] == []
    done = accept(owner, asked["id"])
    assert done["proposal"]["state"] == "accepted"
    assert done["proposal"]["decided_by"] == "person"
    assert [one["id"] for one in call(host, "recall", query="dump")["core"]] == [known]
    assert call(host, "list_proposals")["proposals"] == []
    with pytest.raises(ArgumentInvalid):
        ask(host, known)


def test_what_was_turned_down_is_not_asked_again_and_comes_back_only_on_later_evidence(
    host: Engine, owner: Engine, clock: ManualClock
) -> None:
    known = remember(host)
    used = [{"id": known, "verdict": "helpful"}]
    for _ in range(3):
        log(host, used=used, task_kind="a", outcome="partial")
        clock.advance(days=1)
    asked = ask(host, known)
    reject(owner, asked["id"])
    assert ask(host, known)["state"] == "rejected"
    answers = []
    for _ in range(5):
        clock.advance(days=1)
        answers.append(log(host, used=used, task_kind="a", outcome="partial"))
    assert [len(each) for each in answers] == [0, 0, 0, 0, 1]
    assert answers[-1][0]["kind"] == "promote_to_core"
    assert len(answers[-1][0]["evidence"]) == 5


def test_deciding_twice_is_said_plainly(host: Engine, owner: Engine) -> None:
    asked = ask(host, remember(host))["id"]
    sha256 = show(owner, asked)["sha256"]
    accept(owner, asked)
    with pytest.raises(ProposalDecided, match="accepted already, since 2026"):
        accept(owner, asked, sha256=sha256)
    with pytest.raises(ProposalDecided):
        reject(owner, asked)


def test_a_proposal_whose_target_changed_is_closed_only_when_the_owner_says_so(
    host: Engine, owner: Engine
) -> None:
    def close() -> None:
        dispatch.run(
            owner, "write", lambda s: owner.adaptation.close_stale(s, asked, decided_by="person")
        )

    known = remember(host)
    asked = ask(host, known)["id"]
    with pytest.raises(InternalError):
        close()
    remember(host, "The queue needs no dump.", supersedes=known)
    assert "replaced" in show(owner, asked)["stale"]
    with pytest.raises(ProposalStale, match="Nothing was applied"):
        accept(owner, asked)
    assert state(owner, asked) == "open"
    close()
    assert state(owner, asked) == "stale"
    assert show(owner, asked)["proposal"]["decided_by"] == "person"
    with pytest.raises(ProposalDecided, match="stale"):
        accept(owner, asked)


def test_only_what_was_shown_is_applied(host: Engine, owner: Engine) -> None:
    asked = raised(host, "new_workflow")
    shown = show(owner, asked, WORKFLOW)["sha256"]
    with pytest.raises(ProposalStale, match="another text"):
        accept(owner, asked, WORKFLOW.replace("Dump it.", "Drop it."), sha256=shown)
    assert state(owner, asked) == "open"


def test_what_does_not_fit_the_core_stays_a_proposal(host: Engine, owner: Engine) -> None:
    asked = ask(host, remember(host, "y" * 900))["id"]
    for number in range(3):
        if number < 2:
            run(owner, "core_add", remember(owner, f"{number}" + "x" * 400))
    with pytest.raises(CoreFull):
        accept(owner, asked)
    assert state(owner, asked) == "open"
    with pytest.raises(CoreFull):
        ask(host, remember(host, "z" * 1500))


class FailingDisk(PosixIo):
    """The real disk until one of its effects is told to fail."""

    failing = ""

    def _check(self, effect: str) -> None:
        if self.failing == effect:
            raise OSError(errno.ENOSPC if effect == "write" else errno.EIO, "injected")

    def pwrite(self, fd: int, data: Any, offset: int) -> None:
        self._check("write")
        super().pwrite(fd, data, offset)

    def fsync(self, fd: int) -> None:
        self._check("sync")
        super().fsync(fd)

    def rename(self, folder: int, old: str, new: str) -> None:
        self._check("rename")
        super().rename(folder, old, new)


@pytest.mark.parametrize(
    ("effect", "error"),
    [("write", StorageFull), ("sync", WriteOutcomeUnknown), ("rename", StorageFailed)],
)
def test_a_snapshot_that_fails_aborts_the_acceptance_and_changes_nothing(
    brain: TemporaryBrain, host: Engine, effect: str, error: type[Exception]
) -> None:
    asked = ask(host, remember(host))["id"]
    disk = FailingDisk()
    owner = brain.open(origin=Origin.OWNER)
    owner.store.close()
    opened = store.open(
        brain.path,
        keys.local_key(brain.root),
        schema=assembly._schema(Audience.LOCAL),
        clock=brain.clock,
        chance=brain.chance,
        io=disk,
    )
    owner = dataclasses.replace(owner, store=opened)
    sha256 = show(owner, asked)["sha256"]
    disk.failing = effect
    with pytest.raises(error):
        accept(owner, asked, sha256=sha256)
    disk.failing = ""
    opened.close()
    assert state(host, asked) == "open"
    assert call(host, "recall", query="dump")["core"] == []


def test_an_accepted_proposal_leaves_a_snapshot_of_the_state_before(
    brain: TemporaryBrain, host: Engine, owner: Engine
) -> None:
    asked = ask(host, remember(host))["id"]
    accept(owner, asked)
    clock: Any = brain.clock
    key, machine = keys.local_key(brain.root), Machine(clock, brain.chance)
    with assembly.open_past(brain.path, key, machine=machine) as past:
        assert f"before {asked}" in {point.label for point in past.points()}


@pytest.mark.parametrize(
    ("kind", "given", "wrong", "error", "right", "applied"),
    [
        ("new_workflow", {}, SKILL, ProcessInvalid, WORKFLOW, "migration@1"),
        (
            "new_skill",
            {"violations": [{"standard": "commits", "rule": "no-tabs"}], "outcome": "partial"},
            SKILL.replace("standard: commits", "standard: other"),
            ProcessInvalid,
            SKILL,
            "commits@1",
        ),
        (
            "new_rule",
            {
                "violations": [{"standard": "commits", "rule": "no-tabs", "count": 2}],
                "outcome": "partial",
            },
            STANDARD.replace("id: no-tabs", "id: other"),
            StandardInvalid,
            STANDARD,
            "commits@1",
        ),
    ],
)
def test_a_document_of_the_owners_is_checked_saved_and_reviewed(
    host: Engine,
    owner: Engine,
    kind: str,
    given: dict[str, Any],
    wrong: str,
    error: type[Exception],
    right: str,
    applied: str,
) -> None:
    asked = raised(host, kind, **given)
    assert show(owner, asked)["change"] == ""
    for bad in (wrong, "kind: [", ""):
        with pytest.raises((error, InternalError, ProcessInvalid, StandardInvalid, ValueError)):
            accept(owner, asked, bad)
    assert state(owner, asked) == "open"
    assert call(host, "list_processes")["processes"] == []
    assert accept(owner, asked, right)["applied"] == applied
    hub: Any = owner.quality if kind == "new_rule" else owner.processes
    name = applied.partition("@")[0]
    shown = dispatch.run(owner, "read", lambda s: hub.show(s, name, None))
    assert shown["process" if hub is owner.processes else "standard"]["reviewed"]


def test_a_revision_takes_the_place_of_the_version_it_is_about_or_is_stale(
    host: Engine, owner: Engine
) -> None:
    FIXTURES["starter_pack"](owner)
    given = {"process": {"name": "release", "version": 1}, "outcome": "failure"}
    asked = raised(host, "revise_process", **given)
    yaml = call(host, "get_workflow", name="release")["yaml"].replace("title:", "title: Our")
    with pytest.raises(ProcessInvalid):
        accept(owner, asked, WORKFLOW)
    assert accept(owner, asked, yaml)["applied"] == "release@2"
    given["process"] = {"name": "release", "version": 2}
    other = raised(host, "revise_process", **given)
    call(owner, "save_process", yaml=yaml.replace("title: Our", "title: Their"))
    with pytest.raises(ProposalStale, match="no longer in force"):
        accept(owner, other, yaml)


def test_a_memory_that_misled_is_withdrawn_when_the_owner_accepts(
    host: Engine, owner: Engine
) -> None:
    known = remember(host)
    asked = raised(host, "review_memory", used=[{"id": known, "verdict": "harmful"}])
    accept(owner, asked)
    assert call(host, "get_memory", id=known)["memory"]["tier"] == "archive"


def test_a_correction_of_a_core_memory_takes_its_place_when_the_owner_accepts(
    host: Engine, owner: Engine
) -> None:
    known = remember(owner)
    run(owner, "core_add", known)
    answer = call(
        host, "remember", content="The queue needs no dump.", class_="fact", supersedes=known
    )
    assert "proposal" in answer["note"]
    new = answer["memory"]["id"]
    assert [one["id"] for one in call(host, "recall", query="x")["core"]] == [known]
    (proposal,) = call(host, "list_proposals")["proposals"]
    assert (proposal["kind"], proposal["target"]) == ("revise_core", known)
    accept(owner, proposal["id"])
    assert [one["id"] for one in call(host, "recall", query="x")["core"]] == [new]
    assert call(host, "get_memory", id=known)["memory"]["superseded_by"] == new


def test_a_claimed_preference_becomes_the_owners_when_accepted_and_stale_when_it_changed(
    host: Engine, owner: Engine
) -> None:
    def claim(key: str) -> str:
        call(owner, "set_preference", key=key, value="single", statement="mine")
        with pytest.raises(Exception, match="owner has set"):
            call(host, "set_preference", key=key, value="double", statement="Always double.")
        return str(call(host, "list_proposals")["proposals"][0]["id"])

    accept(owner, claim("style.quotes"))
    (held,) = call(host, "get_preferences")["preferences"]
    assert (held["value"], "claimed" in held) == ("double", False)
    asked = claim("style.width")
    call(owner, "set_preference", key="style.width", value="none", statement="mine")
    with pytest.raises(ProposalStale):
        accept(owner, asked)


@pytest.mark.parametrize("tool", ["save_process", "save_standard"])
def test_a_hosts_save_behind_an_approved_version_waits_as_a_proposal(
    host: Engine, owner: Engine, tool: str
) -> None:
    text = WORKFLOW if tool == "save_process" else STANDARD
    kind = tool.replace("save", "approve")
    assert "proposal" not in call(host, tool, yaml=text)
    call(owner, tool, yaml=text)
    saved = [call(host, tool, yaml=text.replace("title:", f"title: V{n}")) for n in (2, 3)]
    name = saved[0]["name"]
    (waiting,) = call(host, "list_proposals")["proposals"]
    assert [one["proposal"]["id"] for one in saved] == [waiting["id"]] * 2
    assert (waiting["kind"], waiting["target"]) == (kind, name)
    assert "title: V3" in show(owner, waiting["id"])["change"]
    assert accept(owner, waiting["id"])["applied"] == f"{name}@3"
    hub: Any = owner.processes if tool == "save_process" else owner.quality
    last = call(host, tool, yaml=text.replace("title:", "title: V4"))["proposal"]["id"]
    dispatch.run(owner, "write", lambda s: hub.approve(s, name, 4))
    assert state(owner, last) == "accepted"
    turned_down = call(host, tool, yaml=text.replace("title:", "title: V5"))["proposal"]["id"]
    reject(owner, turned_down)
    assert "proposal" not in call(host, tool, yaml=text.replace("title:", "title: V5"))
    later = call(host, tool, yaml=text.replace("title:", "title: V6"))["proposal"]["id"]
    call(owner, tool, yaml=text.replace("title:", "title: V7"))
    assert state(owner, later) == "stale"


def test_no_engine_of_a_host_and_none_seen_from_afar_decides(
    brain: TemporaryBrain, host: Engine
) -> None:
    asked = ask(host, remember(host))["id"]
    sha256 = show(host, asked)["sha256"]
    far = brain.open(origin=Origin.OWNER, audience=Audience.REMOTE)
    for engine in (host, far):
        with pytest.raises(InternalError):
            accept(engine, asked, sha256=sha256)
        with pytest.raises(InternalError):
            reject(engine, asked)
    far.store.close()
    assert state(host, asked) == "open"


def test_an_id_may_be_a_unique_beginning_and_nothing_else(host: Engine, owner: Engine) -> None:
    asked = ask(host, remember(host))["id"]
    assert show(owner, asked[:10])["proposal"]["id"] == asked
    for wrong in ("prp_0000", "mem_0000", "prp_", "", "prp_UPPER"):
        with pytest.raises((ProposalUnknown, IdAmbiguous)):
            show(owner, wrong)


def test_what_a_proposal_rests_on_is_shown_with_what_is_like_it(
    host: Engine, owner: Engine
) -> None:
    known = remember(host, "The nightly build runs at two in the morning.")
    near = remember(host, "The nightly build runs at three in the morning.")
    asked = ask(host, known)["id"]
    shown = show(owner, asked)
    assert [one["name"] for one in shown["duplicates"]] == [near]
    assert shown["change"] == "The nightly build runs at two in the morning."
    workflow = raised(host, "new_workflow")
    shown = show(owner, workflow)
    assert [one["summary"] for one in shown["evidence"]] == ["It took ten minutes."] * 3
    assert all(one["claimed"] and one["origin"] == "host" for one in shown["evidence"])
    assert shown["signals"] == {"verification": 3}
    assert len(shown["sha256"]) == 64


def test_a_proposal_is_inert_until_it_is_accepted(
    brain: TemporaryBrain, host: Engine, tmp_path: Path
) -> None:
    for _ in range(3):
        log(host, violations=[{"standard": "canary", "rule": "canary-rule", "count": 2}])
    assert len(call(host, "list_proposals")["proposals"]) == 3
    assert call(host, "list_processes")["processes"] == []
    prompts = dispatch.run(host, "read", lambda s: {"prompts": host.processes.prompts(s)})
    assert [one["name"] for one in prompts["prompts"]] == ["myelin-loop"]
    assert call(host, "precheck", action="canary canary-rule")["matches"] == []
    assert call(host, "match_process", task="migration canary")["matches"] == []
    recalled = call(host, "recall", query="proposal canary-rule broken new_rule")
    assert all(one["class"] == "episode" for one in recalled["memories"])
