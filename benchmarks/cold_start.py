"""Wall time from starting `myelin serve` to its answer to `initialize`, beside an empty server.

    python -m benchmarks.cold_start [--runs 15] [--json]

Both are servers of the same package, started in turn, so that whatever else the machine does
falls on both.
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
    """Return both median wall times in milliseconds, and ours divided by the empty server's."""
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
    mine = statistics.median(pair[0] for pair in pairs)
    bare = statistics.median(pair[1] for pair in pairs)
    return {"serve_ms": mine, "empty_ms": bare, "ratio": mine / bare}


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
