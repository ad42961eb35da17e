"""`myelin connect`: the whole way, from the host's file to a server that answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = new_shell(tmp_path)
    made.json("init")
    # A host finds `myelin` on its search path.
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    program = bin_folder / "myelin"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m myelin "$@"\n')
    program.chmod(0o755)
    made.extra["PATH"] = f"{bin_folder}{os.pathsep}{made.environment['PATH']}"
    return made


def test_the_list_says_what_is_found_and_what_is_set_up(shell: Shell) -> None:
    (shell.home / ".gemini").mkdir()
    shell.run("connect", "gemini-cli", "--yes")
    first, *others = shell.json("connect")["hosts"]
    assert (first["host"], first["found"], len(others)) == ("gemini-cli", True, 9)
    assert [file["state"] for file in first["files"]] == ["connected", "absent"]
    assert "connected" in shell.run("connect").output


@pytest.mark.parametrize(
    ("host", "scope"),
    [("claude-code", "project"), ("cursor", "user"), ("codex", "project"), ("cline", "user")],
)
def test_what_is_written_starts_a_server_of_this_brain(shell: Shell, host: str, scope: str) -> None:
    missing = shell.run("connect", host, "--scope", scope, "--check", "--json")
    assert (missing.code, missing.document["answered"]) == (4, False)
    written = shell.json("connect", host, "--scope", scope, "--yes")
    assert written["written"]
    tried = shell.json("connect", host, "--scope", scope, "--check")
    assert (tried["answered"], tried["tools"], tried["brain"]) == (True, 18, "project")


def test_what_does_not_start_is_said(shell: Shell) -> None:
    file = shell.cwd / ".mcp.json"
    for entry, said in (
        ({"command": "no-such-program"}, "cannot be started"),
        ({"command": "cat"}, "refused initialize"),
        ({"command": "false"}, "ended"),
        ({"command": "myelin", "args": ["serve", "--name", "none"]}, "no brain named none"),
        ({"args": ["serve"]}, "names no program"),
    ):
        file.write_text(json.dumps({"mcpServers": {"myelin": entry}}))
        ran = shell.run("connect", "claude-code", "--check")
        assert ran.code == 4
        assert said in ran.output


def test_a_person_is_asked_and_nothing_is_written_before_a_yes(shell: Shell) -> None:
    refused = shell.on_terminal("connect", "claude-code", typed="n\n")
    assert refused.code == 3
    assert '+    "myelin": {' in refused.output
    assert not (shell.cwd / ".mcp.json").exists()
    assert shell.run("connect", "claude-code").code == 3
    assert shell.run("connect", "claude-code", "--print").code == 0
    assert not (shell.cwd / ".mcp.json").exists()
    assert shell.on_terminal("connect", "claude-code", typed="y\n").code == 0
    assert (shell.cwd / ".mcp.json").exists()


def test_an_unknown_host_or_scope_is_refused_with_those_that_there_are(shell: Shell) -> None:
    unknown = shell.run("connect", "emacs")
    assert unknown.code == 2
    assert "claude-code" in unknown.remarks
    scope = shell.run("connect", "zed", "--scope", "project")
    assert scope.code == 2
    assert "user" in scope.remarks


def test_a_server_works_in_the_folder_of_the_host_s_session(shell: Shell, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shell.json("remember", "The port is 8080.")
    frames = [
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
         "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "list_memories", "arguments": {}}},
    ]  # fmt: skip
    sent = "".join(json.dumps({"jsonrpc": "2.0", **frame}) + "\n" for frame in frames)

    def answer(*words: str, folder: str) -> dict[str, object]:
        run = subprocess.run(
            [sys.executable, "-m", "myelin", "serve", *words],
            cwd=elsewhere,
            env={**shell.environment, "CLAUDE_PROJECT_DIR": folder},
            input=sent.encode(),
            capture_output=True,
            check=True,
        )
        found: dict[str, object] = json.loads(run.stdout.splitlines()[-1])["result"]
        return found

    assert "8080" in json.dumps(answer(folder=str(shell.cwd)))
    for folder in ("", "${CLAUDE_PROJECT_DIR}", str(tmp_path / "gone")):
        assert answer(folder=folder)["isError"] is True
    left = json.dumps(answer("--data", "${workspaceFolder}/.myelin", folder=str(shell.cwd)))
    assert "did not replace" in left
