"""Cold starts: `myelin serve` beside an empty server, and two commands beside a bare typer.

    python -m benchmarks.cold_start [--runs 15] [--json]

For the server, wall time from its start to its answer to `initialize`, and processor time and
peak memory of whole processes: one that answers `initialize`, one that answers the first recall as
well. The empty server is one of the MCP package, and answers `initialize`. For `myelin --version`
and `myelin recall`, the processor time of the process, beside a program of typer with two commands
that print a word. All are started in turn, so that whatever else the machine does falls on each.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

EMPTY = """
import anyio
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.stdio import stdio_server

async def main():
    server = Server("empty")
    async with stdio_server() as (reader, writer):
        options = server.create_initialization_options(NotificationOptions())
        await server.run(reader, writer, options)

anyio.run(main)
"""
BARE_TYPER = """
import typer

app = typer.Typer()

@app.command()
def one():
    print("one")

@app.command()
def two():
    print("two")

app(["one"])
"""
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "0"},
    },
}


RECALL = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "recall", "arguments": {"query": "queue"}},
}


@dataclass(frozen=True)
class Run:
    """One server process from start to end. The wall time ends at the answer to `initialize`."""

    wall_ms: float
    cpu_ms: float
    peak_mib: float


def main() -> None:
    """Print all medians and ratios."""
    parser = argparse.ArgumentParser(description="Cold start beside an empty server.")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    result = measure(args.runs)
    print(json.dumps(result) if args.json else "\n".join(f"{k}: {v}" for k, v in result.items()))


def measure(runs: int) -> dict[str, float]:
    """Return medians in milliseconds, and ours divided by that of the bare program beside it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MYELIN_HOME": f"{folder}/home", "PYTHONDONTWRITEBYTECODE": ""}
        data = str(Path(folder) / "project" / ".myelin")
        subprocess.run(
            [sys.executable, "-m", "myelin", "--data", data, "init", "--bare",
             "--phrase-file", f"{folder}/words"],
            env=environment, check=True, capture_output=True,
        )  # fmt: skip
        ours = [sys.executable, "-m", "myelin", "--data", data, "serve"]
        empty = [sys.executable, "-c", EMPTY]
        servers = {
            "empty": (empty, (INITIALIZE,)),
            "serve": (ours, (INITIALIZE,)),
            "recall": (ours, (INITIALIZE, RECALL)),
        }
        served = [
            {
                name: _served(command, asked, environment)
                for name, (command, asked) in servers.items()
            }
            for _ in range(runs + 1)
        ][1:]
        commands = {
            "bare_typer": [sys.executable, "-c", BARE_TYPER],
            "version": [sys.executable, "-m", "myelin", "--version"],
            "recall": [sys.executable, "-m", "myelin", "--data", data, "recall", "queue"],
        }
        spent = [
            {name: _cpu_ms(command, environment) for name, command in commands.items()}
            for _ in range(runs + 1)
        ][1:]
    result = _server_figures(served)
    for name in commands:
        result[f"{name}_cpu_ms"] = statistics.median(each[name] for each in spent)
    for name in ("version", "recall"):
        result[f"{name}_cpu_ratio"] = result[f"{name}_cpu_ms"] / result["bare_typer_cpu_ms"]
    return result


def _cpu_ms(command: list[str], environment: dict[str, str]) -> float:
    """Return the user and system time that a command takes, with all that it starts."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command[-1]
    return (used.ru_utime + used.ru_stime) * 1e3


def _server_figures(served: Sequence[Mapping[str, Run]]) -> dict[str, float]:
    """Return the medians of the servers, and ours divided by those of the empty one."""

    def median(name: str, figure: str) -> float:
        return float(statistics.median(getattr(run[name], figure) for run in served))

    wall, empty_wall = median("serve", "wall_ms"), median("empty", "wall_ms")
    cpu, memory = median("empty", "cpu_ms"), median("empty", "peak_mib")
    return {
        "serve_ms": wall,
        "empty_ms": empty_wall,
        "ratio": wall / empty_wall,
        "empty_cpu_ms": cpu,
        "serve_cpu_ms": median("serve", "cpu_ms"),
        "first_recall_cpu_ms": median("recall", "cpu_ms"),
        "empty_mib": memory,
        "serve_mib": median("serve", "peak_mib"),
        "first_recall_mib": median("recall", "peak_mib"),
        "serve_cpu_ratio": median("serve", "cpu_ms") / cpu,
        "first_recall_cpu_ratio": median("recall", "cpu_ms") / cpu,
        "serve_memory_ratio": median("serve", "peak_mib") / memory,
        "first_recall_memory_ratio": median("recall", "peak_mib") / memory,
    }


def _served(
    command: list[str], asked: Sequence[Mapping[str, object]], environment: dict[str, str]
) -> Run:
    """Start a server, ask it one thing after the other, and end it."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    walls_ms = []
    for request in asked:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        walls_ms.append((time.perf_counter() - start) * 1e3)
        assert not answer["result"].get("isError"), answer
    peak_mib = _peak_mib(process.pid)
    process.stdin.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    assert process.returncode == 0, command
    return Run(walls_ms[0], (used.ru_utime + used.ru_stime) * 1e3, peak_mib)


def _peak_mib(process_id: int) -> float:
    """Return the most memory that a process has held; Linux tells it, no other system does.

    Not `ru_maxrss` of the ended process, in which that of this one counts as well: it was forked.
    """
    status = Path(f"/proc/{process_id}/status").read_text("utf-8")
    [line] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    main()
