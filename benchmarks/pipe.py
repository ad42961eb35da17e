"""The question sets through a real `myelin serve`: remember all, stop, start, recall every one.

    MYELIN_SHARED=... python -m benchmarks.pipe [--sets eng_adr,eng_docs,eng_changes]

Beside system d in the same run. A second process answers, so all that it knows was on the disk.
The times are of the client alone.
"""

import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from benchmarks import ranking, retrieval
from myelin import assembly
from myelin.crypto import keys

SETS = "eng_adr,eng_docs,eng_changes"


class Server:
    """A `myelin serve` process behind the lines of its pipe."""

    def __init__(self, data: Path) -> None:
        key = base64.b64encode(retrieval.ROOT).decode()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "myelin", "--data", str(data), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "MYELIN_KEY": key, "MYELIN_HOME": str(data.parent / "home")},
        )
        self._number = 0
        client = {"name": "benchmark", "version": "0"}
        self._ask(
            "initialize",
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client},
        )
        self._send({"method": "notifications/initialized"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return what a tool answers, or an empty object where it refused."""
        result = self._ask("tools/call", {"name": tool, "arguments": arguments})
        answer: dict[str, Any] = {} if result["isError"] else result["structuredContent"]
        return answer

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        while True:
            message = json.loads(self._process.stdout.readline())
            # What comes without a number is word of a change, which nobody here listens to.
            if message.get("id") == self._number:
                result: dict[str, Any] = message["result"]
                return result

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()


class OverAPipe:
    """The product as a host meets it: one process remembers, another recalls."""

    def __init__(self, items: Sequence[dict[str, Any]], *, conversation: bool) -> None:
        self._folder = tempfile.TemporaryDirectory()
        data = Path(self._folder.name) / ".myelin"
        data.mkdir(mode=0o700)
        key = keys.local_key(retrieval.ROOT)
        assembly.create(data / "project.myl", key, name="project")
        self._items_of: dict[str, list[str]] = {}
        start = time.perf_counter()
        with Server(data) as server:
            for item in items:
                arguments = retrieval.arguments_of(item, conversation=conversation)
                if made := server.call("remember", arguments):
                    self._items_of.setdefault(made["memory"]["id"], []).append(item["id"])
        self.remembering_s = time.perf_counter() - start
        self._server = Server(data)
        self._size_bytes = (data / "project.myl").stat().st_size

    def search(self, query: str) -> list[str]:
        """Return the items whose memories recall gives; one memory may stand for several."""
        arguments = {"query": query, "budget_bytes": retrieval.BUDGET_BYTES}
        answer = self._server.call("recall", arguments)
        return [item for memory in answer["memories"] for item in self._items_of[memory["id"]]]

    def size_bytes(self) -> int:
        """Return the size of the brain's file, its texts included."""
        return self._size_bytes

    def close(self) -> None:
        """Stop the server and delete the brain."""
        self._server.__exit__()
        self._folder.cleanup()


def main() -> None:
    """Print what both score on each set, and the differences."""
    parser = argparse.ArgumentParser(description="Retrieval over a real pipe.")
    parser.add_argument("--sets", default=SETS)
    args = parser.parse_args()
    folder = Path(os.environ["MYELIN_SHARED"]) / "data" / "retrieval"
    retrieval.SYSTEMS["myelin"] = OverAPipe
    del retrieval.SYSTEMS["rank-bm25"]
    for name in args.sets.split(","):
        retrieval.print_report(name, retrieval.measure(name, ranking.load(folder, name)))


if __name__ == "__main__":
    main()
