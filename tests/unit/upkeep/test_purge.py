"""What a purge takes along, what it leaves, and what it says about both."""

import dataclasses
import itertools
from typing import Any

import pytest

from myelin.contract.errors import ArgumentInvalid, BrainChanged, MemoryUnknown, SecretRefused
from myelin.kernel.upkeep import Deletion
from myelin.testing.engines import call
from myelin.upkeep import purge
from tests.unit.upkeep.full_brain import engine, fill, purged

CANARY = "The xylophone password hint is kept by the gatekeeper of the northern yard."
TOKEN = "AKIA" + "Z7QX4NPL2RWDM5KT"


def plan(opened, public_id):
    with opened.store.read() as session:
        return purge.plan(session, opened.cores, public_id)


def test_a_purge_takes_what_says_the_same_and_tells_what_only_mentions_it():
    with engine() as one:
        first = call(one, "remember", content=CANARY, class_="note")["memory"]["id"]
        other = call(one, "remember", content=CANARY, class_="fact", subject="s")["memory"]["id"]
        telling = call(one, "remember", content=f"He said: {CANARY}", class_="note")["memory"]
        call(one, "link_memories", from_=telling["id"], to=first, type="supports")
        deletion = plan(one, first)
        assert set(deletion.ids) == {first, other}
        assert list(deletion.mentions) == [telling["id"]]
        receipt = purged(one, first)
        assert receipt.found_before > receipt.found_after > 0
        assert purged(one, telling["id"]).found_after == 0
        for public_id in (first, other, telling["id"]):
            with pytest.raises(MemoryUnknown):
                call(one, "get_memory", id=public_id)
        assert call(one, "recall", query="xylophone gatekeeper")["memories"] == []


def test_a_purge_leaves_what_was_superseded_superseded():
    with engine() as one:
        ids = fill(one, 20)
        purged(one, ids[19])
        before = call(one, "get_memory", id=ids[18])["memory"]
        assert "superseded_at" in before
        with one.store.read() as session:
            assert not any(list(core.check(session)) for core in one.cores)


@pytest.mark.parametrize("public_id", ["mem_", "mem_zzzz", "mem_zzzzzzzzzzzz", "xyz_1", "", "mem"])
def test_only_a_whole_id_that_is_known_is_purged(public_id):
    with engine() as one:
        fill(one, 2)
        with pytest.raises(MemoryUnknown):
            plan(one, public_id)


def test_a_reason_is_short_and_holds_neither_a_secret_nor_what_is_to_be_forgotten():
    with engine() as one:
        public_id = call(one, "remember", content=CANARY, class_="note")["memory"]["id"]
        deletion = plan(one, public_id)
        for reason in ("", " ", "x" * 201, "two\nlines", f"it said {CANARY}", CANARY[4:30]):
            with pytest.raises(ArgumentInvalid):
                purge.check_reason(reason, deletion, one.scan)
        with pytest.raises(SecretRefused):
            purge.check_reason(f"leaked {TOKEN}", deletion, one.scan)
        purge.check_reason("asked for by its author", deletion, one.scan)


class Chained:
    """A core whose row goes with the row of another core, which may come after it."""

    prefixes = ("mem",)

    def __init__(self, own: str, after: str) -> None:
        self._own, self._after = own, after

    def deletion_of(self, session: Any, public_id: str) -> Deletion:
        return Deletion([public_id], frozenset({("first", 1)}), [], [])

    def widened(self, session: Any, deletion: Deletion) -> Deletion:
        if (self._after, 1) not in deletion.rows:
            return deletion
        return dataclasses.replace(deletion, rows=deletion.rows | {(self._own, 1)})


@pytest.mark.parametrize("length", [1, 2, 3, 6])
def test_a_purge_follows_what_goes_with_what_goes_however_long_the_chain_is(length: int) -> None:
    names = ["first", *(f"table-{number}" for number in range(length))]
    cores: Any = [Chained(own, after) for after, own in itertools.pairwise(names)][::-1]
    deletion = purge.plan(None, cores, "mem_000000000001")
    assert deletion.rows == {(name, 1) for name in names}


def test_a_purge_refuses_what_has_changed_since_it_was_confirmed():
    with engine() as one:
        first = call(one, "remember", content=CANARY, class_="note")["memory"]["id"]
        other = call(one, "remember", content="Something else.", class_="note")["memory"]["id"]
        word = purge.Decision("asked for by a test", "person", one.store._clock.now_ms())
        order = purge.Order(plan(one, first), word, one.cores)
        call(one, "link_memories", from_=other, to=first, type="supports")
        with pytest.raises(BrainChanged):
            purge.purge(one.store, order)
        order = purge.Order(plan(one, first), word, one.cores)
        call(one, "remember", content=CANARY, class_="fact", subject="s")
        with pytest.raises(BrainChanged):
            purge.purge(one.store, order)
        assert call(one, "get_memory", id=first)["memory"]["content"] == CANARY
        order = purge.Order(plan(one, first), word, one.cores)
        purge.purge(one.store, order)
        with pytest.raises(BrainChanged):
            purge.purge(one.store, order)


def test_names_of_snapshots_that_repeat_the_text_are_found():
    with engine() as one:
        first = call(one, "remember", content=CANARY, class_="note")["memory"]["id"]
        deletion = plan(one, first)
        named = ["before: the XYLOPHONE password hint", "snapshot 2026-01-01", "password", "x"]
        assert purge.snapshots_with(named, deletion) == [named[0]]
        one.store.snapshot(named[0])
        word = purge.Decision("asked for by a test", "person", one.store._clock.now_ms())
        purge.purge(one.store, purge.Order(deletion, word, one.cores, [named[0]]))
