"""An append: translated from local records, exactly what a new epoch would hold, or refused."""

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from myelin import assembly
from myelin.crypto import keys
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.ids import decode_id
from myelin.kernel.machine import Machine
from myelin.store import Position, ReplicaOrigin, replica
from myelin.store.format import (
    TOUCH,
    TRANSACTION,
    Delete,
    Put,
    Transaction,
    decode_touch,
    decode_transaction,
    parse_frame,
)
from myelin.store.log import Record, read_records
from myelin.sync import append, builder
from myelin.sync.append import Append, EpochNeeded, EpochReason
from myelin.sync.leaving import LeavingRows, read_leaving
from myelin.testing import SeededChance, TemporaryBrain, call, temporary_brain

CANARY = "quetzalcoatl"


@dataclass
class Pushed:
    """A brain on a device, and the copy of it that a remote holds since the last push."""

    local: TemporaryBrain
    engine: Engine
    copy: Path
    since: Position

    @property
    def key(self) -> bytes:
        return keys.remote_key(self.local.root, 0)

    def translate(self, seed: str = "append") -> Append | EpochNeeded:
        return assembly.translate_append(
            self.engine,
            self.local.path,
            keys.local_key(self.local.root),
            self.since,
            self.copy,
            self.key,
            machine=Machine(self.local.clock, SeededChance(seed)),
        )

    def push(self) -> Append:
        """Append to the copy as a server would, and note the position."""
        made = self.translate()
        assert isinstance(made, Append), made
        with self.copy.open("r+b") as file:
            file.seek(made.offset)
            file.write(made.data)
        self.since = self.position()
        return made

    def position(self) -> Position:
        with self.engine.store.read():
            return self.engine.store.position

    def rows(self) -> dict[str, set[Any]]:
        """Return the rows of the copy."""
        schema = assembly._schema(Audience.LOCAL, replica=True)
        with replica.open_image(self.copy, self.key, schema=schema) as image:
            return {
                table.name: set(image.db.execute(f"SELECT * FROM main.{table.name}"))
                for table in assembly.TABLES
            }

    def leaving(self) -> dict[str, set[Any]]:
        with self.engine.store.read() as session:
            rows = builder.leaving_rows(session, assembly.TABLES)
        return {name: set(each) for name, each in rows.items()}


@pytest.fixture
def pushed(tmp_path: Path) -> Iterator[Pushed]:
    yield from on_a_device(tmp_path, "myelin")


def on_a_device(folder: Path, seed: str) -> Iterator[Pushed]:
    with temporary_brain(seed=seed) as local:
        engine = local.open()
        remember(engine, "The port is 8080.")
        remember(engine, f"The plan is {CANARY}.", sensitivity="local_only")
        made = Pushed(local, engine, folder / "copy.myl", Position(0, 0, b""))
        made.since = made.position()
        origin = ReplicaOrigin(engine.store.brain_id, 1, 0, 0, local.clock.now_ms())
        assembly.build_replica(engine, made.copy, made.key, origin)
        yield made
        engine.store.close()


def remember(engine: Engine, content: str, **given: Any) -> str:
    made = call(engine, "remember", content=content, class_="note", **given)
    return str(made["memory"]["id"])


def hide(engine: Engine, memory_id: str, sensitivity: str = "local_only") -> None:
    """Change the sensitivity of a memory."""
    with engine.store.write() as session:
        given = (sensitivity, decode_id(memory_id))
        list(session.execute("UPDATE memory SET sensitivity = ? WHERE id = ?", given))


def payloads(made: Append, pushed: Pushed) -> list[tuple[int, bytes]]:
    """Return the records of an append that was pushed, in the clear."""
    schema = assembly._schema(Audience.LOCAL, replica=True)
    with replica.open_image(pushed.copy, pushed.key, schema=schema) as image:
        return [(each.type, each.payload) for each in image.log() if each.tail.offset > made.offset]


