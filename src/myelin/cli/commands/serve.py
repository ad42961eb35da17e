"""`myelin serve`: serve this project's brain to an MCP client, or to programs over HTTP."""

import sys
from collections.abc import Callable

from myelin.cli import terminal
from myelin.cli.console import Facts
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.config import Settings, for_session
from myelin.server import logs


def serve(invocation: Invocation, *, http: bool, device: bool, listen: str, local: bool) -> int:
    """Serve until the client leaves, or until a signal comes; return the exit code.

    Raises:
        ArgumentInvalid: these flags do not go together.
        ListenRefused: the server cannot listen there.
        TerminalRequired: only a person may show programs what stays on this device.
    """

    def settings() -> Settings:
        return for_session(invocation.settings(), invocation.environment)

    if http:
        return _over_http(invocation, settings, listen, device=device, local=local)
    from myelin.server import stdio

    _refuse_alone(device=device, local=local)
    return stdio.serve(settings, invocation.cwd)


def _over_http(
    invocation: Invocation,
    settings: Callable[[], Settings],
    listen: str,
    *,
    device: bool,
    local: bool,
) -> int:
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
    if device or local:
        flag = "/device" if device else "/local"
        raise argument_invalid("serve", flag, "needs --http")
