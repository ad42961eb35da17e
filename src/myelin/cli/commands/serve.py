"""`myelin serve`: serve this project's brain to an MCP client, or to programs over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.cli.invocation import Invocation
    from myelin.config import Settings


def serve(invocation: Invocation, *, http: bool, device: bool, listen: str, local: bool) -> int:
    """Serve until the client leaves, or until a signal comes; return the exit code.

    Raises:
        ArgumentInvalid: these flags do not go together.
        ListenRefused: the server cannot listen there.
        TerminalRequired: only a person may show programs what stays on this device.
    """
    from myelin.config import for_session

    def settings() -> Settings:
        return for_session(invocation.settings(), invocation.environment)

    if not http:
        _refuse_alone(device=device, local=local)
        return start(settings, invocation.cwd)
    return _over_http(invocation, settings, listen, device=device, local=local)


def start(settings: Callable[[], Settings], cwd: Path) -> int:
    """Serve on standard input and output; the settings are read when the first call comes."""
    from myelin.server import stdio

    return stdio.serve(settings, cwd)


def _over_http(
    invocation: Invocation,
    settings: Callable[[], Settings],
    listen: str,
    *,
    device: bool,
    local: bool,
) -> int:
    import sys

    from myelin.cli import terminal
    from myelin.cli.console import Facts
    from myelin.cli.invocation import argument_invalid
    from myelin.server import logs
    from myelin.server.http import device as device_mode

    if not device:
        raise argument_invalid("serve", "/http", "needs --device in this version")
    if local:
        terminal.require(invocation.environment)
    logs.configure(sys.stderr)

    def tell(address: str, token: str) -> None:
        document = {"address": address, "token": token}
        invocation.console.result(document, Facts([("address", address), ("token", token)]))
        sys.stdout.flush()

    return device_mode.serve(
        settings,
        invocation.cwd,
        listen=listen,
        chance=invocation.machine.chance,
        is_local=local,
        tell=tell,
    )


def _refuse_alone(*, device: bool, local: bool) -> None:
    from myelin.cli.invocation import argument_invalid

    if device or local:
        flag = "/device" if device else "/local"
        raise argument_invalid("serve", flag, "needs --http")
