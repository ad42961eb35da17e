"""Making and opening brains: what is kept, what is refused, and that nothing is created twice."""

from pathlib import Path

import pytest

from myelin import assembly
from myelin.contract.errors import BrainExists, BrainUnknown, KeyWrong
from myelin.engine import dispatch
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_HOST
from myelin.kernel.machine import Machine
from myelin.testing import ManualClock, SeededChance, call, temporary_brain


def test_what_was_remembered_is_there_when_the_brain_is_opened_again() -> None:
    with temporary_brain() as brain:
        first = brain.open()
        known = call(first, "remember", content="The port is 22.", class_="fact")
        first.store.close()
        second = brain.open()
        answer = call(second, "recall", query="port")
        assert [item["id"] for item in answer["memories"]] == [known["memory"]["id"]]
        assert answer["brain"] == known["brain"]
        second.store.close()


def test_two_engines_on_one_brain_see_each_others_writes_at_once() -> None:
    with temporary_brain() as brain:
        one, two = brain.open(), brain.open(origin=Origin.OWNER)
        known = call(one, "remember", content="The port is 22.", class_="fact")["memory"]["id"]
        assert call(two, "get_memory", id=known)["memory"]["origin"] == "host"
        other = call(two, "remember", content="Port 23.", class_="fact", supersedes=known)
        assert (
            call(one, "get_memory", id=known)["memory"]["superseded_by"] == (other["memory"]["id"])
        )
        assert call(one, "remember", content="Port 23.", class_="fact")["created"] is False
        one.store.close()
        two.store.close()


def test_a_brain_is_made_once(tmp_path: Path) -> None:
    def make() -> str:
        return assembly.create(
            tmp_path / "p.myl", b"r" * 32, name="p", machine=Machine(ManualClock(), SeededChance())
        )

    brain_id = make()
    before = (tmp_path / "p.myl").read_bytes()
    with pytest.raises(BrainExists):
        make()
    assert (tmp_path / "p.myl").read_bytes() == before
    engine = assembly.open(tmp_path / "p.myl", b"r" * 32, name="p", caller=LOCAL_HOST)
    assert engine.brain.id == brain_id
    engine.store.close()


def test_a_wrong_key_or_a_missing_file_opens_and_creates_nothing(tmp_path: Path) -> None:
    with temporary_brain() as brain:
        before = brain.path.read_bytes()
        brain.root = b"x" * 32
        with pytest.raises(KeyWrong):
            brain.open()
        assert brain.path.read_bytes() == before
        brain.path = tmp_path / "none.myl"
        with pytest.raises(BrainUnknown):
            brain.open()
    assert not (tmp_path / "none.myl").exists()


def test_nothing_of_a_memory_stands_in_the_file_in_the_clear() -> None:
    fields = {
        name: f"canary{number}"
        for number, name in enumerate(("content", "subject", "session", "actor", "evidence_ref"))
    }
    with temporary_brain() as brain:
        engine = brain.open()
        call(
            engine, "remember", **fields, class_="fact", tags=["canarytag"], aliases=["canaryname"]
        )
        engine.store.compact()
        call(engine, "recall", query="canary0")
        engine.store.close()
        for path in brain.path.parent.rglob("*"):
            assert path.is_dir() or b"canary" not in path.read_bytes()


def test_a_brain_says_how_it_is_set_up() -> None:
    with temporary_brain(default_sensitivity="local_only") as brain:
        engine = brain.open()
        stats = dispatch.run(engine, "read", engine.memory.stats)
        assert stats["default_sensitivity"] == "local_only"
        engine.store.close()