def test_new_rows_links_and_touches_are_appended(pushed: Pushed) -> None:
    engine = pushed.engine
    first, second = remember(engine, "Redis is the cache."), remember(engine, "Kafka is the queue.")
    call(engine, "link_memories", from_=first, to=second, type="supports")
    call(engine, "recall", query="redis")
    made = pushed.push()
    said = payloads(made, pushed)
    assert [kind for kind, _ in said] == [TRANSACTION, TRANSACTION, TRANSACTION, TOUCH]
    assert pushed.rows() == pushed.leaving()
    assert pushed.translate() == Append(made.offset + len(made.data), b"", made.tail)


def test_nothing_is_said_of_what_stays(pushed: Pushed) -> None:
    engine = pushed.engine
    shown = remember(engine, "Redis is the cache.")
    hidden = remember(engine, f"Redis is {CANARY}.", sensitivity="local_only", tags=[CANARY])
    call(engine, "link_memories", from_=hidden, to=shown, type="supports")
    call(engine, "recall", query=CANARY)
    made = pushed.push()
    said = payloads(made, pushed)
    assert [kind for kind, _ in said] == [TRANSACTION, TOUCH]
    # The recall served what the link leads to, too.
    assert list(decode_touch(said[1][1])[1]) == [decode_id(shown)]
    assert b"Redis is the cache." in said[0][1]
    assert all(CANARY.encode() not in payload for _, payload in said)
    assert set(json.loads(said[0][1])) == {"id", "ts", "o"}
    assert pushed.rows() == pushed.leaving()


def test_a_memory_that_became_local_only_before_it_was_pushed_never_leaves(pushed: Pushed) -> None:
    hide(pushed.engine, remember(pushed.engine, f"Redis is {CANARY}."))
    made = pushed.translate()
    assert isinstance(made, Append)
    assert made.data == b""


def test_a_memory_that_is_superseded_by_one_that_stays_loses_the_reference(
    pushed: Pushed,
) -> None:
    engine = pushed.engine
    old = remember(engine, "The cache is Redis.")
    pushed.push()
    hide(engine, remember(engine, f"The cache is {CANARY}.", supersedes=old))
    pushed.push()
    rows = [row for row in pushed.rows()["memory"] if "Redis" in row[2]]
    table = assembly.memory.TABLES[0]
    [row] = [table.named(row) for row in rows]
    assert row["superseded_at"] is not None
    assert row["superseded_by"] is None
    assert pushed.rows() == pushed.leaving()


def test_what_was_pushed_and_may_not_leave_any_more_needs_an_epoch_and_forgetting(
    pushed: Pushed,
) -> None:
    known = remember(pushed.engine, "Redis is the cache.")
    pushed.push()
    hide(pushed.engine, known)
    made = pushed.translate()
    assert made == EpochNeeded(EpochReason.WITHDRAWN)
    assert made.forget


def test_a_history_that_does_not_lead_here_needs_an_epoch(pushed: Pushed) -> None:
    pushed.since = Position(pushed.since.epoch, pushed.since.seq, b"x" * 32)
    made = pushed.translate()
    assert made == EpochNeeded(EpochReason.LINEAGE)
    assert made.forget


def test_records_of_compacted_epochs_are_found(pushed: Pushed) -> None:
    for number in range(6):
        remember(pushed.engine, f"Fact number {number} is about port {number}.")
        if number % 2:
            pushed.engine.store.compact()
    pushed.push()
    assert pushed.rows() == pushed.leaving()


