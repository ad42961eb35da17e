"""Brains that earlier programs made, opened by this one, and the other way round."""

import pytest

from myelin import assembly, store
from myelin.contract.errors import FormatTooNew
from myelin.crypto import keys
from myelin.kernel.caller import LOCAL_HOST
from myelin.kernel.machine import Machine
from myelin.testing import FIXTURES, ManualClock, SeededChance, call
from tests.format.make_schema_brain import schema_of

ROOT = bytes(range(32))


def opened_today(path, **options):
    return assembly.open(
        path,
        keys.local_key(ROOT),
        name="old",
        caller=LOCAL_HOST,
        machine=Machine(ManualClock("2026-04-01T00:00:00Z"), SeededChance("today")),
        **options,
    )


@pytest.fixture
def first(tmp_path):
    """Make a brain as the first program did, with a memory in its log."""
    path = tmp_path / "old.myl"
    means = {"schema": schema_of(1), "clock": ManualClock(), "chance": SeededChance("old")}
    store.create(path, keys.local_key(ROOT), brain_id=bytes(16), meta={}, **means)
    brain = store.open(path, keys.local_key(ROOT), **means)
    with brain.write() as session:
        session.execute(
            "INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity, origin,"
            " evidence, recorded_at) VALUES (7, 'note', 'The old port is 22.', '[]', '[]',"
            " 'normal', 'normal', 'host', 'stated', ?)",
            (session.now_ms,),
        )
    brain.close()
    return path


def test_a_brain_of_the_first_migration_opens_keeps_its_memories_and_takes_processes(first):
    engine = opened_today(first)
    assert len(call(engine, "recall", query="port")["memories"]) == 1
    assert call(engine, "list_processes")["processes"] == []
    FIXTURES["starter_pack"](engine)
    listed = call(engine, "list_processes")
    assert engine.store.check() == []
    engine.store.compact()
    engine.store.close()
    again = opened_today(first)
    assert call(again, "list_processes") == listed
    assert len(call(again, "recall", query="port")["memories"]) == 1
    again.store.close()


def test_a_program_of_the_first_migration_refuses_the_migrated_brain_and_leaves_it_alone(first):
    opened_today(first).store.close()
    before = first.read_bytes()
    with pytest.raises(FormatTooNew):
        store.open(
            first,
            keys.local_key(ROOT),
            schema=schema_of(1),
            clock=ManualClock("2026-05-01T00:00:00Z"),
            chance=SeededChance("older"),
        )
    assert first.read_bytes() == before


def test_a_brain_of_the_first_migration_that_may_only_be_read_is_read(first):
    before = first.read_bytes()
    engine = opened_today(first, readonly=True)
    assert len(call(engine, "recall", query="port")["memories"]) == 1
    assert call(engine, "list_processes")["processes"] == []
    engine.store.close()
    assert first.read_bytes() == before
