"""The official conformance suite over the bridge: which scenarios fail, beside those that must.

    CONFORMANCE=<folder with node_modules/@modelcontextprotocol/conformance> \\
        python -m tests.conformance

Without that folder or without Node it says so and succeeds.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.served_brain import ServedBrain

PROGRAM = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
# `server-stateless` wants 404 for `initialize` over HTTP in the modern era; stdio serves both eras.
EXPECTED = {"2026-07-28": {"server-stateless"}, "2025-11-25": set[str]()}
TIME_OUT_S = 600


def main() -> int:
    """Run the suite for both requirements, and return how many scenarios failed unexpectedly."""
    suite = Path(os.environ.get("CONFORMANCE", "nowhere")) / PROGRAM
    node = shutil.which("node")
    if node is None or not suite.exists():
        print("skipped: set CONFORMANCE to a folder where npm installed the suite, with Node 24")
        return 0
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        served = ServedBrain(Path(folder))
        served.make()
        port = free_port()
        serve = [sys.executable, "-m", "tests.conformance.serve", str(served.file.parent)]
        bridge = [sys.executable, "-m", "tests.conformance.bridge", str(port), *serve]
        with subprocess.Popen(bridge, env=served._environment()) as process:
            wait_for(port)
            for version, expected in EXPECTED.items():
                failed, scored = failures(node, suite, port, version, Path(folder) / version)
                print(f"{version}: {scored - len(failed)} of {scored}; failed: {sorted(failed)}")
                wrong += len(failed ^ expected)
            process.terminate()
    return wrong


def failures(node: str, suite: Path, port: int, version: str, out: Path) -> tuple[set[str], int]:
    """Return the scored scenarios that failed, and how many are scored."""
    command = [node, str(suite), "server", "--url", f"http://127.0.0.1:{port}/mcp"]
    run = subprocess.run(
        [*command, "--requirements", version, "-o", str(out)],
        capture_output=True,
        encoding="utf-8",
        timeout=TIME_OUT_S,
    )
    marks = {
        name: mark
        for mark, name in re.findall(r"^([✓✗]) ([\w-]+): \d+ passed", run.stdout, re.MULTILINE)
    }
    unscored = set(re.findall(r"^\s+[✓✗] ([\w-]+) \(", run.stdout, re.MULTILINE))
    scored = {name: mark for name, mark in marks.items() if name not in unscored}
    assert scored, run.stdout[-2000:] + run.stderr[-2000:]
    return {name for name, mark in scored.items() if mark == "✗"}, len(scored)


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until something listens on a port."""
    for _ in range(100):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main())