def test_a_long_log_needs_an_epoch(pushed: Pushed, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(pushed.engine, "Redis is the cache.")
    monkeypatch.setattr(append, "LOG_RECORDS_MAX", 1)
    assert pushed.translate() == EpochNeeded(EpochReason.LOG_FULL)
    monkeypatch.undo()
    monkeypatch.setattr(append, "LOG_BYTES_MIN", 0)
    monkeypatch.setattr(append, "LOG_SHARE", 1 << 30)
    assert pushed.translate() == EpochNeeded(EpochReason.LOG_FULL)


def test_times_rise_and_the_writer_knows_nothing_of_durability(pushed: Pushed) -> None:
    for number in range(3):
        remember(pushed.engine, f"Fact number {number}.")
    call(pushed.engine, "recall", query="fact")
    pushed.local.clock.set("2026-02-01T12:00:00Z")  # The clock was wrong, or was put back.
    remember(pushed.engine, "One more fact.")
    made = pushed.push()
    times, offset = [], 0
    while (frame := parse_frame(made.data, offset)) is not None:
        assert frame.back == 65535
        offset += frame.total_bytes
    assert offset == len(made.data)
    for kind, payload in payloads(made, pushed):
        if kind == TRANSACTION:
            times.append(decode_transaction(payload).time_ms)
        else:
            touched_ms = decode_touch(payload)[0]
    assert times == sorted(set(times))
    assert times[-1] > touched_ms


def test_the_rules_for_values_are_those_in_sql(pushed: Pushed) -> None:
    """Each row that leaves, as its brain holds it, is rewritten as the SQL does."""
    engine = pushed.engine
    old = remember(engine, "The cache is Redis.")
    hide(engine, remember(engine, f"The cache is {CANARY}.", supersedes=old))
    call(
        engine, "log_outcome", task="Ship it", task_kind="release", summary="It broke.",
        outcome="failure", signal="reported", used=[{"id": old, "verdict": "harmful"}],
    )  # fmt: skip
    with engine.store.read() as session:
        leaving = read_leaving(session, assembly.TABLES)
        for table in assembly.TABLES:
            rows = list(session.execute(f"SELECT {table.joined} FROM main.{table.name}"))
            made = {row[0]: leaving.rewrite(table.name, row) for row in rows}
            assert {key: row for key, row in made.items() if row} == leaving.rows[table.name]


def test_a_known_record_is_translated_to_the_known_payload(pushed: Pushed) -> None:
    given = Transaction(
        "ab" * 16,
        5,
        [
            Put("decision", 3, (3, "purge", "mem_1", "person", 5, None)),
            Put("preference", 77, (77, "style", "tabs", "Use tabs.", "host", 5, 6, 99)),
            Delete("memory", 12345),
        ],
        note="a note",
        by="host",
        act="set_preference",
    )
    rows = {name: list(each) for name, each in pushed.leaving().items()}
    rows["preference"] = [(77, "style", "tabs", "Use tabs.", "host", 5, 6, None)]
    schema = assembly._schema(Audience.LOCAL, replica=True)
    with replica.open_image(pushed.copy, pushed.key, schema=schema) as image:
        before, built_ms = image.tail, image.header.log_time_ms
        local = Record(TRANSACTION, 1, given.encode(), before)
        leaving = LeavingRows(assembly.TABLES, rows)
        made = append.translate(image, [local], leaving, SeededChance("append"))
        assert isinstance(made, Append)
        [record] = list(read_records(made.data, image.seals.log, before))
    assert record.payload.decode() == (
        f'{{"id":"{"ab" * 16}","ts":{built_ms + 1},"o":[["preference","P",77,'
        '[77,"style","tabs","Use tabs.","host",5,6,null]]]}'
    )
    whole = before.history + b"\0" * 7 + b"\x01" + b"\x01" + record.payload
    assert made.tail.history == hashlib.sha256(whole).digest()


def test_a_record_of_an_earlier_schema_is_not_guessed_at(pushed: Pushed) -> None:
    leaving = LeavingRows(assembly.TABLES, {"meta": [(1, "brain_name", "x")]})
    with pytest.raises(ValueError, match="schema"):
        leaving.rewrite("meta", (1, "brain_name"))


@pytest.mark.parametrize("seed", range(12))
def test_any_work_is_appended_exactly_or_needs_an_epoch(tmp_path: Path, seed: int) -> None:
    """Random work with pushes in between: the copy always holds the rows that may leave."""
    for pushed in on_a_device(tmp_path, f"seed {seed}"):
        work = _Work(pushed, random.Random(seed))
        appended = 0
        for _ in range(8):
            for _ in range(work.random.randrange(1, 7)):
                work.step()
            made = pushed.translate()
            if isinstance(made, EpochNeeded):
                assert made.reason in (EpochReason.WITHDRAWN, EpochReason.RELEASED)
                pushed.copy.unlink()
                pushed.since = pushed.position()
                epoch = ReplicaOrigin(pushed.engine.store.brain_id, 2, 0, 0, 0)
                assembly.build_replica(pushed.engine, pushed.copy, pushed.key, epoch)
            else:
                appended += bool(pushed.push().data)
            held, wanted = pushed.rows(), pushed.leaving()
            # Uses are counted by touches; one that waits in memory is not yet in either.
            del held["memory_use"], wanted["memory_use"]
            assert held == wanted
            data = b"".join(payload for _, payload in _all_records(pushed))
            assert CANARY.encode() not in data
        work.close()
        assert appended


def _all_records(pushed: Pushed) -> list[tuple[int, bytes]]:
    schema = assembly._schema(Audience.LOCAL, replica=True)
    with replica.open_image(pushed.copy, pushed.key, schema=schema) as image:
        return [(each.type, each.payload) for each in image.log()]


class _Work:
    """Random calls of a host and of the owner on one brain."""

    def __init__(self, pushed: Pushed, random_: random.Random) -> None:
        self.random = random_
        self.engine = pushed.engine
        self.owner = pushed.local.open(origin=Origin.OWNER)
        self.clock = pushed.local.clock
        self.normal = [remember(self.engine, "The first fact of all.")]
        self.hidden: list[str] = []
        self.count = 0

    def close(self) -> None:
        self.owner.store.close()

    def step(self) -> None:
        self.count += 1
        self.clock.sleep_s(self.random.choice((0.001, 1, 4000)))
        self.random.choice(
            (self.write, self.write, self.hide, self.link, self.supersede, self.recall,
             self.outcome, self.prefer, self.edit)
        )()  # fmt: skip

    def write(self) -> None:
        self.normal.append(remember(self.engine, f"Fact {self.count} about caches."))

    def hide(self) -> None:
        text = f"Fact {self.count} is {CANARY}."
        self.hidden.append(remember(self.engine, text, sensitivity="local_only"))

    def any(self) -> str:
        return self.random.choice(self.normal + self.hidden)

    def link(self) -> None:
        first, second = self.any(), self.any()
        if first != second:
            call(self.engine, "link_memories", from_=first, to=second, type="relates_to")

    def supersede(self) -> None:
        hidden, old = self.random.random() < 0.5, self.random.choice(self.normal)
        text = f"Fact {self.count} is {CANARY if hidden else 'new'}."
        made = remember(self.owner, text, supersedes=old)
        if hidden:
            hide(self.engine, made)
        (self.hidden if hidden else self.normal).append(made)

    def recall(self) -> None:
        call(self.engine, "recall", query="caches fact")

    def outcome(self) -> None:
        call(self.engine, "log_outcome", task=f"Task {self.count}", task_kind="release",
             summary="Done.", outcome=self.random.choice(("success", "failure")), signal="reported",
             used=[{"id": self.any(), "verdict": "helpful"}])  # fmt: skip

    def prefer(self) -> None:
        call(self.owner, "set_preference", key="style.tabs", value=f"spaces {self.count}",
             statement="From now on always use spaces.")  # fmt: skip

    def edit(self) -> None:
        if self.random.random() < 0.3:
            hide(self.engine, self.random.choice(self.normal))
