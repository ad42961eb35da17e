"""`myelin serve`: serve this project's brain to an MCP client, or to programs over HTTP."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from myelin.cli import terminal
from myelin.cli.console import Facts
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.config import Settings, for_session
from myelin.server import logs

if TYPE_CHECKING:
    from myelin.server.http.tenant_server import ConnectorSettings


def serve(
    invocation: Invocation,
    *,
    http: bool,
    device: bool,
    listen: str,
    local: bool,
    server_data: str | None,
    public_url: str | None,
    tls_cert: str | None,
    tls_key: str | None,
    metrics: str | None,
    oauth: bool,
    oauth_host: str | None,
    secrets: str | None,
    redirects: str | None,
    mail_relay: str | None,
    mail_from: str | None,
) -> int:
    """Serve until the client leaves, or until a signal comes; return the exit code.

    Raises:
        ArgumentInvalid: these flags do not go together.
        ListenRefused: the server cannot listen there.
        TerminalRequired: only a person may show programs what stays on this device.
    """

    def settings() -> Settings:
        return for_session(invocation.settings(), invocation.environment)

    if http and device:
        return _device(invocation, settings, listen, local=local)
    if http:
        from myelin.server.http.tenant_server import ConnectorSettings

        connectors = ConnectorSettings(
            host=oauth_host,
            secrets=invocation.file(secrets),
            allow_list=invocation.file(redirects),
            mail_relay=mail_relay,
            mail_from=mail_from,
        )
        if not oauth and connectors != ConnectorSettings():
            raise argument_invalid("serve", "/oauth", "is missing: other flags are about it")
        return _tenants(
            invocation,
            listen,
            server_data,
            public_url,
            tls_cert,
            tls_key,
            metrics,
            connectors if oauth else None,
        )
    from myelin.server import stdio

    _refuse_alone(device=device, local=local)
    return stdio.serve(settings, invocation.cwd)


def _tenants(
    invocation: Invocation,
    listen: str,
    server_data: str | None,
    public_url: str | None,
    tls_cert: str | None,
    tls_key: str | None,
    metrics: str | None,
    connectors: "ConnectorSettings | None",
) -> int:
    from myelin.server.http import tenant_server
    from myelin.server.http.listener import TlsFiles

    chain, key = invocation.file(tls_cert), invocation.file(tls_key)
    if (chain is None) != (key is None):
        raise argument_invalid("serve", "/tls_cert", "and --tls-key are given together")
    trusts_proxy = invocation.environment.get("MYELIN_TRUST_PROXY") == "1"
    logs.configure(sys.stderr)

    def tell(address: str) -> None:
        invocation.console.result({"address": address}, Facts([("address", address)]))
        sys.stdout.flush()

    return tenant_server.serve(
        tenant_server.ServerSettings(
            folder=invocation.server_folder(server_data),
            listen=listen,
            public_url=public_url,
            tls=None if chain is None or key is None else TlsFiles(chain, key),
            trusts_proxy=trusts_proxy,
            connectors=connectors,
            metrics=metrics,
        ),
        invocation.machine,
        tell,
    )


def _device(
    invocation: Invocation, settings: Callable[[], Settings], listen: str, *, local: bool
) -> int:
    from myelin.server.http import device as device_mode

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
