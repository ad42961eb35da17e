"""The commands of processes and standards: saving, reading, comparing, approving and retiring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from myelin.cli import ask, failures, render
from myelin.cli.asking import Asking, refused
from myelin.cli.console import Lines
from myelin.surface.commands import Flags

if TYPE_CHECKING:
    from myelin.engine import Engine
    from myelin.store import Session

_DECIDED = {
    "process": "Shall this be the process that hosts are given?",
    "standard": "Shall texts and actions be judged by this?",
}


class Registered(Asking):
    """The handlers of `myelin process` and `myelin standard`."""

    def process_save(self, flags: Flags, *, yaml: str) -> int:
        """Save a process: reviewed by a person, and an agent's own where one drives the shell."""
        return self._save(flags, "save_process", self._read("process save", yaml))

    def process_show(self, flags: Flags, *, process: str) -> int:
        """Print one process as its author wrote it."""
        return self._show(flags, "process", process)

    def process_list(self, flags: Flags, **given: Any) -> int:
        """List the processes."""
        return self._tool(flags, "list_processes", given, render.processes)

    def process_match(self, flags: Flags, **given: Any) -> int:
        """Print the processes that fit a task."""
        return self._tool(flags, "match_process", given, render.matched)

    def process_diff(self, flags: Flags, *, process: str, versions: list[str]) -> int:
        """Print what one version of a process changed against another."""
        return self._diff(flags, "process", process, versions)

    def process_approve(self, flags: Flags, *, process: str) -> int:
        """Make a version of a process the reviewed one."""
        return self._approve(flags, "process", process)

    def process_retire(self, flags: Flags, *, process: str) -> int:
        """Take a process out of use."""
        return self._retire(flags, "process", process)

    def process_import(self, flags: Flags, *, file: str) -> int:
        """Save a SKILL.md file as a skill."""
        from myelin import secrets
        from myelin.cores.processes import import_skill

        self._settings(flags)
        text = self._read("process import", file)
        # Before it is read as a skill, whose problems would name what stands there.
        secrets.refuse([("file", text)])
        return self._save(flags, "save_process", import_skill(text))

    def process_export(self, flags: Flags, *, process: str) -> int:
        """Print a skill as a SKILL.md file."""
        from myelin.cores.processes import export_skill

        name, version = _named("process export", process)
        shown = self._owned(flags, "read", lambda e, s: e.processes.show(s, name, version))
        text = export_skill(shown["yaml"])
        if flags.json:
            self._console.document({"brain": shown["brain"], "name": name, "skill_md": text})
        else:
            self._console.raw(text)
        return 0

    def standard_save(self, flags: Flags, *, yaml: str) -> int:
        """Save a standard: reviewed by a person, and an agent's own where one drives the shell."""
        return self._save(flags, "save_standard", self._read("standard save", yaml))

    def standard_show(self, flags: Flags, *, standard: str) -> int:
        """Print one standard as its author wrote it."""
        return self._show(flags, "standard", standard)

    def standard_list(self, flags: Flags) -> int:
        """List the standards."""
        result = self._owned(flags, "read", lambda e, s: {**e.quality.summaries(s)})
        self._console.result(result, *render.standards(result))
        return 0

    def standard_diff(self, flags: Flags, *, standard: str, versions: list[str]) -> int:
        """Print what one version of a standard changed against another."""
        return self._diff(flags, "standard", standard, versions)

    def standard_approve(self, flags: Flags, *, standard: str) -> int:
        """Make a version of a standard the reviewed one."""
        return self._approve(flags, "standard", standard)

    def standard_retire(self, flags: Flags, *, standard: str) -> int:
        """Take a standard out of use."""
        return self._retire(flags, "standard", standard)

    def _save(self, flags: Flags, tool: str, yaml: str) -> int:
        # What a person saves governs; an agent at a person's shell is still a host.
        agent = ask.driving_agent(self._environment)
        result = self._ask(flags, tool, {"yaml": yaml}, agent)
        self._console.result(result, *render.saved(result))
        if agent is not None:
            self._console.remark(
                f"The environment says that an agent drives this shell ({agent}), so this is not"
                " reviewed."
            )
        return 0

    def _show(self, flags: Flags, kind: str, given: str) -> int:
        name, version = _named(f"{kind} show", given)
        shown = self._owned(flags, "read", lambda e, s: _hub(e, kind).show(s, name, version))
        if flags.json:
            self._console.document(shown)
        else:
            self._console.raw(shown["yaml"].rstrip("\n") + "\n")
            self._console.remark(render.state(shown[kind]))
        return 0

    def _diff(self, flags: Flags, kind: str, name: str, versions: list[str]) -> int:
        command = f"{kind} diff"
        if len(versions) > 2:
            raise refused(command, "/versions", "max_items", "names more than two versions")
        numbers = [_version(command, version) for version in versions]
        before, after = (*numbers, None, None)[:2]
        result = self._owned(flags, "read", lambda e, s: _hub(e, kind).diff(s, name, before, after))
        if flags.json:
            self._console.document(result)
        else:
            self._console.raw(result["diff"])
        return 0

    def _approve(self, flags: Flags, kind: str, given: str) -> int:
        name, version = _named(f"{kind} approve", given)
        if version is None:
            raise refused(
                f"{kind} approve", f"/{kind}", "version", "names no version: write NAME@VERSION"
            )
        change = self._owned(
            flags, "read", lambda e, s: {"shown": _change(_hub(e, kind), s, name, version)}
        )["shown"]
        question = f"{name}@{version}\n{change}\n\n{_DECIDED[kind]}"
        return self._decided(
            flags,
            question,
            lambda e, s: _hub(e, kind).approve(s, name, version),
            f"{name}@{version} is the reviewed version now",
        )

    def _retire(self, flags: Flags, kind: str, name: str) -> int:
        shown = self._owned(flags, "read", lambda e, s: _hub(e, kind).show(s, name, None))
        question = f"{name}\n{shown[kind]['title']}\n\nShall it be taken out of use?"
        return self._decided(
            flags,
            question,
            lambda e, s: _hub(e, kind).retire(s, name),
            f"{name} is out of use; its versions can still be read",
        )

    def _decided(
        self,
        flags: Flags,
        question: str,
        act: Callable[[Engine, Session], Mapping[str, Any]],
        done: str,
    ) -> int:
        """Have a person decide about an act that can be taken back, and carry it out."""
        decision = ask.confirm(question, self._environment, unattended=True)
        if decision == "declined":
            self._console.remark("Declined; nothing was changed.")
            return failures.EXIT_DECLINED
        result = self._owned(flags, "write", act, f"decided_by: {decision}")
        self._console.result(result, Lines([done]))
        return 0

    def _owned(
        self,
        flags: Flags,
        effect: Any,
        operation: Callable[[Engine, Session], Mapping[str, Any]],
        note: str | None = None,
    ) -> dict[str, Any]:
        """Return what one of the owner's operations, which are no tools, answers."""
        from myelin.engine import dispatch

        with self._engine(flags) as engine:
            return dispatch.run(engine, effect, lambda session: operation(engine, session), note)


def _hub(engine: Engine, kind: str) -> Any:
    return engine.processes if kind == "process" else engine.quality


def _change(hub: Any, session: Session, name: str, version: int) -> str:
    """Return what an approval would change: against the version in force, or all of a first one."""
    wanted = hub.show(session, name, version)
    in_force = hub.show(session, name, None)
    if in_force["yaml"] == wanted["yaml"]:
        return str(wanted["yaml"])
    current = next(iter(value for key, value in in_force.items() if key != "yaml"))
    return str(hub.diff(session, name, current["version"], version)["diff"])


def _named(command: str, given: str) -> tuple[str, int | None]:
    name, at, version = given.partition("@")
    return name, _version(command, version) if at else None


def _version(command: str, given: str) -> int:
    if not given.isascii() or not given.isdigit() or int(given[:9]) < 1:
        raise refused(command, "/version", "version", "is not a version: a number from 1")
    return int(given[:9])
