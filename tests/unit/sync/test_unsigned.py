"""Unsigned records: all that today's tools write passes, and whatever no host could write does not.

The forger of these tests has the remote key, as a server has during a request.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from myelin import assembly
from myelin.contract.errors import BundleUntrusted, ServerRolledBack
from myelin.crypto import keys
from myelin.engine.admit import admit
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import Caller
from myelin.kernel.ids import encode_id
from myelin.kernel.machine import Machine
from myelin.store import Delete, Put, ReplicaOrigin, open_image
from myelin.store.format import (
    MIGRATION,
    SNAPSHOT,
    TOUCH,
    TRANSACTION,
    Transaction,
    encode_touch,
    next_history,
    seal_frame,
)
from myelin.surface.operations import OPERATIONS
from myelin.sync.announcement import ReplicaState, announce
from myelin.sync.manifest import Kind, Manifest
from myelin.sync.verification import ensure_extends
from myelin.testing import FIXTURES, SeededChance, TemporaryBrain, call, temporary_brain

SESSION = Caller(Audience.REMOTE, Origin.HOST, "claude-web")
SCHEMA = assembly._schema(Audience.LOCAL, replica=True)
NAMES = {table.name: table for table in assembly.TABLES}
PROCESS = """kind: workflow
name: ship
title: Ship
summary: From a change to a release.
triggers: [ship]
steps:
  - id: one
    do: {do}
