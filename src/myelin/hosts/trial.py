"""Start a server as a host would, speak MCP with it, and say what answered."""

import json
import os
import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from myelin.contract.version import VERSION
from myelin.hosts.plan import Target
from myelin.kernel.clock import Clock

_ANSWER_S = 20.0
_VARIABLE = re.compile(r"\$\{([A-Za-z]+)\}")


@dataclass(frozen=True, slots=True)
class TrialResult:
    """What a started server said: how many tools, which brain, after how many milliseconds."""

    tools: int
    brain: str | None
    problem: str | None
    ms: int


@dataclass
class TrialFailed(Exception):
    """The server did not answer, and why."""

    problem: str


def run(target: Target, entry: Mapping[str, Any], clock: Clock) -> TrialResult:
    """Return what the server of an entry answers within 20 seconds.

    Raises:
        TrialFailed: it cannot be started, ends, says something else, or is too slow.
    """
    command = entry.get("command")
    words = [*command] if isinstance(command, list) else [command, *entry.get("args", [])]
    if not words or not all(isinstance(one, str) for one in words):
        raise TrialFailed("the entry names no program")
    begun = clock.monotonic_s()
    process = _started(target, [_expanded(str(one), target) for one in words])
    deadline = threading.Timer(_ANSWER_S, process.kill)
    deadline.start()
    try:
        _ask(process, 1, "initialize", _HELLO)
        _send(process, {"method": "notifications/initialized"})
        listed = _ask(process, 2, "tools/list", {})
        called = _ask(process, 3, "tools/call", {"name": "get_preferences", "arguments": {}})
    finally:
        deadline.cancel()
        _end(process)
    ms = round((clock.monotonic_s() - begun) * 1000)
    if called.get("isError"):
        return TrialResult(len(listed.get("tools", [])), None, _said(called), ms)
    brain = (called.get("structuredContent") or {}).get("brain", {})
    return TrialResult(len(listed.get("tools", [])), brain.get("name"), None, ms)


def _said(called: Mapping[str, Any]) -> str:
    """Return the message of a call that was refused."""
    texts = [one.get("text", "") for one in called.get("content", [])]
    try:
        return str(json.loads(texts[0])["error"]["message"])
    except (IndexError, KeyError, TypeError, ValueError):
        return "it refused the call"


_HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "myelin connect", "version": VERSION},
}


def _started(target: Target, words: Sequence[str]) -> subprocess.Popen[bytes]:
    places = {"home": target.home, "root": Path(target.home.anchor), None: target.project}
    environment = dict(target.environment)
    if target.host.name == "claude-code":
        environment["CLAUDE_PROJECT_DIR"] = str(target.project)
    try:
        return subprocess.Popen(
            words,
            cwd=places[target.host_scope.starts_in],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        problem = f"the program cannot be started ({os.strerror(error.errno or 0)})"
        raise TrialFailed(problem) from None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        # What a program that ended did not read is still waiting to be sent.
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
    process.wait()


def _ask(
    process: subprocess.Popen[bytes], number: int, method: str, params: Mapping[str, Any]
) -> dict[str, Any]:
    _send(process, {"id": number, "method": method, "params": params})
    assert process.stdout is not None
    for line in process.stdout:
        try:
            message = json.loads(line)
        except ValueError:
            raise TrialFailed("it printed something that is no message") from None
        if isinstance(message, dict) and message.get("id") == number:
            if "result" not in message:
                raise TrialFailed(f"it refused {method}")
            result: dict[str, Any] = message["result"]
            return result
    raise TrialFailed(f"it ended, or did not answer {method} within {_ANSWER_S:.0f} s")


def _send(process: subprocess.Popen[bytes], message: Mapping[str, Any]) -> None:
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        process.stdin.flush()
    except OSError:
        raise TrialFailed("it ended before it answered") from None


def _expanded(word: str, target: Target) -> str:
    """Return a word with the folder variables of hosts replaced, as a host does it."""
    known = {"workspaceFolder": str(target.project), "userHome": str(target.home)}
    return _VARIABLE.sub(lambda found: known.get(found[1], found[0]), word)
