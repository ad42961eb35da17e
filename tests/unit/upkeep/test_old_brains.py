"""Brains of every migration number that was ever shipped, under the upkeep of today's program."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from myelin import assembly
from myelin.crypto import keys
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import Caller
from myelin.kernel.ids import encode_id
from myelin.kernel.machine import Machine
from myelin.store import shipped_migrations
from myelin.testing import ManualClock, SeededChance, call, run
from myelin.testing.engines import temporary_brain
from myelin.upkeep import doctor, export
from myelin.upkeep import log as telling
from tests.format.make_schema_brain import CANARY, DOCUMENTS, ROOT, ROWS, row_id, schema_of, stored
from tests.unit.upkeep.full_brain import exported, imported, purged

NUMBERS = range(1, len(shipped_migrations()) + 1)
NEVER_LATER = "2026-04-01T00:00:00Z"


def opened(path: Path, origin: Origin = Origin.OWNER) -> Engine:
    return assembly.open(
        path,
        keys.local_key(ROOT),
        name="old",
        caller=Caller(Audience.LOCAL, origin),
        machine=Machine(ManualClock(NEVER_LATER), SeededChance("today")),
    )


def told(path: Path, engine: Engine) -> list[dict]:
    with assembly.open_past(path, keys.local_key(ROOT)) as past:
        return telling.entries(engine.cores, past.newest_events(100))


def faults(engine: Engine) -> list[str]:
    with engine.store.read() as session:
        return [finding.code for finding in doctor.check(session, engine.cores)]


@pytest.fixture(params=NUMBERS)
def old(request, tmp_path):
    """Copy the stored brain of a migration number and return (number, path)."""
    number = request.param
    assert stored(number).is_file(), (
        f"no stored brain has migration {number}: run"
        f" `python -m tests.format.make_schema_brain {number}` and commit the file"
    )
    shutil.copyfile(stored(number), tmp_path / "old.myl")
    return number, tmp_path / "old.myl"


def tables_of(number: int) -> list:
    return [table for table in schema_of(number).tables if table.name != "meta"]


def test_the_log_tells_every_row_of_an_old_brain_by_the_columns_that_it_had(old):
    number, path = old
    engine = opened(path)
    rows = [row for entry in told(path, engine) for row in entry.get("rows", ())]
    for table in tables_of(number):
        if not table.prefix:
            continue
        for at in range(ROWS // 2, ROWS):
            public_id = encode_id(table.prefix, row_id(table.name, at))
            [row] = [row for row in rows if row["id"] == public_id and " mem_" not in row["what"]]
            logged = [column.name for column in table.columns if column.logged]
            assert set(logged) - {"name"} <= set(row), (table.name, row)
    assert CANARY not in json.dumps(rows)
    engine.store.close()


def test_an_old_brain_is_whole_exports_every_row_and_comes_in_elsewhere_as_the_same_bytes(old):
    number, path = old
    engine = opened(path)
    assert engine.store.check() == []
    assert faults(engine) == []
    lines = exported(engine)
    counted = Counter(json.loads(line).get("kind") for line in lines)
    for table in tables_of(number):
        if table.exported or table.name == "tombstone":
            assert counted[table.name] == ROWS, table.name
    engine.store.close()
    with temporary_brain(clock=ManualClock(NEVER_LATER), seed="second") as brain:
        other = brain.open(origin=Origin.OWNER)
        report = imported(other, lines)
        assert report.owned
        assert report.left == []
        assert exported(other) == lines
        assert faults(other) == []
        other.store.close()


def test_what_0_3_0_exported_is_exported_as_the_same_bytes_today(tmp_path):
    """`export-0004.jsonl` was written by the program of version 0.3.0."""
    shutil.copyfile(stored(4), tmp_path / "old.myl")
    engine = opened(tmp_path / "old.myl")
    assert b"".join(exported(engine)) == stored(4).with_name("export-0004.jsonl").read_bytes()
    memory = next(row for row in rows_of_the_log(tmp_path, engine) if row["id"].startswith("mem_"))
    assert list(memory) == ["id", "what", "class", "tier", "origin", "actor", "session"]
    engine.store.close()


def rows_of_the_log(folder: Path, engine: Engine) -> list[dict]:
    entries = told(folder / "old.myl", engine)
    return [row for entry in entries for row in entry.get("rows", ())]


def test_a_purge_of_each_kind_of_row_leaves_no_byte_of_it_in_an_old_brain(old):
    number, path = old
    engine = opened(path)
    for table in tables_of(number):
        if not table.prefix:
            continue
        # One row from the base and one from the log.
        for at in (0, ROWS - 1):
            public_id = encode_id(table.prefix, row_id(table.name, at))
            with engine.store.read() as session:
                there = any(core.exists(session, public_id) for core in engine.cores)
            if not there:
                continue  # It went with the row that owns it.
            assert purged(engine, public_id).found_after == 0
            assert not any(
                record["id"] == public_id
                for record in map(json.loads, exported(engine)[1:-1])
                if record["kind"] == table.name
            )
    assert engine.store.check() == []
    assert faults(engine) == []
    engine.store.close()


def test_every_state_of_an_old_brain_is_restored(old, tmp_path):
    _number, path = old
    engine = opened(path)
    call(engine, "remember", content="Written by a later program.", class_="note")
    wanted = exported(engine)
    engine.store.close()
    with assembly.open_past(path, keys.local_key(ROOT)) as past:
        points = past.points()
        for point in points:
            past.restore_to(point.seq, tmp_path / f"at-{point.seq}.myl")
    counted = []
    for point in points:
        restored = opened(tmp_path / f"at-{point.seq}.myl")
        assert restored.store.check() == []
        assert faults(restored) == []
        counted.append(len(exported(restored)))
        restored.store.close()
    assert counted == sorted(counted)
    last = opened(tmp_path / f"at-{points[-1].seq}.myl")
    assert exported(last) == wanted
    last.store.close()


def test_a_clients_memory_of_an_old_brain_is_taken_back(old):
    _number, path = old
    engine = opened(path)
    hosts = [
        json.loads(line)["id"]
        for line in exported(engine)[1:-1]
        if json.loads(line)["kind"] == "memory"
        and json.loads(line)["origin"] == "host"
        and "superseded_at" not in json.loads(line)
    ]
    done = [run(engine, "undo", public_id) for public_id in hosts]
    for one in done:
        assert one["how"] in ("archived", "superseded")
    engine.store.close()


def test_the_documents_of_the_stored_brains_are_read(old):
    number, path = old
    engine = opened(path)
    with engine.store.read() as session:
        records = list(export.records(session, engine.cores))
    assert {each["kind"] for each in records if "yaml" in each} == {
        table.name for table in tables_of(number) if table.name in DOCUMENTS
    }
    engine.store.close()


def test_a_doctor_finds_nothing_before_and_after_an_upgrade(old):
    _, path = old
    key, machine = keys.local_key(ROOT), Machine(ManualClock(NEVER_LATER), SeededChance("doctor"))
    assert assembly.inspect(path, key, machine=machine) == []
    engine = opened(path)
    assert faults(engine) == []
    engine.store.compact_if_due()
    engine.store.close()
    assert assembly.inspect(path, key, machine=machine) == []
