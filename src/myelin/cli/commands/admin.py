"""`myelin admin`: the operator of a server, on its machine and beside its folder."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from myelin import config
from myelin.cli import decisions, failures, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.contract.errors import PathRefused
from myelin.control import Control, calls
from myelin.surface.operations import OPERATIONS


def bootstrap(invocation: Invocation, *, email: str, server_data: str | None) -> int:
    """Create a tenant, print its admin token once, and return 0."""
    terminal.refuse_agents(invocation.environment)
    folder = invocation.server_folder(server_data)
    if server_data is None:
        # The default folder lies in the per-user folder, which is recognised by its mark.
        config.prepare_home(invocation.settings().home)
    made = _done(invocation, folder, "bootstrap", {"email": email}, create=True)
    return _printed(
        invocation,
        made,
        f"Created {made['tenant']} with the user {email.lower()}.",
        "Its admin token is shown once and not stored:",
        made["secret"],
    )


def tenants(
    invocation: Invocation,
    *,
    suspend: str | None,
    resume: str | None,
    limit: str | None,
    brains: int | None,
    bytes: int | None,
    requests: int | None,
    writes: int | None,
    server_data: str | None,
) -> int:
    """List the tenants, or change one, and return 0."""
    limits = {
        "brains": brains,
        "bytes": bytes,
        "requests_per_minute": requests,
        "writes_per_minute": writes,
    }
    given = {name: value for name, value in limits.items() if value is not None}
    act = _one_of("admin tenants", suspend=suspend, resume=resume, limit=limit)
    if given and act != "limit":
        raise argument_invalid("admin tenants", "/limit", "is missing: it names the tenant")
    folder = invocation.server_folder(server_data)
    if act is None:
        found = _done(invocation, folder, "list_tenants", {})
        lines = [_tenant(each) for each in found["tenants"]]
        return _printed(invocation, found, *(lines or ["There are no tenants."]))
    tenant = suspend or resume or limit
    arguments = {"tenant": tenant, **given}
    changed = _done(invocation, folder, f"{act}_tenant", arguments)
    return _printed(invocation, changed, _tenant(changed["tenant"]))


def users(
    invocation: Invocation,
    *,
    tenant: str | None,
    add: str | None,
    remove: str | None,
    token: str | None,
    server_data: str | None,
) -> int:
    """List the users, change one or create a token for one, and return 0."""
    act = _one_of("admin users", add=add, remove=remove, token=token)
    folder = invocation.server_folder(server_data)
    if act is None:
        found = _done(invocation, folder, "list_users", {"tenant": tenant})
        lines = [f"{each['tenant']}  {each['email']}" for each in found["users"]]
        return _printed(invocation, found, *(lines or ["There are no users."]))
    if act == "token":
        made = _done(invocation, folder, "issue_admin_token", {"email": token})
        heading = f"A new admin token of {made['user']['tenant']}, shown once and not stored:"
        return _printed(invocation, made, heading, made["secret"])
    arguments = {"email": add or remove, **({"tenant": tenant} if act == "add" else {})}
    changed = _done(invocation, folder, f"{act}_user", arguments)
    word = "Added" if act == "add" else "Removed"
    return _printed(invocation, changed, f"{word} {changed['user']['email']}.")


def signin(invocation: Invocation, *, email: str, server_data: str | None) -> int:
    """Print a sign-in code for a user and return 0."""
    folder = invocation.server_folder(server_data)
    made = _done(invocation, folder, "issue_signin_code", {"email": email})
    heading = f"The code of {made['email']}, for 15 minutes and one sign-in:"
    return _printed(invocation, made, heading, made["code"])


def audit(
    invocation: Invocation, *, tenant: str, cursor: str | None, limit: int, server_data: str | None
) -> int:
    """Print a page of a tenant's audit trail and return 0."""
    arguments = {"tenant": tenant, "cursor": cursor, "limit": limit}
    found = _done(invocation, invocation.server_folder(server_data), "read_audit", arguments)
    lines = [
        f"{each['time']}  {each['token']:16}  {each.get('brain', '-'):30}  {each['endpoint']}"
        f"  {each['outcome']}  {each['ms']} ms"
        for each in found["rows"]
    ]
    if "next_cursor" in found:
        lines.append(f"More: --cursor {found['next_cursor']}")
    return _printed(invocation, found, *(lines or ["There are no rows."]))


