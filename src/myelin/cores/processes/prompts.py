"""The texts of prompts: a workflow written out, and the loop around every task."""

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


def workflow_listed(process: Process, unreviewed_id: str | None) -> dict[str, str]:
    """Return name, title and description of a workflow for a list of prompts.

    Of a workflow that the owner has not reviewed the list shows no word of its author.
    """
    if unreviewed_id is not None:
        description = f"A workflow. {UNREVIEWED}"
        return {"name": unreviewed_id, "title": unreviewed_id, "description": description}
    return {"name": process.name, "title": process.title, "description": process.summary}


def workflow(process: Process, version: int, task: str, *, reviewed: bool) -> str:
    """Return a workflow written out, step by step, and the task it is for.

    What it requires is named and never inlined. The task comes last, unchanged.
    """
    parts = [] if reviewed else [f"{UNREVIEWED} Show it to a person before you act on it."]
    parts += [f"# {process.title}", process.summary]
    if process.requires:
        named = "\n".join(f"- {each}" for each in process.requires)
        parts.append(f"Read these first:\n{named}")
    parts += [_step(number, step) for number, step in enumerate(process.steps, 1)]
    parts.append(
        f"This is `{process.name}`, version {version}. Take the steps in order. Say which one you"
        " are at, and do not go past a check that does not hold."
    )
    return "\n\n".join([*parts, *_task(task)])


def loop(loops: Iterable[str], task: str) -> str:
    """Return the loop around every task. `loops` are the names or ids of the stored loops."""
    named = [
        f"- `{each}`" + (" (not reviewed by the owner)" if each.startswith("prc_") else "")
        for each in loops
    ]
    parts = [f"# {LOOP_TITLE}", _LOOP]
    if named:
        lines = "\n".join(named)
        parts.append(
            "Loops that this project keeps. Read one with `get_workflow`; `list_processes` gives"
            f" the name of an id:\n{lines}"
        )
    return "\n\n".join([*parts, *_task(task)])


_LOOP = """\
1. Recall. Ask `recall` for what is known about the task, in a few words. Mind trust, age and \
contradictions. Ask `get_preferences` for how the owner wants things done.
2. Choose. Ask `match_process` with the task. Read what fits best with `get_workflow` or \
`get_skill`, and follow it. `gate: owner` stops until a person agrees.
3. Work. Before a command that deletes, overwrites, publishes or cannot be undone, ask \
`precheck`. BLOCK: do not run it. HIGH: ask first. LOW only means that no rule matched.
4. Validate. Check what you made with `validate`, against the standard that the process names. \
Mend what it finds and check again.
5. Log. Remember what was settled or learned, one statement a memory. Then call `log_outcome` \
once, whether it went well or not: the kind of task, the process and version that you followed, \
the memories that helped or misled, the rules that were broken on the way, and how you know. Say \
`verification` only if a test or validator ran. Name open proposals to the owner, who decides."""


def _step(number: int, step: Step) -> str:
    text = f"{number}. **{step.id}**: {step.do}"
    if step.gate:
        text += "\n   Stop here until a person agrees."
    return text + (f"\n   Check: {step.check}" if step.check else "")


def _task(task: str) -> list[str]:
    return [f"{_TASK}: {task.strip()}"] if task.strip() else []
