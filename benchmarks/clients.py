"""Clients of other makers against a real `myelin serve`: each does the same five things.

    python -m benchmarks.clients FOLDER

FOLDER holds what is to be tried, and what is not there is skipped: virtual environments `v1` (mcp
1.x), `v2` (mcp 2.x), `fastmcp` and `agents` (openai-agents), and `node/node_modules` with
@modelcontextprotocol/sdk and @modelcontextprotocol/inspector. The exit code is the number of
clients that failed.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks import retrieval
from myelin import assembly
from myelin.crypto import keys

TIME_OUT_S = 60
PYTHON = """
import asyncio, json, os, sys
command, words = sys.argv[1], json.loads(sys.argv[2])
note = {"content": "Deploys are on Tuesdays.", "class": "decision"}
async def five(s, list_tools, call, read, prompt):
    tools = await list_tools()
    await call("remember", note)
    found = await call("recall", {"query": "when are deploys?"})
    print(json.dumps([len(tools), "Tuesdays" in str(found), "core" in str(await read()),
                      "precheck" in str(await prompt())]))
"""
SESSION = """
async def main():
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    server = StdioServerParameters(command=command, args=words, env=dict(os.environ))
    async with stdio_client(server) as streams, ClientSession(*streams) as s:
        await s.initialize()
        async def tools(): return (await s.list_tools()).tools
        await five(s, tools, s.call_tool, lambda: s.read_resource("myelin://core"),
                   lambda: s.get_prompt("myelin-loop", {"task": "x"}))
asyncio.run(main())
"""
FASTMCP = """
async def main():
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport
    server = StdioTransport(command=command, args=words, env=dict(os.environ))
    async with Client(server) as s:
        await five(s, s.list_tools, s.call_tool, lambda: s.read_resource("myelin://core"),
                   lambda: s.get_prompt("myelin-loop", {"task": "x"}))
asyncio.run(main())
"""
AGENTS = """
async def main():
    from agents.mcp import MCPServerStdio
    server = {"command": command, "args": words, "env": dict(os.environ)}
    async with MCPServerStdio(params=server, client_session_timeout_seconds=30) as s:
        await five(s, s.list_tools, s.call_tool, lambda: s.session.read_resource("myelin://core"),
                   lambda: s.get_prompt("myelin-loop", {"task": "x"}))
asyncio.run(main())
"""
TYPESCRIPT = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const [command, words] = [process.argv[2], JSON.parse(process.argv[3])];
const client = new Client({ name: "typescript", version: "1" });
await client.connect(new StdioClientTransport({ command, args: words, env: process.env }));
const call = (name, args) => client.callTool({ name, arguments: args });
await call("remember", { content: "Deploys are on Tuesdays.", class: "decision" });
const found = JSON.stringify(await call("recall", { query: "when are deploys?" }));
const core = JSON.stringify(await client.readResource({ uri: "myelin://core" }));
const loop = await client.getPrompt({ name: "myelin-loop", arguments: { task: "x" } });
const tools = (await client.listTools()).tools.length;
console.log(JSON.stringify([tools, found.includes("Tuesdays"), core.includes("core"),
  JSON.stringify(loop).includes("precheck")]));
await client.close();
"""


def programs(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each client, and the command that runs it."""
    for name, body in (
        ("v1", SESSION), ("v2", SESSION), ("fastmcp", FASTMCP), ("agents", AGENTS)
    ):  # fmt: skip
        python = folder / name / "bin" / "python"
        yield name, [str(python), "-c", PYTHON + body] if python.exists() else []
    modules = folder / "node" / "node_modules"
    script = folder / "node" / "client.mjs"
    if (modules / "@modelcontextprotocol" / "sdk").exists():
        script.write_text(TYPESCRIPT, "utf-8")
    yield "typescript", ["node", str(script)] if script.exists() else []


def inspected(folder: Path, server: list[str], environment: Mapping[str, str]) -> str:
    """Return what the inspector's own lint says of the list of tools."""
    inspector = folder / "node" / "node_modules" / ".bin" / "mcp-inspector"
    if not inspector.exists():
        return "skipped"
    words = ["--cli", *server, "--method", "tools/list"]
    run = subprocess.run(
        [str(inspector), *words],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=TIME_OUT_S,
    )
    return "ok" if run.returncode == 0 and '"precheck"' in run.stdout else f"FAILED {run.stderr}"


def main() -> int:
    """Print one line a client, and return how many failed."""
    folder, failed = Path(sys.argv[1]).resolve(), 0
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / ".myelin"
        data.mkdir(mode=0o700)
        assembly.create(data / "project.myl", keys.local_key(retrieval.ROOT), name="project")
        key = base64.b64encode(retrieval.ROOT).decode()
        environment = {**os.environ, "MYELIN_KEY": key, "MYELIN_HOME": f"{place}/home"}
        words = ["-m", "myelin", "--data", str(data), "serve"]
        for name, command in programs(folder):
            verdict = "skipped"
            if command:
                run = subprocess.run(
                    [*command, sys.executable, json.dumps(words)],
                    env=environment,
                    capture_output=True,
                    encoding="utf-8",
                    timeout=TIME_OUT_S,
                )
                said = run.stdout.strip().splitlines()[-1:] or [run.stderr[-500:]]
                good = run.returncode == 0 and said[0].count("true") == 3
                verdict = f"ok {said[0]}" if good else f"FAILED {said[0]} {run.stderr[-800:]}"
            failed += verdict.startswith("FAILED")
            print(f"{name:12} {verdict}")
        verdict = inspected(folder, [sys.executable, *words], environment)
        failed += verdict.startswith("FAILED")
        print(f"{'inspector':12} {verdict}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
