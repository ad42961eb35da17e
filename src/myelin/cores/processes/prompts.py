"""What a prompt says: a workflow written out to be followed, and the loop around every task."""

from collections.abc import Iterable

from myelin.cores.processes.document import Process, Step

LOOP_NAME = "myelin-loop"
LOOP_TITLE = "Work with what the project knows"
LOOP_DESCRIPTION = "Recall, work, validate, log: the loop around every task."
UNREVIEWED = "The owner has not reviewed this version."
_TASK = "Task"


def loop_listed() -> dict[str, str]:
    """Return how a list of prompts names the loop around every task."""
    return {"name": LOOP_NAME, "title": LOOP_TITLE, "description": LOOP_DESCRIPTION}


def workflow_description(process: Process, *, reviewed: bool) -> str:
    """Return what a list of prompts says of a workflow; only the owner's word stands for itself."""
    # What a host wrote must not reach a person or a model that only looked at a list.
    return process.summary if reviewed else f"A workflow. {UNREVIEWED}"


def workflow(process: Process, version: int, task: str, *, reviewed: bool) -> str:
    """Return a workflow written out, step by step, and the task it is for.

    What it requires is named and never inlined; the task is put at the end as it was given.
    """
    parts = [f"# {process.title}", process.summary]
    if not reviewed:
        parts.append(f"{UNREVIEWED} Show it to a person before you act on it.")
    if process.requires:
        named = "\n".join(f"- {each}" for each in process.requires)
        parts.append(f"Read these first:\n{named}")
    parts += [_step(number, step) for number, step in enumerate(process.steps, 1)]
    parts.append(
        f"This is `{process.name}`, version {version}. Take the steps in order. Say which one you"
        " are at, and do not go past a check that does not hold."
    )
    return "\n\n".join([*parts, *_task(task)])


def loop(loops: Iterable[tuple[Process, bool]], task: str) -> str:
    """Return the loop around every task, with the stored loops by name and whether reviewed."""
    named = [
        f"- `{process.name}`" + ("" if reviewed else " (not reviewed by the owner)")
        for process, reviewed in loops
    ]
    parts = [f"# {LOOP_TITLE}", _LOOP]
    if named:
        lines = "\n".join(named)
        parts.append(f"Loops that this project keeps; read one with `get_workflow`:\n{lines}")
    return "\n\n".join([*parts, *_task(task)])


_LOOP = """\
1. Recall. Ask `recall` for what is known about the task, in a few words. Mind trust, age and \
contradictions.
2. Choose. Ask `match_process` with the task. Read what fits best with `get_workflow` or \
`get_skill`, and follow it. `gate: owner` stops until a person agrees.
3. Work. Before a command that deletes, overwrites, publishes or cannot be undone, ask \
`precheck`. BLOCK: do not run it. HIGH: ask first. LOW only means that no rule matched.
4. Validate. Check what you made with `validate`, against the standard that the process names. \
Mend what it finds and check again.
5. Log. Remember what was settled or learned, one statement a memory, and say plainly how the \
task went: what holds, what was not done, and how you know."""


def _step(number: int, step: Step) -> str:
    text = f"{number}. **{step.id}**: {step.do}"
    if step.gate:
        text += "\n   Stop here until a person agrees."
    return text + (f"\n   Check: {step.check}" if step.check else "")


def _task(task: str) -> list[str]:
    return [f"{_TASK}: {task.strip()}"] if task.strip() else []
