"""What `myelin process` and `myelin standard` share: documents that are kept in versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from myelin.cli import decisions, failures
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import registry
from myelin.documents.versions import difference
from myelin.kernel.decision import Decision, Question

if TYPE_CHECKING:
    from myelin.cores.processes import ImportedSkill
    from myelin.engine import Engine
    from myelin.store import Session

_NAME = re.compile(r"^name: *([a-z0-9-]{1,63}) *$", re.MULTILINE)
_APPROVED = {
    "process": "hosts are given this version",
    "standard": "texts and actions are judged by this version",
}


def save(invocation: Invocation, tool: str, yaml: str, *, unattended: bool) -> int:
    """Save a document and print its version and state; return 0."""
    # A person's save governs. An agent in the person's shell is a host.
    agent = invocation.caller.actor
    name = _NAME.search(yaml)
    decision = decisions.stated(
        invocation, tool.replace("_", " "), name[1] if name else "", unattended=unattended
    )
    result = invocation.call(tool, {"yaml": yaml}, decision)
    invocation.console.result(result, *registry.saved(result))
    if agent is not None:
        invocation.console.remark(
            f"The environment says that an agent drives this shell ({agent}), so this is not"
            " reviewed."
        )
    return 0


def save_skill(
    invocation: Invocation,
    skill: ImportedSkill,
    files: Mapping[str, str],
    remarks: Sequence[str],
    *,
    unattended: bool,
) -> int:
    """Save an imported skill with its attachments and return the exit code.

    `remarks` say what was read otherwise than it was written. A person is asked before the skill
    takes the place of another reviewed text of the same name.
    """
    from myelin.contract.errors import ProcessInvalid, ProcessUnknown
    from myelin.contract.operations.save_process import SaveProcessArgs
    from myelin.engine import dispatch

    caller = invocation.caller
    act = "process import"
    decision = decisions.stated(invocation, act, skill.name, unattended=unattended)
    if decision is not None:
        with suppress(ProcessUnknown):
            known = read(invocation, lambda e, s: e.processes.show(s, skill.name, None))
            if known["process"]["reviewed"] and known["yaml"] != skill.yaml:
                change = difference(known["yaml"], skill.yaml, "reviewed", "imported")
                question = Question(
                    act=f"Import {skill.name}: it takes the place of the reviewed version.",
                    content=[("The change against the reviewed version:", change)],
                    facts=[("process", skill.name), ("size", f"{len(change)} characters")],
                )
                decision = decisions.confirm(
                    invocation, question, act, skill.name, unattended=unattended
                )
                if decision is None:
                    decisions.declined(invocation)
                    return failures.EXIT_DECLINED
    with invocation.engine(caller) as engine:
        engine.scan([("yaml", skill.yaml), *files.items()])
        args = SaveProcessArgs(yaml=skill.yaml)
        try:
            result = dispatch.run(
                engine,
                "write",
                lambda s: engine.processes.import_skill(s, args, files),
                decision=decision,
                act="save_process",
            )
        except ProcessInvalid as error:
            raise skill.at_file(error) from None
    if remarks:
        result["note"] = " ".join([*([result["note"]] if "note" in result else []), *remarks])
    invocation.console.result(result, *registry.saved(result))
    for remark in remarks:
        invocation.console.remark(remark)
    return 0


def parse(kind: str, yaml: str) -> None:
    """Do nothing for a document that can be saved.

    Raises:
        ProcessInvalid, StandardInvalid: it has problems; each has its place.
    """
    if kind == "process":
        from myelin.cores.processes import parse_process

        parse_process(yaml)
    else:
        from myelin.cores.quality import parse_standard

        parse_standard(yaml)


def show(invocation: Invocation, kind: str, given: str) -> int:
    """Print one version of a document (`NAME` or `NAME@VERSION`) as its author wrote it."""
    name, version = name_and_version(f"{kind} show", given)
    shown = _call(invocation, f"show_{kind}", {"name": name, "version": version})
    if invocation.flags.json:
        invocation.console.document(shown)
    else:
        invocation.console.raw(shown["yaml"].rstrip("\n") + "\n")
        invocation.console.remark(registry.state(shown[kind]))
    return 0


def diff(invocation: Invocation, kind: str, name: str, versions: list[str]) -> int:
    """Print the difference between two versions, by default the latest and the one before it.

    Raises:
        ArgumentInvalid: more than two versions are named, or one is no number from 1.
    """
    command = f"{kind} diff"
    if len(versions) > 2:
        message = "names more than two versions"
        raise argument_invalid(command, "/versions", message, "max_items")
    numbers = [_version(command, version) for version in versions]
    before, after = (*numbers, None, None)[:2]
    result = read(invocation, lambda e, s: _hub(e, kind).diff(s, name, before, after))
    if invocation.flags.json:
        invocation.console.document(result)
    else:
        invocation.console.raw(result["diff"])
    return 0


def approve(invocation: Invocation, kind: str, given: str, *, unattended: bool) -> int:
    """Make one version (`NAME@VERSION`) the reviewed one, once a person said yes.

    Raises:
        ArgumentInvalid: no version is named.
    """
    name, version = name_and_version(f"{kind} approve", given)
    if version is None:
        message = "names no version: write NAME@VERSION"
        raise argument_invalid(f"{kind} approve", f"/{kind}", message, "version")
    change = read(invocation, lambda e, s: {"shown": _change(_hub(e, kind), s, name, version)})[
        "shown"
    ]
    approved = f"{name}@{version}"
    question = Question(
        act=f"Approve {approved}: from now on {_APPROVED[kind]}.",
        content=[("The change against the version in force:", change)],
        facts=[(kind, approved), ("size", f"{len(change)} characters")],
    )
    decision = decisions.confirm(
        invocation, question, f"{kind} approve", approved, unattended=unattended
    )
    return _carry_out(
        invocation,
        f"approve_{kind}",
        decision,
        {"name": name, "version": version},
        f"{approved} is the reviewed version now",
    )


def retire(invocation: Invocation, kind: str, name: str, *, unattended: bool) -> int:
    """Take a document out of use, once a person said yes."""
    shown = _call(invocation, f"show_{kind}", {"name": name})
    question = Question(
        act=f"Retire {name}: it is no longer in use. Its versions can still be read.",
        content=[("Its text:", shown["yaml"])],
        facts=[(kind, name), ("title", shown[kind]["title"])],
    )
    decision = decisions.confirm(
        invocation, question, f"{kind} retire", name, unattended=unattended
    )
    return _carry_out(
        invocation,
        f"retire_{kind}",
        decision,
        {"name": name},
        f"{name} is out of use; its versions can still be read",
    )


def read(
    invocation: Invocation, operation: Callable[[Engine, Session], Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the result of an operation of the owner that is not a tool and writes nothing."""
    from myelin.engine import dispatch

    with invocation.engine() as engine:
        return dispatch.run(engine, "read", lambda session: operation(engine, session))


