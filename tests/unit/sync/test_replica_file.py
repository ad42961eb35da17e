"""A replica: built of what may leave, opened as what it is, written by sessions alone."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import pytest

from myelin import assembly
from myelin.contract.errors import (
    BrainDamaged,
    BrainExists,
    FormatTooNew,
    KeyWrong,
    LocalOnlyRefused,
    QuotaExceeded,
    ReplicaOutdated,
)
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import Caller
from myelin.kernel.machine import Machine
from myelin.store import ReplicaOrigin, replica
from myelin.store.format import (
    BASE_OFFSET,
    REPLICA,
    TOUCH,
    TRANSACTION,
    open_header,
    parse_header,
)
from myelin.store.log import first_tail, read_records
from myelin.surface.resources import RESOURCES
from myelin.testing import FIXTURES, SeededChance, TemporaryBrain, call, temporary_brain

CANARY = "zanzibar"
SESSION = Caller(Audience.REMOTE, Origin.HOST, "claude-web")


@dataclass
class Built:
    """A replica with the brain that it was built from."""

    path: Path
    key: bytes
    local: TemporaryBrain
    engine: Engine

    def open(self, **given: Any) -> Engine:
        return assembly.open(
            self.path,
            self.key,
            name="project",
            caller=SESSION,
            machine=Machine(self.local.clock, self.local.chance),
            replica=True,
            **given,
        )

    def again(self, path: Path, chance: SeededChance) -> None:
        """Build the same epoch once more, with other random bytes or the same."""
        engine = self.engine
        before = engine.chance
        object.__setattr__(engine, "chance", chance)
        assembly.build_replica(engine, path, self.key, self.origin)
        object.__setattr__(engine, "chance", before)

    @property
    def origin(self) -> ReplicaOrigin:
        return ReplicaOrigin(self.engine.store.brain_id, 3, 40, 2, self.local.clock.now_ms())


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Built]:
    with temporary_brain() as local:
        engine = local.open()
        FIXTURES["starter_pack"](engine)
        shown = call(engine, "remember", content="The port is 8080.", class_="note", tags=["net"])
        call(engine, "remember", content="Deploys are on Fridays.", class_="convention")
        hidden = call(
            engine, "remember", content=f"The plan is {CANARY}.", class_="note",
            sensitivity="local_only", tags=[CANARY], subject=CANARY,
        )  # fmt: skip
        call(
            engine, "link_memories", from_=hidden["memory"]["id"], to=shown["memory"]["id"],
            type="supports",
        )  # fmt: skip
        key = keys.remote_key(local.root, 2)
        made = Built(tmp_path / "copy.myl", key, local, engine)
        assembly.build_replica(engine, made.path, key, made.origin)
        yield made
        engine.store.close()


def base_of(path: Path, key: bytes) -> bytes:
    """Return the database of a replica's base in the clear."""
    raw = path.read_bytes()
    header, seals = open_header(raw[:BASE_OFFSET], key, replica=True)
    sealed = raw[BASE_OFFSET : header.log_offset]
    step = (1 << 14) + 16
    chunks = [sealed[at : at + step] for at in range(0, len(sealed), step)]
    return b"".join(seals.base.open(index, chunk) for index, chunk in enumerate(chunks))


def database(data: bytes) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.deserialize("main", data)
    return db


def test_a_replica_holds_no_byte_of_what_stays(built: Built) -> None:
    data = base_of(built.path, built.key)
    assert b"The port is 8080." in data
    assert CANARY.encode() not in data
    db = database(data)
    assert db.execute("SELECT count(*) FROM memory").get == 2
    assert db.execute("SELECT count(*) FROM link").get == 0
    assert db.execute("SELECT count(*) FROM decision").get == 0
    # Numbers that the derived tables give are without gaps, so none tells of a withheld row.
    for table, column in (("memory_word", "number"), ("memory_key", "document")):
        numbers = [row[0] for row in db.execute(f"SELECT {column} FROM {table} ORDER BY {column}")]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert db.execute("SELECT count(*) FROM memory_word WHERE term = ?", (CANARY,)).get == 0