"""


def no_secret(tool: str, arguments: Any) -> object:
    return admit(OPERATIONS[tool], arguments, scan=lambda _: None)


@dataclass
class Pulled:
    """A replica as a device pulled it: a signed part, and what sessions or a forger appended."""

    path: Path
    local: TemporaryBrain
    manifest: Manifest
    ids: dict[str, int] = field(default_factory=dict)

    @property
    def key(self) -> bytes:
        return keys.remote_key(self.local.root, 0)

    def session(self) -> Engine:
        machine = Machine(self.local.clock, self.local.chance)
        return assembly.open(
            self.path, self.key, name="p", caller=SESSION, machine=machine, replica=True
        )

    def verify(self, admit: Any = no_secret) -> int:
        """Return how many unsigned records pass."""
        machine = Machine(self.local.clock, self.local.chance)
        with assembly.verified_replica(
            self.path, self.key, self.manifest, admit, machine=machine
        ) as opened:
            return len(opened.unsigned)

    def forge(self, type: int, payload: bytes) -> None:
        """Append a record that the remote key seals."""
        with open_image(self.path, self.key, schema=SCHEMA) as image:
            tail, seal = image.tail, image.seals.log
        record = seal_frame(
            seal, seq=tail.seq + 1, type=type, payload=payload, nonce=SeededChance("n")(12),
            history=tail.history, back=0,
        )  # fmt: skip
        with self.path.open("ab") as file:
            file.write(record)
        assert next_history(tail.history, tail.seq + 1, type, payload)

    def rows(self, *operations: Put | Delete, time_ms: int | None = None) -> None:
        time_ms = self.now_ms if time_ms is None else time_ms
        self.forge(TRANSACTION, Transaction("ab" * 16, time_ms, operations).encode())

    @property
    def now_ms(self) -> int:
        return self.local.clock.now_ms()

    def put(self, table: str, **values: Any) -> Put:
        """Return a row that a session could write, but for the given values."""
        defaults = DEFAULTS[table](self) | values
        names = NAMES[table].column_names
        assert set(defaults) <= set(names)
        row = tuple(defaults.get(name) for name in names)
        return Put(table, row[0], row)

    def held(self, table: str, row_id: int, **values: Any) -> Put:
        """Return a row that is there, but for the given values."""
        with open_image(self.path, self.key, schema=SCHEMA) as image:
            [row] = image.db.execute(f"SELECT * FROM main.{table} WHERE id = ?", (row_id,))
        return Put(table, row_id, tuple((NAMES[table].named(row) | values).values()))

    def refused(self, table: str | None = None) -> str:
        """Return why the file is not trusted."""
        before = self.path.read_bytes()
        with pytest.raises(BundleUntrusted) as refused:
            self.verify()
        details = refused.value.details
        assert details is not None
        assert details.get("table") == table
        assert self.path.read_bytes() == before
        return str(details["why"])


DEFAULTS: dict[str, Callable[[Pulled], dict[str, Any]]] = {
    "memory": lambda at: {
        "id": 501, "class": "note", "content": "A note.", "tags": "[]", "aliases": "[]",
        "tier": "normal", "sensitivity": "normal", "origin": "host", "evidence": "stated",
        "recorded_at": at.now_ms,
    },
    "link": lambda at: {
        "id": 601, "from_id": at.ids["first"], "to_id": at.ids["second"], "type": "supports",
        "origin": "host", "recorded_at": at.now_ms,
    },
    "process": lambda at: {
        "id": 701, "name": "ship", "version": 1, "origin": "host", "recorded_at": at.now_ms,
        "changed_at": at.now_ms, "yaml": PROCESS.format(do="x"),
    },
    "preference": lambda at: {
        "id": 801, "key": "style.tabs", "value": "spaces", "origin": "host",
        "statement": "From now on always use spaces.", "recorded_at": at.now_ms,
    },
    "outcome": lambda at: {
        "id": 901, "task": "Ship it", "task_kind": "release", "outcome": "success",
        "summary": "Done.", "signal": "reported", "sensitivity": "normal", "origin": "host",
        "audience": "remote", "counts": 1, "memory_id": 501, "recorded_at": at.now_ms,
    },
    "outcome_use": lambda at: {
        "id": 902, "outcome_id": 901, "memory_id": at.ids["first"], "verdict": "helpful",
    },
    "outcome_violation": lambda at: {
        "id": 903, "outcome_id": 901, "standard": "python", "rule": "x", "times": 1,
    },
    "proposal": lambda at: {
        "id": 1001, "kind": "promote_to_core", "target": encode_id("mem", at.ids["first"]),
        "state": "open", "reason": "It helped often.", "evidence": "[]",
        "sensitivity": "normal", "origin": "host", "created_at": at.now_ms,
    },
    "meta": lambda at: {"id": 1, "key": "brain_name", "value": "other"},
    "tombstone": lambda at: {
        "id": 5, "kind": "mem", "erased_at": at.now_ms, "reason": "", "decided_by": "person",
    },
    "memory_use": lambda at: {"id": at.ids["first"], "uses": 9, "last_used_at": at.now_ms},
    "attachment": lambda at: {"id": 5, "process_id": 5, "path": "a", "text": "b"},
    "decision": lambda at: {
        "id": 5, "act": "core add", "subject": "mem", "decided_by": "person",
        "decided_at": at.now_ms,
    },
}  # fmt: skip


@pytest.fixture
def pulled(tmp_path: Path) -> Iterator[Pulled]:
    with temporary_brain() as local:
        engine, owner = local.open(), local.open(origin=Origin.OWNER)
        FIXTURES["starter_pack"](engine)
        ids = {
            name: call(engine, "remember", content=f"The {name} fact.", class_="note")
            for name in ("first", "second", "core")
        }
        call(owner, "set_preference", key="style.quotes", value="double",
             statement="From now on always use double quotes.")  # fmt: skip
        owner.store.close()
        with engine.store.write() as session:
            list(session.execute("UPDATE memory SET tier = 'core' WHERE content LIKE '%core%'"))
            found = dict(session.execute("SELECT content, id FROM memory"))
        path, key = tmp_path / "copy.myl", keys.remote_key(local.root, 0)
        local.clock.sleep_s(60)
        origin = ReplicaOrigin(engine.store.brain_id, 1, 0, 0, local.clock.now_ms())
        assembly.build_replica(engine, path, key, origin)
        engine.store.close()
        local.clock.sleep_s(60)
        data = path.read_bytes()
        with open_image(path, key, schema=SCHEMA) as image:
            state = ReplicaState(
                image.header, SCHEMA.latest, image.tail.seq, image.tail.history, len(data),
                lambda at, size: data[at : at + size],
            )  # fmt: skip
        manifest = announce(
            Kind.EPOCH, state, newest=None, device=b"d" * 16, now_ms=local.clock.now_ms()
        )
        assert set(ids) == {"first", "second", "core"}
        names = {name: found[f"The {name} fact."] for name in ids}
        yield Pulled(path, local, manifest, names)


def test_what_the_tools_write_in_a_session_passes(pulled: Pulled) -> None:
    engine = pulled.session()
    first = encode_id("mem", pulled.ids["first"])
    second = call(engine, "remember", content="The cache is Redis.", class_="note")["memory"]["id"]
    third = call(engine, "remember", content="The cache is Valkey.", class_="note",
                 supersedes=second)["memory"]["id"]  # fmt: skip
    call(engine, "remember", content="The first fact is other.", class_="note", supersedes=first)
    call(engine, "remember", content="The core fact is other.", class_="note",
         supersedes=encode_id("mem", pulled.ids["core"]))  # fmt: skip
    call(engine, "link_memories", from_=third, to=encode_id("mem", pulled.ids["second"]),
         type="supports")  # fmt: skip
    call(engine, "recall", query="cache fact")
    for value in ("spaces", "tabs"):
        call(engine, "set_preference", key="style.tabs", value=value,
             statement=f"From now on always use {value}.")  # fmt: skip
    for do in ("x", "y"):
        call(engine, "save_process", yaml=PROCESS.format(do=do))
    call(engine, "log_outcome", task="Ship it", task_kind="release", summary="It went well.",
         outcome="failure", signal="reported", used=[{"id": third, "verdict": "harmful"}],
         )  # fmt: skip
    engine.store.close()
    assert pulled.verify() >= 10


def test_each_default_row_passes(pulled: Pulled) -> None:
    """The rows that the other tests spoil would pass as they are."""
    for table in ("memory", "link", "process", "preference", "proposal"):
        pulled.local.clock.advance(5)
        pulled.rows(pulled.put(table))
    pulled.local.clock.advance(5)
    episode = pulled.put("memory", id=502, **{"class": "episode"})
    parts = [pulled.put("outcome_use"), pulled.put("outcome_violation")]
    pulled.rows(episode, pulled.put("outcome", memory_id=502), *parts)
    assert pulled.verify() == 6


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("memory", {"origin": "owner"}),
        ("memory", {"origin": "import"}),
        ("memory", {"tier": "core"}),
        ("memory", {"tier": "archive"}),
        ("memory", {"sensitivity": "local_only"}),
        ("memory", {"recorded_at": 5}),
        ("memory", {"superseded_at": 5}),
        ("memory", {"superseded_by": 501}),
        ("memory", {"content": "x" * 20_000}),
        ("memory", {"content": "a\x07b"}),
        ("memory", {"content": 7}),
        ("memory", {"tags": "{}"}),
        ("memory", {"tags": "[1]"}),
        ("memory", {"evidence": "certain"}),
        ("memory", {"id": "x"}),
        ("link", {"origin": "owner"}),
        ("link", {"type": "hates"}),
        ("link", {"type": "supersedes"}),
        ("link", {"from_id": 77}),
        ("link", {"recorded_at": 5}),
        ("link", {"withdrawn_at": 5}),
        ("process", {"reviewed_at": 5}),
        ("process", {"origin": "owner"}),
        ("process", {"version": 2}),
        ("process", {"retired_at": 5}),
        ("process", {"yaml": "- nothing"}),
        ("process", {"name": "other"}),
        ("process", {"recorded_at": 5}),
        ("preference", {"origin": "owner"}),
        ("preference", {"key": "gates.push"}),
        ("preference", {"key": "style.quotes"}),
        ("preference", {"superseded_at": 5}),
        ("preference", {"recorded_at": 5}),
        ("outcome", {}),
        ("outcome_use", {}),
        ("outcome_violation", {}),
        ("proposal", {"state": "accepted"}),
        ("proposal", {"decided_at": 5}),
        ("proposal", {"decided_by": "person"}),
        ("proposal", {"origin": "owner"}),
        ("proposal", {"body": "name: deploy"}),
        ("proposal", {"body": "mem_0000000000zz"}),
        ("proposal", {"sensitivity": "local_only"}),
        ("meta", {}),
        ("tombstone", {}),
        ("memory_use", {}),
        ("attachment", {}),
        ("decision", {}),
    ],
)
def test_a_new_row_that_no_host_could_write_is_refused(
    pulled: Pulled, table: str, values: dict[str, Any]
) -> None:
    row = pulled.put(table, **values)
    pulled.rows(row)
    assert pulled.refused(table)


@pytest.mark.parametrize(
    ("values", "passes"),
    [
        ({"superseded_at": 0, "superseded_by": 501}, True),
        ({"superseded_at": 5, "superseded_by": 501}, False),
        ({"superseded_at": 0, "superseded_by": 77}, False),
        ({"superseded_at": 0, "superseded_by": None}, False),
        ({"superseded_by": 501}, False),
        ({"content": "Other."}, False),
        ({"tier": "archive"}, False),
        ({"origin": "owner"}, False),
    ],
)
def test_a_memory_may_be_superseded_by_a_new_one_and_change_in_no_other_way(
    pulled: Pulled, values: dict[str, Any], passes: bool
) -> None:
    if values.get("superseded_at") == 0:
        values = values | {"superseded_at": pulled.now_ms}
    change = pulled.held("memory", pulled.ids["first"], **values)
    pulled.rows(pulled.put("memory"), change)
    if passes:
        assert pulled.verify() == 1
    else:
        assert pulled.refused("memory")


def test_a_core_memory_and_one_that_was_superseded_stay_as_they_are(pulled: Pulled) -> None:
    end = {"superseded_at": pulled.now_ms, "superseded_by": 501}
    change = pulled.held("memory", pulled.ids["core"], **end)
    pulled.rows(pulled.put("memory"), change)
    assert pulled.refused("memory") == "a core memory changes"


def test_an_end_is_not_set_twice(pulled: Pulled) -> None:
    first = pulled.ids["first"]
    end = {"superseded_at": pulled.now_ms, "superseded_by": 501}
    pulled.rows(pulled.put("memory"), pulled.held("memory", first, **end))
    pulled.local.clock.advance(5)
    end = {"superseded_at": pulled.now_ms, "superseded_by": 502}
    pulled.rows(pulled.put("memory", id=502), pulled.held("memory", first, **end))
    assert pulled.refused("memory") == "it was superseded before"


def test_other_rows_do_not_change(pulled: Pulled) -> None:
    pulled.rows(pulled.put("link"))
    pulled.local.clock.advance(5)
    pulled.rows(pulled.held("link", 601, withdrawn_at=pulled.now_ms))
    assert pulled.refused("link")


def test_the_owners_preference_does_not_end(pulled: Pulled) -> None:
    with open_image(pulled.path, pulled.key, schema=SCHEMA) as image:
        [(row_id,)] = image.db.execute("SELECT id FROM preference WHERE key = 'style.quotes'")
    end = {"superseded_at": pulled.now_ms, "superseded_by": 801}
    new = pulled.put("preference", key="style.quotes")
    pulled.rows(new, pulled.held("preference", row_id, **end))
    assert pulled.refused("preference")


def test_a_proposal_becomes_stale_only_beside_a_newer_version(pulled: Pulled) -> None:
    pulled.rows(pulled.put("proposal", kind="approve_process", target="ship", body="1"))
    for new, passes in (((), False), ((pulled.put("process"),), True)):
        before = pulled.path.read_bytes()
        pulled.local.clock.advance(5)
        stale = pulled.held("proposal", 1001, state="stale", decided_at=pulled.now_ms)
        new = tuple(pulled.put(each.table) for each in new)
        pulled.rows(*new, stale)
        if passes:
            assert pulled.verify() == 2
        else:
            assert pulled.refused("proposal")
        pulled.path.write_bytes(before)
    accepted = pulled.held("proposal", 1001, state="accepted", decided_at=pulled.now_ms)
    pulled.rows(pulled.put("process"), accepted)
    assert pulled.refused("proposal") == "only the owner decides"


def test_at_most_20_proposals_wait(pulled: Pulled) -> None:
    pulled.rows(*(pulled.put("proposal", id=2000 + number) for number in range(21)))
    assert "20" in pulled.refused("proposal")


def test_at_most_64_links_hang_on_a_memory(pulled: Pulled) -> None:
    new = [pulled.put("memory", id=3000 + number) for number in range(65)]
    links = [pulled.put("link", id=4000 + number, to_id=3000 + number) for number in range(65)]
    pulled.rows(*new, *links)
    assert "64" in pulled.refused("link")


def test_nothing_is_deleted(pulled: Pulled) -> None:
    pulled.rows(Delete("memory", pulled.ids["first"]))
    assert pulled.refused("memory") == "no session deletes"


def test_a_row_is_not_written_twice(pulled: Pulled) -> None:
    pulled.rows(pulled.put("memory"), pulled.put("memory"))
    assert pulled.refused("memory")


def test_a_table_that_is_not_there_is_refused(pulled: Pulled) -> None:
    pulled.rows(Put("sqlite_schema", 1, (1,)))
    assert pulled.refused("sqlite_schema")


def test_a_credential_is_refused_by_the_scan_of_the_caller(pulled: Pulled) -> None:
    pulled.rows(pulled.put("memory"))

    def refuse(tool: str, arguments: Any) -> object:
        raise BundleUntrusted(details={"why": tool})

    with pytest.raises(BundleUntrusted, match="owner signed") as refused:
        pulled.verify(refuse)
    assert refused.value.details is not None
    assert refused.value.details["table"] == "memory"


@pytest.mark.parametrize("type", [MIGRATION, SNAPSHOT, 9])
def test_records_of_other_types_are_refused(pulled: Pulled, type: int) -> None:
    pulled.forge(type, b"{}")
    assert "type" in pulled.refused()


@pytest.mark.parametrize("payload", [b"", b"{}", b"[1]", json.dumps({"id": 1, "ts": 2}).encode()])
def test_a_payload_that_is_no_transaction_is_refused(pulled: Pulled, payload: bytes) -> None:
    pulled.forge(TRANSACTION, payload)
    assert "payload" in pulled.refused()


def test_times_rise_and_do_not_lie_ahead(pulled: Pulled) -> None:
    before = pulled.path.read_bytes()
    pulled.rows(time_ms=pulled.now_ms - 10_000_000)
    assert "later" in pulled.refused()
    pulled.path.write_bytes(before)
    pulled.rows(time_ms=pulled.now_ms + 90_000_000)
    assert "ahead" in pulled.refused()


@pytest.mark.parametrize(("row_id", "count"), [(77, 1), (0, 0), (0, 256)])
def test_touches_count_memories_that_are_there(pulled: Pulled, row_id: int, count: int) -> None:
    counts = {row_id or pulled.ids["first"]: count}
    pulled.forge(TOUCH, encode_touch(pulled.now_ms, counts))
    assert pulled.refused("memory_use")


def test_other_bytes_behind_the_log_are_refused(pulled: Pulled) -> None:
    with pulled.path.open("ab") as file:
        file.write(b"MYLR and more")
    assert "whole" in pulled.refused()


@pytest.mark.parametrize("at", [16, 60, 300, 5_000, -1])
def test_a_changed_byte_of_the_signed_part_is_refused(pulled: Pulled, at: int) -> None:
    data = bytearray(pulled.path.read_bytes())
    data[at] ^= 1
    pulled.path.write_bytes(data)
    assert "SHA-256" in pulled.refused()


def test_what_a_device_held_must_be_the_beginning_of_what_is_shown(pulled: Pulled) -> None:
    held = pulled.path.read_bytes()
    shown = bytearray(held + b"more")
    ensure_extends(_reads(held), len(held), _reads(bytes(shown)))
    shown[-5] ^= 1
    for other in (bytes(shown), held[:-1]):
        with pytest.raises(ServerRolledBack):
            ensure_extends(_reads(held), len(held), _reads(other))


def _reads(data: bytes) -> Callable[[int, int], bytes]:
    return lambda at, size: data[at : at + size]
