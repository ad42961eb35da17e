"""Serves the records of two tenants on loopback: `python -m tests.e2e.records_server FOLDER`.

The line that it prints is a JSON object: the port, and a token for each scope.
"""

import json
import sys
from pathlib import Path
from typing import Any

from myelin.control import Control
from myelin.kernel.machine import SYSTEM
from myelin.server.http import listener
from myelin.server.http.addresses import Address
from myelin.server.http.records import Records
from tests.unit.control.pushing_device import Device, push_epoch, register
from tests.unit.control.server_records import ask, new_tenant


class OpenGate:
    """Lets everything in."""

    def enter(self, scope: Any, headers: Any) -> None:
        pass

    def failed(self, scope: Any, token: str | None) -> None:
        pass

    def admit(self, who: Any, *, writes: bool) -> None:
        pass


def main(folder: Path) -> None:
    control = Control(folder, SYSTEM)
    control.issuer = "https://brains.example.org"
    _, secret = new_tenant(control, "a@example.org")
    new_tenant(control, "b@example.org")
    who = control.authenticate(secret)
    device = Device()
    register(control, who, device)
    push_epoch(control, who, device)
    reader = ask(control, who, "create_token", name="reader", scope="read")["secret"]
    records = Records(control, OpenGate())

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await records(scope, receive, send)

    bound, address = listener.bind(Address("127.0.0.1", 0))
    told = {"port": address.port, "admin": secret, "read": reader, "none": "none"}
    print(json.dumps(told), flush=True)
    listener.server(app).run(sockets=[bound])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