def test_the_header_says_what_the_replica_is(built: Built) -> None:
    header = parse_header(built.path.read_bytes(), replica=True)
    assert (header.features, header.epoch, header.base_seq, header.key_generation) == (
        REPLICA, 3, 40, 2,
    )  # fmt: skip
    numbers = (3).to_bytes(8, "big") + (40).to_bytes(8, "big")
    base = hashlib.sha256(base_of(built.path, built.key)).digest()
    begun = b"myelin/1 epoch\0" + built.engine.store.brain_id + numbers + base
    assert header.history == hashlib.sha256(begun).digest()


def test_the_same_rows_and_random_bytes_give_the_same_epoch(built: Built, tmp_path: Path) -> None:
    for name, seed in (("one", "a"), ("two", "a"), ("three", "b")):
        built.again(tmp_path / name, SeededChance(seed))
    one, two, three = ((tmp_path / name).read_bytes() for name in ("one", "two", "three"))
    assert one == two
    assert one != three
    assert base_of(tmp_path / "one", built.key) == base_of(tmp_path / "three", built.key)


def test_a_replica_opens_as_a_replica_alone_and_no_other_file_does(built: Built) -> None:
    machine = Machine(built.local.clock, built.local.chance)
    with pytest.raises(FormatTooNew):
        assembly.open(built.path, built.key, name="x", caller=SESSION, machine=machine)
    local = keys.local_key(built.local.root)
    with pytest.raises(BrainDamaged):
        assembly.open(
            built.local.path, local, name="x", caller=SESSION, machine=machine, replica=True
        )
    for other in (local, keys.remote_key(built.local.root, 1)):
        with pytest.raises(KeyWrong):
            assembly.open(
                built.path, other, name="x", caller=SESSION, machine=machine, replica=True
            )


def test_a_file_that_is_there_is_not_replaced(built: Built) -> None:
    before = built.path.read_bytes()
    with pytest.raises(BrainExists):
        assembly.build_replica(built.engine, built.path, built.key, built.origin)
    assert built.path.read_bytes() == before


def test_a_session_recalls_and_appends_rows_and_touches_alone(built: Built) -> None:
    engine = built.open()
    found = call(engine, "recall", query="which port")
    assert [each["content"] for each in found["memories"]] == ["The port is 8080."]
    call(engine, "remember", content="The cache is Redis.", class_="note")
    call(engine, "set_preference", key="style.tabs", value="spaces",
         statement="From now on always use spaces.")  # fmt: skip
    call(engine, "log_outcome", task="Ship it", task_kind="release", outcome="success",
         signal="reported", summary="fine")  # fmt: skip
    engine.store.close()
    raw = built.path.read_bytes()
    header, seals = open_header(raw[:BASE_OFFSET], built.key, replica=True)
    records = list(read_records(raw[header.log_offset :], seals.log, first_tail(header)))
    kinds = [record.type for record in records]
    for record in records:
        if record.type == TRANSACTION:
            assert set(json.loads(record.payload)) == {"id", "ts", "o"}
    assert records[-1].tail.offset == len(raw)
    assert set(kinds) <= {TRANSACTION, TOUCH}
    assert kinds.count(TRANSACTION) == 3
    again = built.open()
    assert call(again, "recall", query="cache")["memories"]
    again.store.close()
    assert sorted(path.name for path in built.path.parent.iterdir()) in (
        ["copy.myl", "copy.myl.lock"],
        ["copy.myl", "copy.myl.clock", "copy.myl.lock"],
    )


def test_nothing_that_stays_is_written_over_a_replica(built: Built) -> None:
    engine = built.open()
    with pytest.raises(LocalOnlyRefused):
        call(engine, "remember", content="x y z", class_="note", sensitivity="local_only")
    engine.store.close()


