"""What only the owner does: the core tier, the archive, and looking at the numbers."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.contract.errors import ArgumentInvalid, CoreFull, InternalError, MemoryUnknown
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.kernel.errors import MyelinError
from myelin.testing import ManualClock, call, run, temporary_brain


def remember(engine: Engine, content: str, class_: str = "fact", **others: Any) -> str:
    memory = call(engine, "remember", content=content, class_=class_, **others)["memory"]
    return str(memory["id"])


def core(engine: Engine) -> list[dict[str, Any]]:
    return list(dispatch.run(engine, "read", engine.memory.core_items)["core"])


def test_core_add_and_core_rm_move_a_memory_and_say_whether_it_moved(owner: Engine) -> None:
    known = remember(owner, "Never deploy on Friday.")
    added = run(owner, "core_add", known[:9])
    assert (added["memory"]["tier"], added["changed"]) == ("core", True)
    assert run(owner, "core_add", known)["changed"] is False
    assert [item["id"] for item in core(owner)] == [known]
    removed = run(owner, "core_rm", known)
    assert (removed["memory"]["tier"], removed["changed"]) == ("normal", True)
    assert run(owner, "core_rm", known)["changed"] is False
    assert core(owner) == []


def test_what_does_not_fit_the_core_is_refused_and_what_is_in_it_always_fits(
    owner: Engine, clock: ManualClock
) -> None:
    rules = [remember(owner, f"{n} rule " + "x" * 150, tags=["ops"]) for n in range(6)]
    added = 5
    for known in rules[:added]:
        run(owner, "core_add", known)
    with pytest.raises(CoreFull, match="2048"):
        run(owner, "core_add", rules[added])
    for _ in range(3):
        items = call(owner, "recall", query="rule x ops")["core"]
        assert len(items) == added
        assert len(json.dumps(items, separators=(",", ":"))) <= 2048
        clock.advance(days=37)


def test_a_superseded_memory_does_not_enter_the_core(owner: Engine) -> None:
    old = remember(owner, "one")
    remember(owner, "two", supersedes=old)
    with pytest.raises(ArgumentInvalid):
        run(owner, "core_add", old)


def test_the_archive_keeps_a_memory_out_of_recall_and_trusts_it_less(
    owner: Engine, clock: ManualClock
) -> None:
    known = remember(owner, "The build takes nine minutes.", "note")
    clock.advance(days=30)
    assert run(owner, "archive", known)["memory"]["trust"] == pytest.approx(0.5**4, rel=1e-4)
    assert call(owner, "recall", query="build")["memories"] == []
    (back,) = call(owner, "recall", query="build", include_archived=True)["memories"]
    assert (back["id"], back["tier"]) == (known, "archive")
    assert call(owner, "list_memories")["memories"] == []
    for listing in ({"tier": "archive"}, {"include_archived": True}):
        assert [one["id"] for one in call(owner, "list_memories", **listing)["memories"]] == [known]
    assert call(owner, "get_memory", id=known)["memory"]["tier"] == "archive"
    assert run(owner, "unarchive", known)["memory"]["tier"] == "normal"
    assert run(owner, "unarchive", known)["changed"] is False


def test_an_unknown_memory_is_refused_whatever_is_asked(owner: Engine) -> None:
    for operation in ("core_add", "core_rm", "archive", "unarchive"):
        for wrong in ("mem_zzzz", "prc_zzzz", "", "mem_", "mem_UPPER"):
            with pytest.raises(MemoryUnknown):
                run(owner, operation, wrong)


def test_an_engine_of_a_host_moves_nothing(host: Engine, owner: Engine) -> None:
    known = remember(owner, "Never deploy on Friday.")
    for operation in ("core_add", "core_rm", "archive", "unarchive"):
        with pytest.raises(InternalError):
            run(host, operation, known)
    assert call(owner, "get_memory", id=known)["memory"]["tier"] == "normal"


def test_a_text_that_was_withdrawn_may_be_said_again_and_the_note_names_the_old_one(
    host: Engine, owner: Engine
) -> None:
    known = remember(owner, "Deploy on Friday.")
    run(owner, "archive", known)
    again = call(host, "remember", content="Deploy on Friday.", class_="fact")
    assert (again["created"], again["memory"]["tier"]) == (True, "normal")
    assert "withdrawn" in again["note"]
    assert known in again["note"]
    assert call(owner, "get_memory", id=known)["memory"]["tier"] == "archive"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["remember", "correct", "link", "recall"]),
        st.integers(0, 4),
        st.integers(0, 8),
    ),
    max_size=20,
)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_no_sequence_of_a_hosts_calls_changes_what_governs(
    steps: list[tuple[str, int, int]],
) -> None:
    with temporary_brain() as brain:
        owner, host = brain.open(origin=Origin.OWNER), brain.open()
        ids = [remember(owner, f"rule {number}", "convention") for number in range(3)]
        for known in ids[:2]:
            run(owner, "core_add", known)

        def governing() -> list[tuple[str, str, str]]:
            listed = call(owner, "list_memories", tier="core", include_superseded=True)
            return [
                (one["id"], one["content"], one.get("superseded_at", ""))
                for one in listed["memories"]
            ]

        before = governing()
        for verb, text, at in steps:
            target = ids[at % len(ids)]
            with contextlib.suppress(MyelinError):
                if verb == "remember":
                    ids.append(remember(host, f"rule {text}", "convention"))
                elif verb == "correct":
                    ids.append(remember(host, f"other {text}", "convention", supersedes=target))
                elif verb == "link":
                    call(host, "link_memories", from_=ids[-1], to=target, type="contradicts")
                else:
                    call(host, "recall", query=f"rule {text}")
        assert governing() == before
        host.store.close()
        owner.store.close()


def test_stats_count_what_lives_and_what_was_replaced(owner: Engine) -> None:
    old = remember(owner, "one")
    remember(owner, "two", "lesson", supersedes=old, sensitivity="normal")
    run(owner, "archive", remember(owner, "three", sensitivity="local_only"))
    stats = dispatch.run(owner, "read", owner.memory.stats)
    assert (stats["live"], stats["superseded"], stats["links"]) == (2, 1, 1)
    assert stats["by_class"] == {
        "convention": 0,
        "decision": 0,
        "lesson": 1,
        "reference": 0,
        "fact": 1,
        "note": 0,
        "episode": 0,
    }
    assert stats["by_tier"] == {"core": 0, "normal": 1, "archive": 1}
    assert stats["by_sensitivity"] == {"normal": 1, "local_only": 1}
    assert stats["default_sensitivity"] == "normal"
