"""The owner's operations ask whoever stands for the owner, and do nothing after a no."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from myelin import config, keystore
from myelin.brains import brain
from myelin.contract.errors import TerminalRequired
from myelin.crypto import phrase
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_HOST, LOCAL_OWNER
from myelin.kernel.decision import Decision, Question
from myelin.kernel.machine import Machine
from myelin.owner import calls
from myelin.surface.operations import OPERATIONS
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock
from myelin.testing.engines import call
from myelin.upkeep import snapshots


@dataclass
class ScriptedOwner:
    """An owner who is no terminal: it answers as it was told, and keeps what it was asked."""

    agrees: bool
    asked: list[tuple[str, Question]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    withdrawn: int = 0

    def decide(self, question: Question, act: str, subject: str = "") -> Decision | None:
        self.asked.append((act, question))
        return Decision("person", act, subject) if self.agrees else None

    @property
    def place_of_words(self) -> Literal["terminal", "file"]:
        return "terminal"

    def check_words(self, brain_folder: Path) -> None:
        assert brain_folder.is_dir()

    def give_words(self, words: str, heading: str, *, confirmed: bool) -> str:
        assert heading
        self.words.append(words)
        return "terminal"

    def withdraw_words(self) -> None:
        self.withdrawn += 1


@dataclass
class Prepared:
    """A brain with a memory and a named snapshot."""

    brain: brain.Brain
    memory: str
    folder: Path
    settings: config.Settings

    def run(self, operation: str, given: dict[str, Any], owner: ScriptedOwner) -> Any:
        found = brain.find(self.settings, self.folder, self.brain.machine)
        return calls.call(found, OPERATIONS[operation], given, owner)

    def files(self) -> dict[str, bytes]:
        """Return every file of the brain, but for the locks, which hold no state."""
        return {
            path.name: path.read_bytes()
            for path in self.brain.location.data_dir.rglob("*")
            if path.is_file() and path.suffix not in (".lock", ".clock")
        }


@pytest.fixture
def prepared(tmp_path: Path) -> Prepared:
    settings = config.load({"HOME": str(tmp_path)}, tmp_path)
    folder = tmp_path / "project"
    (folder / ".myelin").mkdir(parents=True, mode=0o700)
    machine = Machine(ManualClock(), SeededChance("owner"))
    root = bytes(range(32))
    made = brain.Brain(config.locate_new(settings, folder), settings, machine, root)
    brain_id = made.create(kind="project", default_sensitivity="normal")
    config.prepare_home(settings.home)
    keystore.save(brain_id, root, settings)
    with made.opened(LOCAL_OWNER) as engine:
        saved = call(engine, "remember", content="The queue is PostgreSQL.", class_="note")
        snapshots.create(engine.store, [], "before", machine.clock.now_ms())
        call(engine, "remember", content="The cache is Redis.", class_="note")
    return Prepared(made, saved["memory"]["id"], folder, settings)


Given = Callable[[Prepared], dict[str, Any]]
ASKED: list[tuple[str, Given, str]] = [
    ("purge", lambda one: {"id": one.memory, "reason": "no longer ours"}, "purge"),
    ("restore_in_place", lambda _: {"at": "before"}, "restore"),
    ("remove_snapshot", lambda _: {"label": "before"}, "snapshot remove"),
    ("rename_snapshot", lambda _: {"label": "before", "new_label": "then"}, "snapshot rename"),
    ("export_key", lambda _: {}, "key export"),
    ("rotate_key", lambda _: {}, "key rotate"),
]


@pytest.mark.parametrize(("operation", "given", "act"), ASKED)
def test_after_a_no_nothing_was_done(
    prepared: Prepared, operation: str, given: Given, act: str
) -> None:
    before, owner = prepared.files(), ScriptedOwner(agrees=False)
    assert prepared.run(operation, given(prepared), owner) is None
    [(asked, question)] = owner.asked
    assert asked.startswith(act)
    assert question.act
    assert owner.words == []
    assert prepared.files() == before


@pytest.mark.parametrize(("operation", "given", "act"), ASKED)
def test_after_a_yes_it_was_done_and_recorded(
    prepared: Prepared, operation: str, given: Given, act: str
) -> None:
    owner = ScriptedOwner(agrees=True)
    before = prepared.files()
    assert prepared.run(operation, given(prepared), owner) is not None
    assert next(asked for asked, _ in owner.asked).startswith(act)
    assert prepared.files() != before
    found = brain.find(prepared.settings, prepared.folder, prepared.brain.machine)
    with found.opened(LOCAL_OWNER) as engine:
        assert engine.store.check() == []
        held = [each["id"] for each in call(engine, "list_memories")["memories"]]
    assert (prepared.memory in held) is (operation != "purge")
    if operation == "export_key":
        assert owner.words == [phrase.words(bytes(range(32)))]
    if operation == "rotate_key":
        assert owner.words == [phrase.words(found.root)]
        assert found.root != bytes(range(32))


def test_a_host_is_told_that_an_operation_is_the_owner_s(prepared: Prepared) -> None:
    with prepared.brain.opened(LOCAL_HOST) as engine, pytest.raises(TerminalRequired):
        dispatch.call(engine, OPERATIONS["archive"], {"id": prepared.memory})
