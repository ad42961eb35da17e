"""`myelin connect`: set up the hosts on this machine to start this brain's server."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from myelin import config, hosts
from myelin.cli import failures, terminal
from myelin.cli.console import Lines, Table
from myelin.cli.invocation import Invocation
from myelin.config.names import DEFAULT_NAME
from myelin.contract.errors import HostScopeUnknown, HostUnknown, TerminalRequired
from myelin.contract.hosts import HOSTS, Host
from myelin.hosts import FileChange, Target
from myelin.kernel.errors import MyelinError

_PLATFORMS = {"darwin": "darwin", "win32": "win32"}
_STATES = {
    "connected": "connected",
    "other": "has another entry of that name",
    "absent": "",
    "unreadable": "cannot be read",
}


def connect(
    invocation: Invocation,
    *,
    host: str | None,
    scope: str | None,
    print: bool,
    remove: bool,
    instructions: bool,
    check: bool,
    yes: bool,
) -> int:
    """List the hosts, try what one has configured, or change its files; return the exit code.

    Raises:
        HostUnknown, HostScopeUnknown: there is no such host, or it has no such file.
        HostFileRefused, HostFileChanged: nothing was changed.
        TerminalRequired: nobody can be asked, and nothing says yes.
    """
    location = config.find_brain(invocation.settings(), invocation.cwd)
    if host is None:
        return _list(invocation, location)
    known = HOSTS.get(host)
    if known is None:
        raise HostUnknown(known=", ".join(HOSTS))
    if check:
        return _check(invocation, location, known, scope)
    chosen = scope or ("project" if "project" in known.scopes else "user")
    target = _target(invocation, location, known, chosen)
    changes = hosts.planned(target, remove=remove, instruct=instructions)
    document: dict[str, Any] = {"host": host, "scope": chosen, "entry": target.name}
    _show(invocation, changes)
    due = [one for one in changes if one.act != "unchanged"]
    if due and not print and not _agreed(invocation, yes=yes):
        return failures.declined(invocation.console)
    copies = {} if print else {one.path: hosts.apply(one) for one in due}
    document["files"] = [_file(one, copies.get(one.path)) for one in changes]
    document["written"] = bool(due) and not print
    invocation.console.result(document, Lines(_said(target, due, remove=remove, print_only=print)))
    return 0


def found_lines(invocation: Invocation) -> list[str]:
    """Return a line for each host that was found, with the command that sets it up."""
    found = [host for host in HOSTS.values() if _is_found(invocation, host)]
    width = max((len(host.title) for host in found), default=0)
    name = invocation.flags.name
    brain = "" if name in (None, DEFAULT_NAME) else f" --name {name}"
    return [f"  {host.title:<{width}}  myelin connect {host.name}{brain}" for host in found]


def _list(invocation: Invocation, location: config.Location) -> int:
    states = [_state(invocation, location, host) for host in HOSTS.values()]
    states.sort(key=lambda one: not one["found"])
    rows = [
        (
            one["host"] if at == 0 else "",
            "found" if one["found"] and at == 0 else "",
            file["scope"],
            file["path"],
            _STATES[file["state"]],
        )
        for one in states
        for at, file in enumerate(one["files"])
    ]
    table = Table(("host", "here", "scope", "file", "this brain"), rows)
    invocation.console.result({"hosts": states}, table)
    return 0


def _state(invocation: Invocation, location: config.Location, host: Host) -> dict[str, Any]:
    files = []
    for scope in host.scopes:
        target = _target(invocation, location, host, scope)
        try:
            path = str(target.file)
            state = hosts.state(target)
        except HostScopeUnknown:
            continue
        except MyelinError:
            state = "unreadable"
        files.append({"scope": scope, "path": path, "state": state})
    found = _is_found(invocation, host)
    return {"host": host.name, "title": host.title, "found": found, "files": files}


def _check(invocation: Invocation, location: config.Location, host: Host, scope: str | None) -> int:
    from myelin.hosts import trial

    scopes = [scope] if scope is not None else list(host.scopes)
    document: dict[str, Any] = {"host": host.name, "scope": scopes[0], "answered": False}
    document |= {"tools": 0, "ms": 0, "problem": "this brain is not set up there"}
    for one in scopes:
        target = _target(invocation, location, host, one)
        entry = hosts.held_entry(target)
        if entry is None:
            continue
        try:
            answer = trial.run(target, entry, invocation.machine.clock)
        except trial.TrialFailed as failure:
            document |= {"scope": one, "problem": failure.problem}
        else:
            document |= {"scope": one, "tools": answer.tools, "ms": answer.ms}
            document["answered"] = answer.problem is None
            document |= {"brain": answer.brain} if answer.brain else {}
            document |= {"problem": answer.problem} if answer.problem else {}
            if answer.problem is None:
                del document["problem"]
        break
    if document["answered"]:
        text = f"{document['tools']} tools, brain {document['brain']}, {document['ms']} ms"
    else:
        text = f"It does not work: {document['problem'].rstrip('.')}."
    invocation.console.result(document, Lines([f"{host.title}, {document['scope']}: {text}"]))
    return 0 if document["answered"] else failures.EXIT_FINDINGS


def _target(invocation: Invocation, location: config.Location, host: Host, scope: str) -> Target:
    return Target(
        host=host,
        scope=scope,
        location=location,
        environment=invocation.environment,
        platform=_PLATFORMS.get(sys.platform, "linux"),
        home=_home(invocation),
    )


def _is_found(invocation: Invocation, host: Host) -> bool:
    platform = _PLATFORMS.get(sys.platform, "linux")
    return hosts.is_found(host, invocation.environment, platform, _home(invocation))


def _home(invocation: Invocation) -> Path:
    return invocation.settings().user_home


def _show(invocation: Invocation, changes: Sequence[FileChange]) -> None:
    for change in changes:
        if change.act == "unchanged":
            invocation.console.remark(f"{change.path}: nothing to change.")
            continue
        invocation.console.remark(f"{change.path} would be {change.act}:")
        for line in change.difference()[2:]:
            invocation.console.remark(f"  {line}")


def _agreed(invocation: Invocation, *, yes: bool) -> bool:
    if yes:
        return True
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is None:
            raise TerminalRequired(suggestion="Run it on a terminal, or pass --yes.")
        person.forget_typed()
        return person.ask("Write this? [y/N]").casefold() in ("y", "yes")


def _file(change: FileChange, copy: Path | None) -> dict[str, Any]:
    kept = {} if copy is None else {"copy": str(copy)}
    difference = change.difference()
    return {"path": str(change.path), "act": change.act, "difference": difference, **kept}


def _said(
    target: Target, due: Sequence[FileChange], *, remove: bool, print_only: bool
) -> list[str]:
    title = target.host.title
    if not due:
        return [f"{title} is {'not set up for this brain' if remove else 'set up already'}."]
    if print_only:
        return ["Nothing was written."]
    if remove:
        return [f"{title} is not set up for this brain any more."]
    return [
        f"{title} is set up: the entry is {target.name}. {target.host.then}",
        f"`myelin connect {target.host.name} --check` starts it as the host would.",
    ]