def name_and_version(command: str, given: str) -> tuple[str, int | None]:
    """Return the two parts of `NAME@VERSION`; the version is None if only a name was given.

    Raises:
        ArgumentInvalid: what follows the `@` is no number from 1.
    """
    name, at, version = given.partition("@")
    return name, _version(command, version) if at else None


def _version(command: str, given: str) -> int:
    if not given.isascii() or not given.isdigit() or int(given[:9]) < 1:
        message = "is not a version: a number from 1"
        raise argument_invalid(command, "/version", message, "version")
    return int(given[:9])


def _carry_out(
    invocation: Invocation,
    operation: str,
    decision: Decision | None,
    arguments: Mapping[str, Any],
    done: str,
) -> int:
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    result = _call(invocation, operation, arguments, decision)
    invocation.console.result(result, Lines([done]))
    return 0


def _call(
    invocation: Invocation,
    operation: str,
    arguments: Mapping[str, Any],
    decision: Decision | None = None,
) -> dict[str, Any]:
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    given = {name: value for name, value in arguments.items() if value is not None}
    with invocation.engine() as engine:
        return dispatch.call(engine, OPERATIONS[operation], given, decision=decision)


def _hub(engine: Engine, kind: str) -> Any:
    return engine.processes if kind == "process" else engine.quality


def _change(hub: Any, session: Session, name: str, version: int) -> str:
    """Return the change of an approval: against the version in force, or all of a first one."""
    wanted = hub.show(session, name, version)
    in_force = hub.show(session, name, None)
    if in_force["yaml"] == wanted["yaml"]:
        return str(wanted["yaml"])
    current = next(iter(value for key, value in in_force.items() if key != "yaml"))
    return str(hub.diff(session, name, current["version"], version)["diff"])
