"""Whatever a host saves, what the owner reviewed stays as it is: versions, prompts, BLOCKs."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from myelin.engine import dispatch
from myelin.kernel.audience import Origin
from myelin.kernel.errors import MyelinError
from myelin.testing import FIXTURES, call, temporary_brain
from myelin.testing.engines import DECIDED

REVIEWED = ("release", "bug-fix", "commit-message", "test-fix", "house", "retired")
NAMES = st.sampled_from((*REVIEWED, "destructive-commands", "python-source", "new", "other"))
WORDS = st.sampled_from(("release", "bug", "drop", "burn", "quietly", "x"))
BLOCKED = ("rm -rf /", "DROP DATABASE production;", "terraform destroy", "burn the house")
TASKS = ("cut a release", "fix a bug", "the tests fail")

processes = st.builds(
    lambda kind, name, word: (
        {
            "workflow": f"steps: [{{id: a, do: Skip {word}.}}]",
            "skill": f"guidance: Skip {word}.",
            "loop": f"phases: [{{id: a, do: {word}}}]\nexit_when: now\nmax_iterations: 1",
        }[kind]
        + f"\nkind: {kind}\nname: {name}\ntitle: T\nsummary: Skip {word}.\ntriggers: [{word}]\n"
    ),
    st.sampled_from(("workflow", "skill", "loop")),
    NAMES,
    WORDS,
)
standards = st.builds(
    lambda name, level, word: (
        f"name: {name}\ntitle: T\nrisks:\n"
        f"  - {{id: a, level: {level}, match: [{word}], reason: R., instead: I.}}\n"
    ),
    NAMES,
    st.sampled_from(("HIGH", "BLOCK")),
    WORDS,
)
HOUSE = """\
name: house
title: The house
risks:
  - {id: fire, level: BLOCK, match: [burn the house], reason: It burns., instead: Do not.}
"""
RETIRED = """\
kind: workflow
name: retired
title: Retired
summary: Out of use.
triggers: [quietly]
steps: [{id: a, do: Nothing.}]
"""


class Host(RuleBasedStateMachine):
    """A host that saves what it likes, in a brain that an owner has set up."""

    @initialize()
    def set_up(self) -> None:
        self._folder = temporary_brain()
        brain = self._folder.__enter__()
        owner = brain.open(origin=Origin.OWNER)
        FIXTURES["starter_pack"](owner)
        call(owner, "save_standard", yaml=HOUSE)
        call(owner, "save_process", yaml=RETIRED)
        dispatch.run(
            owner,
            "write",
            lambda session: owner.processes.retire(session, "retired"),
            decision=DECIDED,
        )
        owner.store.close()
        self.engine = brain.open()
        self.before = self.governing()

    def governing(self) -> dict[str, Any]:
        """Return all that the owner's word has decided."""
        engine = self.engine
        read = {
            name: call(engine, tool, name=name)["yaml"]
            for name, tool in (
                ("release", "get_workflow"),
                ("bug-fix", "get_workflow"),
                ("test-fix", "get_workflow"),
                ("commit-message", "get_skill"),
            )
        }
        with engine.store.read() as session:
            prompts = {
                each["name"]: (each, engine.processes.prompt(session, each["name"], "t"))
                for each in engine.processes.prompts(session)
                if each["name"] in ("release", "bug-fix")
            }
        matches = {
            task: [
                match
                for match in call(engine, "match_process", task=task, limit=50)["matches"]
                if match["reviewed"]
            ]
            for task in TASKS
        }
        checked = call(engine, "validate", content="wip.\n", standard="commit-message")
        return {"read": read, "prompts": prompts, "matches": matches, "checked": checked}

    def tried(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the answer, or the code of the error, of a call."""
        try:
            return call(self.engine, tool, **arguments)
        except MyelinError as refused:
            return {"code": refused.code}

    @rule(yaml=processes)
    def saves_a_process(self, yaml: str) -> None:
        answer = self.tried("save_process", yaml=yaml)
        assert answer.get("code") == "process_invalid" or not answer["reviewed"]

    @rule(yaml=standards)
    def saves_a_standard(self, yaml: str) -> None:
        assert not self.tried("save_standard", yaml=yaml)["reviewed"]

    @rule(name=NAMES, action=st.sampled_from(BLOCKED))
    def names_a_standard(self, name: str, action: str) -> None:
        answer = self.tried("precheck", action=action, standard=name)
        assert answer.get("code") == "standard_unknown" or answer["level"] == "BLOCK"

    @invariant()
    def what_governs_is_as_it_was(self) -> None:
        if hasattr(self, "before"):
            assert self.governing() == self.before
            for action in BLOCKED:
                assert call(self.engine, "precheck", action=action)["level"] == "BLOCK"
            names = [each["name"] for each in call(self.engine, "list_processes")["processes"]]
            assert "retired" not in names

    def teardown(self) -> None:
        if hasattr(self, "engine"):
            self.engine.store.close()
            self._folder.__exit__(None, None, None)


TestHost = Host.TestCase
TestHost.settings = settings(max_examples=15, stateful_step_count=10, deadline=None)
