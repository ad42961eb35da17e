"""The stdio server with tools that misbehave on purpose; run as a program by the tests."""

import os
import sys
import time
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio

from myelin.engine.binding import Binding, ResourceBinding
from myelin.server import descriptors, logs, mcp
from myelin.server.connection import Connection


class Misbehaving:
    """Answers a call by what the tool's name says."""

    def call(
        self, binding: Binding, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        if binding.name == "noisy":
            print("a print of a plug-in")
            sys.stdout.flush()
            os.write(1, b"a banner of a C library\n")
            warnings.warn("deprecated", DeprecationWarning, stacklevel=1)
        elif binding.name == "broken":
            raise ValueError("canary")
        elif binding.name == "slow":
            time.sleep(arguments["seconds"])
            Path(arguments["path"]).write_text("committed")
        return {"brain": {"id": "brn_0", "name": "probe", "kind": "project"}, "tool": binding.name}

    def read(self, resource: ResourceBinding) -> dict[str, Any]:
        raise ValueError("canary")

    def prompts(self) -> list[dict[str, str]]:
        raise ValueError("canary")

    def prompt(self, name: str, task: str) -> str:
        raise ValueError("canary")

    def revision(self) -> None:
        return None


def tool(name: str) -> Binding:
    return Binding(
        name=name, core="memory", effect="write", since="0.1", served=True, title=name,
        description=name, hints={"readOnlyHint": False}, args_path="", operation=print,
        errors=(), schema_name="recall", soft={},
    )  # fmt: skip


def main() -> None:
    parent_id, wire = os.getppid(), descriptors.claim()
    logs.configure(sys.stderr)
    names = ("noisy", "broken", "slow", "quiet")
    core = ResourceBinding(
        uri="myelin://core", name="core", core="memory", since="0.1", title="Core",
        description="Core", mime_type="application/json", operation=print, errors=(),
    )  # fmt: skip
    server = mcp.build(
        Misbehaving(), tools={name: tool(name) for name in names}, resources={core.uri: core}
    )

    async def nothing() -> None:
        """There is no brain to look after."""

    async def run() -> None:
        connection = Connection(wire, parent_id, when_idle=nothing, when_leaving=lambda: None)
        await connection.serve(server)

    anyio.run(run)


if __name__ == "__main__":
    main()