def shred(
    invocation: Invocation, *, tenant: str, brain: str, yes: str | None, server_data: str | None
) -> int:
    """Destroy what the server holds of a brain, after its id was typed, and return 0."""
    owner = decisions.OwnerAtTerminal(invocation, typed=yes)
    arguments = {"tenant": tenant, "brain": brain}
    folder = invocation.server_folder(server_data)
    with _opened(invocation, folder) as control:
        done = calls.call_as_operator(control, OPERATIONS["shred_as_operator"], arguments, owner)
    if done is None:
        return failures.declined(invocation.console)
    revoked = f" {len(done['revoked'])} tokens were revoked." if done["revoked"] else ""
    return _printed(invocation, done, f"The server holds nothing of {brain} now.{revoked}")


def backup(invocation: Invocation, *, to: str, server_data: str | None) -> int:
    """Write a backup of the server and return 0."""
    folder = invocation.server_folder(server_data)
    made = _done(invocation, folder, "back_up_server", {"to": str(invocation.cwd / to)})
    return _printed(
        invocation,
        made,
        f"Wrote {made['files']} files ({made['bytes']} bytes) of {made['brains']} brains to"
        f" {made['path']}.",
        "The server's secrets are not in it: a restore signs everybody out of OAuth.",
    )


def restore(
    invocation: Invocation, *, source: str, unattended: bool, server_data: str | None
) -> int:
    """Restore a backup of a server and return 0."""
    from myelin.control.server_backup import restore_server

    owner = decisions.OwnerAtTerminal(invocation, unattended=unattended)
    folder = invocation.server_folder(server_data)
    done = restore_server(folder, invocation.cwd / source, invocation.machine, owner)
    if done is None:
        return failures.declined(invocation.console)
    line = f"Restored {done['brains']} brains into {done['path']}. Devices are told."
    return _printed(invocation, dict(done), line)


@contextmanager
def _opened(invocation: Invocation, folder: Path, *, create: bool = False) -> Iterator[Control]:
    """Open the records of the server for the block.

    Raises:
        PathRefused: there are none, and none were to be created.
    """
    if not create and not (folder / "control.db").is_file():
        raise PathRefused(
            reason="the server's folder holds no records",
            suggestion="Name it with --server-data, or begin with `myelin admin bootstrap`.",
        )
    control = Control(folder, invocation.machine)
    try:
        yield control
    finally:
        control.close()


def _done(
    invocation: Invocation,
    folder: Path,
    operation: str,
    arguments: Mapping[str, Any],
    *,
    create: bool = False,
) -> dict[str, Any]:
    """Return the result of an operation that nobody is asked about.

    Raises:
        TerminalRequired: it writes, and an agent drives this shell.
    """
    declared = OPERATIONS[operation]
    if declared.effect == "write":
        terminal.refuse_agents(invocation.environment)
    given = {name: value for name, value in arguments.items() if value is not None}
    owner = decisions.OwnerAtTerminal(invocation)
    with _opened(invocation, folder, create=create) as control:
        result = calls.call_as_operator(control, declared, given, owner)
    assert result is not None, f"{operation} asks nobody"
    return result


def _one_of(command: str, **given: str | None) -> str | None:
    """Return the name of the only option that was given, or None without one."""
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        raise argument_invalid(command, f"/{named[1]}", f"cannot go with --{named[0]}")
    return named[0] if named else None


def _tenant(tenant: Mapping[str, Any]) -> str:
    used, limits = tenant["used"], tenant["limits"]
    state = f"suspended since {tenant['suspended_at']}" if "suspended_at" in tenant else "active"
    return (
        f"{tenant['id']}  {state}  users {tenant['users']}"
        f"  brains {used['brains']} of {limits['brains']}"
        f"  bytes {used['bytes']} of {limits['bytes']}"
        f"  a minute {limits['requests_per_minute']} requests, {limits['writes_per_minute']} writes"
    )


def _printed(invocation: Invocation, document: Mapping[str, Any], *lines: str) -> int:
    invocation.console.result(document, Lines(list(lines)))
    return 0
