"""`myelin process`: workflows, skills and loops in versions, and skills as SKILL.md files."""

from typing import Any

from myelin.cli import documents
from myelin.cli.invocation import Invocation
from myelin.cli.render import registry


def save(invocation: Invocation, *, yaml: str) -> int:
    """Save a process: reviewed by a person, and an agent's own where one drives the shell."""
    return documents.save(invocation, "save_process", invocation.read("process save", yaml))


def show(invocation: Invocation, *, process: str) -> int:
    """Print one process as its author wrote it."""
    return documents.show(invocation, "process", process)


def list_(invocation: Invocation, **given: Any) -> int:
    """Print the processes."""
    result = invocation.call("list_processes", given)
    invocation.console.result(result, *registry.processes(result))
    if "next_cursor" in result:
        more, cursor = result["omitted_count"], result["next_cursor"]
        invocation.console.remark(f"{more} more; to list them add --cursor {cursor}")
    return 0


def match(invocation: Invocation, **given: Any) -> int:
    """Print the processes that fit a task."""
    return invocation.print_call("match_process", given, registry.matched)


def diff(invocation: Invocation, *, process: str, versions: list[str]) -> int:
    """Print what one version of a process changed against another."""
    return documents.diff(invocation, "process", process, versions)


def approve(invocation: Invocation, *, process: str) -> int:
    """Make a version of a process the reviewed one."""
    return documents.approve(invocation, "process", process)


def retire(invocation: Invocation, *, process: str) -> int:
    """Take a process out of use."""
    return documents.retire(invocation, "process", process)


def import_(invocation: Invocation, *, file: str) -> int:
    """Save a SKILL.md file as a skill."""
    from myelin import secrets
    from myelin.cores.processes import import_skill

    invocation.settings()
    text = invocation.read("process import", file)
    # Before it is read as a skill, whose problems would name what stands there.
    secrets.refuse([("file", text)])
    return documents.save(invocation, "save_process", import_skill(text).yaml)


def export(invocation: Invocation, *, process: str) -> int:
    """Print a skill as a SKILL.md file."""
    from myelin.cores.processes import export_skill

    name, version = documents.name_and_version("process export", process)
    shown = documents.run(invocation, "read", lambda e, s: e.processes.show(s, name, version))
    text = export_skill(shown["yaml"])
    if invocation.flags.json:
        invocation.console.document({"brain": shown["brain"], "name": name, "skill_md": text})
    else:
        invocation.console.raw(text)
    return 0