def test_a_planted_select_of_a_base_table_fails(built: Built) -> None:
    engine = built.open()
    with engine.store.read() as session:
        list(session.execute("SELECT content FROM visible_memory"))
        for table in ("memory", "link", "outcome", "proposal"):
            with pytest.raises(apsw.AuthError):
                list(session.execute(f"SELECT * FROM main.{table}"))
    engine.store.close()


@pytest.mark.parametrize(
    "sql",
    [
        "WITH x AS (SELECT content FROM main.memory) SELECT * FROM x",
        "SELECT * FROM (SELECT content FROM main.memory) AS visible_link",
        "SELECT (SELECT content FROM main.memory)",
        "SELECT count(*) FROM main.memory",
        "SELECT 1 FROM visible_memory WHERE EXISTS (SELECT 1 FROM memory)",
    ],
)
def test_no_form_of_a_statement_reads_a_base_table(built: Built, sql: str) -> None:
    engine = built.open()
    with engine.store.read() as session, pytest.raises(apsw.AuthError):
        list(session.execute(sql))
    engine.store.close()


def test_a_statement_that_a_write_compiled_is_judged_anew_by_a_read(built: Built) -> None:
    engine, sql = built.open(), "SELECT content FROM main.memory"
    with engine.store.write() as session:
        assert list(session.execute(sql))
    with engine.store.read() as session, pytest.raises(apsw.AuthError):
        list(session.execute(sql))
    engine.store.close()


def test_every_read_of_a_remote_audience_goes_through_the_views(built: Built) -> None:
    """Each tool and resource that reads, over the local file with the guard of a remote one."""
    engine = built.local.open(audience=Audience.REMOTE)
    memory_id = call(engine, "list_memories")["memories"][0]["id"]
    asked: list[tuple[str, dict[str, Any]]] = [
        ("recall", {"query": "port deploys", "explain": True, "include_archived": True}),
        ("recall", {"query": "port", "as_of": "2030-01-01T00:00:00Z", "tags": ["net"]}),
        ("get_memory", {"id": memory_id, "history": True}),
        ("list_memories", {"limit": 5}),
        ("match_process", {"task": "fix a failing build"}),
        ("list_processes", {"include_versions": True}),
        ("precheck", {"action": "git push --force"}),
        ("validate", {"content": "# a", "standard": "markdown"}),
        ("list_proposals", {}),
        ("get_preferences", {}),
    ]
    for tool, given in asked:
        assert CANARY not in str(call(engine, tool, **given))
    for resource in RESOURCES.values():
        assert CANARY not in str(dispatch.read(engine, resource))
    engine.store.close()


def test_a_full_log_and_an_older_replica_can_be_read(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = built.open()
    call(engine, "remember", content="The cache is Redis.", class_="note")
    monkeypatch.setattr(replica, "LOG_RECORDS_MAX", 1)
    with pytest.raises(QuotaExceeded):
        call(engine, "remember", content="The queue is Kafka.", class_="note")
    assert call(engine, "recall", query="cache")["memories"]
    monkeypatch.undo()
    engine.store._epoch.is_outdated = True
    with pytest.raises(ReplicaOutdated):
        call(engine, "remember", content="The queue is Kafka.", class_="note")
    assert call(engine, "recall", query="cache")["memories"]
    engine.store.close()


def test_an_open_replica_follows_the_next_epoch(built: Built, tmp_path: Path) -> None:
    engine = built.open()
    call(engine, "remember", content="The cache is Redis.", class_="note")
    seq = engine.store.position.seq
    following = ReplicaOrigin(engine.store.brain_id, 4, seq, 2, built.local.clock.now_ms())
    call(built.engine, "remember", content="The queue is Kafka.", class_="note")
    assembly.build_replica(built.engine, tmp_path / "next.myl", built.key, following)
    (tmp_path / "next.myl").replace(built.path)
    assert call(engine, "recall", query="queue")["memories"]
    assert not call(engine, "recall", query="cache")["memories"]
    engine.store.close()
    again = built.open()
    call(again, "remember", content="The cache is Valkey.", class_="note")
    assert again.store.position.seq > seq
    again.store.close()
