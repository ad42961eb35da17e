"""The stdio server with tools that misbehave on purpose; run as a program by the tests."""

import os
import sys
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from myelin.engine.operation import Operation, Resource, Tool
from myelin.server import answers, descriptors, logs, stdio
from myelin.server.connection import Connection
from myelin.server.requests import Requests


class Misbehaving:
    """Answers a call by what the tool's name says."""

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        if operation.name == "noisy":
            print("a print of a plug-in")
            sys.stdout.flush()
            os.write(1, b"a banner of a C library\n")
            warnings.warn("deprecated", DeprecationWarning, stacklevel=1)
        elif operation.name == "broken":
            raise ValueError("canary")
        elif operation.name == "slow":
            time.sleep(arguments["seconds"])
            Path(arguments["path"]).write_text("committed")
        return {
            "brain": {"id": "brn_0", "name": "probe", "kind": "project"},
            "tool": operation.name,
        }

    def read(self, resource: Resource) -> dict[str, Any]:
        raise ValueError("canary")

    def prompts(self) -> list[dict[str, str]]:
        raise ValueError("canary")

    def prompt(self, name: str, task: str) -> str:
        raise ValueError("canary")

    def revision(self) -> None:
        return None


def operation(name: str) -> Operation:
    return Operation(
        name=name, core="memory", effect="write", who="host", since="0.1", args_path="", run=print,
        errors=(),
    )  # fmt: skip


def tool(name: str) -> Tool:
    hints = {"readOnlyHint": False}
    return Tool(operation=operation(name), title=name, description=name, hints=hints)


def main() -> None:
    parent_id, wire = os.getppid(), descriptors.claim()
    logs.configure(sys.stderr)
    names = ("noisy", "broken", "slow", "quiet")
    core = Resource(
        uri="myelin://core", name="core", operation=operation("core"), title="Core",
        description="Core", mime_type="application/json",
    )  # fmt: skip
    table = answers.table(
        tools={name: tool(name) for name in names}, resources={core.uri: core}, notifies=True
    )

    def nothing() -> None:
        """There is no brain to look after."""

    connection = Connection(
        wire, parent_id, Requests(table, Misbehaving()), when_idle=nothing,
        when_leaving=stdio.end_in_time,
    )  # fmt: skip
    stdio.leave_on_signals(connection)
    connection.serve()


if __name__ == "__main__":
    main()
