"""`myelin process`: workflows, skills and loops in versions, and skills as SKILL.md files."""

from typing import Any

from myelin.cli import documents, pages
from myelin.cli.invocation import STANDARD_INPUT, Invocation, argument_invalid
from myelin.cli.render import registry

_NAMED_MAX = 20


def save(invocation: Invocation, *, yaml: str, unattended: bool) -> int:
    """Save a process: reviewed by a person, and an agent's own where one drives the shell."""
    text = invocation.read("yaml", yaml)
    return documents.save(invocation, "save_process", text, unattended=unattended)


def show(invocation: Invocation, *, process: str) -> int:
    """Print one process as its author wrote it."""
    return documents.show(invocation, "process", process)


def list_(invocation: Invocation, *, all: bool, **given: Any) -> int:
    """Print one page of the processes, or all of them."""
    if all:
        result = pages.every(invocation, "process list", "list_processes", "processes", given)
    else:
        result = invocation.call("list_processes", given)
    invocation.console.result(result, *registry.processes(result))
    if "next_cursor" in result:
        more, cursor = result["omitted_count"], result["next_cursor"]
        invocation.console.remark(f"{more} more: add --cursor {cursor}, or --all")
    return 0


def match(invocation: Invocation, **given: Any) -> int:
    """Print the processes that fit a task."""
    return invocation.print_call("match_process", given, registry.matched)


def diff(invocation: Invocation, *, process: str, versions: list[str]) -> int:
    """Print what one version of a process changed against another."""
    return documents.diff(invocation, "process", process, versions)


def approve(invocation: Invocation, *, process: str, unattended: bool) -> int:
    """Make a version of a process the reviewed one."""
    return documents.approve(invocation, "process", process, unattended=unattended)


def retire(invocation: Invocation, *, process: str, unattended: bool) -> int:
    """Take a process out of use."""
    return documents.retire(invocation, "process", process, unattended=unattended)


def import_(
    invocation: Invocation, *, file: str, rename: str | None = None, unattended: bool = False
) -> int:
    """Save a SKILL.md file, or a folder with one, as a skill."""
    from myelin import secrets
    from myelin.cli.skill_folder import SkillFolder, read_folder
    from myelin.cores.processes import digests, import_skill

    invocation.settings()
    path = invocation.cwd / file
    is_folder = file != STANDARD_INPUT and path.is_dir()
    folder = read_folder(path) if is_folder else SkillFolder(path)
    text = invocation.read("file", str(folder.file) if is_folder else file)
    # Before it is read as a skill, because a problem would quote its text.
    secrets.refuse([("file", text), *folder.files.items()])
    skill = import_skill(text, name=rename, files=digests(folder.files))
    remarks = [*skill.remarks, *_left_behind(folder.left_behind)]
    return documents.save_skill(invocation, skill, folder.files, remarks, unattended=unattended)


def _left_behind(files: list[str]) -> list[str]:
    if not files:
        return []
    more = f" and {len(files) - _NAMED_MAX} more" if len(files) > _NAMED_MAX else ""
    return [f"Left behind: {', '.join(files[:_NAMED_MAX])}{more}."]


def export(invocation: Invocation, *, process: str) -> int:
    """Print a skill as a SKILL.md file.

    Raises:
        ArgumentInvalid: it is a workflow or a loop.
    """
    from myelin.cores.processes import export_skill

    name, version = documents.name_and_version("process export", process)
    shown = documents.read(invocation, lambda e, s: e.processes.show(s, name, version))
    kind = shown["process"]["kind"]
    if kind != "skill":
        message = f"is a {kind}: only a skill can be exported as SKILL.md"
        raise argument_invalid("process export", "/process", message, "kind")
    text = export_skill(shown["yaml"])
    if invocation.flags.json:
        invocation.console.document({"brain": shown["brain"], "name": name, "skill_md": text})
    else:
        invocation.console.raw(text)
    return 0
