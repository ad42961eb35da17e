"""Cold starts: `myelin serve` beside an empty server, and two commands beside a bare typer.

    python -m benchmarks.cold_start [--runs 15] [--json]

For the server, wall time from its start to its answer to `initialize`; both servers are of the
same package. For `myelin --version` and `myelin recall`, the processor time of the process,
beside a program of typer with two commands that print a word. All are started in turn, so that
whatever else the machine does falls on each of them.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
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


def main() -> None:
    """Print both medians and their ratio."""
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
        pairs = [(_once(ours, environment), _once(empty, environment)) for _ in range(runs + 1)][1:]
        commands = {
            "bare_typer": [sys.executable, "-c", BARE_TYPER],
            "version": [sys.executable, "-m", "myelin", "--version"],
            "recall": [sys.executable, "-m", "myelin", "--data", data, "recall", "queue"],
        }
        spent = [
            {name: _cpu_ms(command, environment) for name, command in commands.items()}
            for _ in range(runs + 1)
        ][1:]
    mine = statistics.median(pair[0] for pair in pairs)
    bare = statistics.median(pair[1] for pair in pairs)
    result = {"serve_ms": mine, "empty_ms": bare, "ratio": mine / bare}
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


def _once(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        taken_ms = (time.perf_counter() - start) * 1e3
        assert "result" in answer, "no answer to initialize"
        process.stdin.close()
        process.wait(10)
    return taken_ms


if __name__ == "__main__":
    main()
