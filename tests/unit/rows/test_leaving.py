"""Which rows leave the device: nothing that is local_only, and nothing that only exists for it."""

import json
from typing import Any

import pytest

from myelin import assembly
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.ids import decode_id
from myelin.rows import leaving_select
from myelin.testing.clock import ManualClock
from myelin.testing.engines import call, temporary_brain


def left(engine: Engine, name: str, **parameters: Any) -> list[dict[str, Any]]:
    """Return the rows of a table as they leave the device."""
    table = next(table for table in assembly.TABLES if table.name == name)
    with engine.store.read() as session:
        rows = list(session.execute(leaving_select(table, assembly.TABLES), parameters))
    return [table.named(row) for row in rows]


def ids(engine: Engine, name: str) -> set[int]:
    return {row["id"] for row in left(engine, name)}


@pytest.fixture
def brain():
    with temporary_brain(clock=ManualClock(), seed="leaving") as made:
        yield made


@pytest.fixture
def host(brain):
    engine = brain.open()
    yield engine
    engine.store.close()


@pytest.fixture
def owner(brain):
    engine = brain.open(origin=Origin.OWNER)
    yield engine
    engine.store.close()


def remember(engine: Engine, content: str, **given: Any) -> int:
    memory = call(engine, "remember", content=content, class_="fact", **given)["memory"]
    return decode_id(memory["id"])


def public(row_id: int) -> str:
    from myelin.kernel.ids import encode_id

    return encode_id("mem", row_id)


def log(engine: Engine, used: dict[int, str], **given: Any) -> dict[str, Any]:
    return call(
        engine,
        "log_outcome",
        task="t",
        task_kind="release",
        outcome="success",
        summary="s",
        signal="verification",
        used=[{"id": public(row_id), "verdict": verdict} for row_id, verdict in used.items()],
        violations=[{"standard": "commits", "rule": "no-tabs", "count": 1}],
        **given,
    )


def test_what_is_local_only_and_all_that_hangs_on_it_stays(host, owner):
    shown, hidden = remember(host, "Shown."), remember(host, "Hid.", sensitivity="local_only")
    other = remember(host, "Other.")
    call(host, "link_memories", from_=public(shown), to=public(other), type="supports")
    call(host, "link_memories", from_=public(shown), to=public(hidden), type="supports")
    call(host, "recall", query="shown hid other")
    kept = log(host, {shown: "helpful", hidden: "helpful"})
    secret = log(host, {shown: "helpful"}, sensitivity="local_only")
    assert ids(host, "memory") == {shown, other, decode_id(kept["memory"])}
    assert {(row["from_id"], row["to_id"]) for row in left(host, "link")} == {(shown, other)}
    assert hidden not in ids(host, "memory_use")
    assert shown in ids(host, "memory_use")
    [outcome] = left(host, "outcome")
    assert outcome["memory_id"] == decode_id(kept["memory"]) != decode_id(secret["memory"])
    assert [(row["outcome_id"], row["memory_id"]) for row in left(host, "outcome_use")] == [
        (outcome["id"], shown)
    ]
    assert [row["outcome_id"] for row in left(host, "outcome_violation")] == [outcome["id"]]


def test_a_reference_to_what_stays_is_cleared_and_the_time_of_it_is_kept(host):
    old = remember(host, "Old.")
    new = remember(host, "New.", supersedes=public(old))
    assert {row["id"]: row["superseded_by"] for row in left(host, "memory")} == {
        old: new,
        new: None,
    }
    with host.store.write() as session:
        session.execute("UPDATE memory SET sensitivity = 'local_only' WHERE id = ?", (new,))
    [row] = left(host, "memory")
    assert (row["id"], row["superseded_by"]) == (old, None)
    assert row["superseded_at"] is not None
    assert left(host, "link") == []


def test_a_proposal_about_what_stays_does_not_leave_whatever_its_own_sensitivity(host):
    shown, hidden = remember(host, "Shown."), remember(host, "Hid.", sensitivity="local_only")
    for row_id in (shown, hidden):
        call(host, "promote_to_core", id=public(row_id), reason="r")
    with host.store.write() as session:
        session.execute("UPDATE proposal SET sensitivity = 'normal'")
        session.execute(
            "INSERT INTO proposal SELECT 7, 'revise_core', target, state, reason, words, ?,"
            " evidence, sensitivity, origin, created_at, decided_at, decided_by FROM proposal"
            " WHERE target = ?",
            (public(hidden), public(shown)),
        )
    assert [row["target"] for row in left(host, "proposal")] == [public(shown)]


def test_a_proposal_leaves_with_the_outcomes_that_leave_in_their_order(host):
    shown = remember(host, "Shown.")
    logged = [log(host, {}, sensitivity=each) for each in ("normal", "local_only", "normal")]
    outcomes = [decode_id(each["outcome"]["id"]) for each in logged]
    call(host, "promote_to_core", id=public(shown), reason="r")
    with host.store.write() as session:
        session.execute("UPDATE proposal SET evidence = ?", (json.dumps(outcomes[::-1]),))
    [row] = left(host, "proposal")
    assert json.loads(row["evidence"]) == [outcomes[2], outcomes[0]]


def test_a_brain_that_is_private_by_default_lets_only_normal_memories_leave():
    with temporary_brain(clock=ManualClock(), default_sensitivity="local_only") as made:
        host, owner = made.open(), made.open(origin=Origin.OWNER)
        shown = remember(host, "Shown.", sensitivity="normal")
        remember(host, "Hid.")
        call(owner, "set_preference", key="a.b", value="c", statement="Always c.")
        log(host, {}, sensitivity="normal")
        call(host, "promote_to_core", id=public(shown), reason="r")
        assert shown in ids(host, "memory")
        for name in ("preference", "process", "standard", "outcome", "outcome_use", "proposal"):
            assert left(host, name) == [], name
        host.store.close()
        owner.store.close()


def test_only_the_brains_own_settings_and_pushed_tombstones_leave(host):
    with host.store.write() as session:
        session.execute("INSERT INTO meta (id, key, value) VALUES (99, 'device', 'here')")
        for row_id in (1, 2):
            session.execute(
                "INSERT INTO tombstone VALUES (?, 'mem', 5, 'why it went', 'person')", (row_id,)
            )
    assert "device" not in {row["key"] for row in left(host, "meta")}
    assert len(left(host, "meta")) == 5
    assert left(host, "tombstone", pushed="[]") == []
    [row] = left(host, "tombstone", pushed="[2, 3]")
    assert (row["id"], row["reason"]) == (2, "")


def test_a_remote_audience_sees_of_every_table_the_rows_that_leave(brain, host, owner):
    shown, hidden = remember(host, "Shown."), remember(host, "Hid.", sensitivity="local_only")
    log(host, {shown: "helpful", hidden: "harmful"})
    log(host, {shown: "helpful"}, sensitivity="local_only")
    call(host, "promote_to_core", id=public(hidden), reason="r")
    call(owner, "set_preference", key="a.b", value="c", statement="Always c.")
    remote = brain.open(audience=Audience.REMOTE)
    for table in assembly.TABLES:
        if table.name == "tombstone":
            continue
        sql = f"SELECT id FROM visible_{table.name}"
        with remote.store.read() as session:
            seen = {row[0] for row in session.execute(sql)}
        assert seen == ids(host, table.name), table.name
        with host.store.read() as session:
            everything = {row[0] for row in session.execute(sql)}
            assert everything == {
                row[0] for row in session.execute(f"SELECT id FROM main.{table.name}")
            }
    remote.store.close()
