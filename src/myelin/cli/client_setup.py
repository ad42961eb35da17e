"""What to paste into the clients that people use, so that each starts `myelin serve`."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from myelin.config import Location
from myelin.config.names import DEFAULT_NAME


def server_command(location: Location) -> list[str]:
    """Return the words that start this brain's server, from anywhere and without a shell."""
    words = [*_program(), "serve", "--data", str(location.data_dir)]
    return words if location.name == DEFAULT_NAME else [*words, "--name", location.name]


def set_up(location: Location) -> list[tuple[str, str]]:
    """Return for each client where its set-up goes and what it is."""
    command = server_command(location)
    name = "myelin" if location.name == DEFAULT_NAME else f"myelin-{location.name}"
    entry = {"command": command[0], "args": command[1:]}
    common = _document("mcpServers", name, entry)
    return [
        ("Claude Code: run", _shell(["claude", "mcp", "add", name, "--", *command])),
        (f"Claude Desktop: {_desktop_file()}", common),
        ("Cursor: .cursor/mcp.json in the project", common),
        (
            "VS Code: .vscode/mcp.json in the project",
            _document("servers", name, {"type": "stdio", **entry}),
        ),
    ]


def _document(key: str, name: str, entry: Mapping[str, object]) -> str:
    """Return the JSON that a client's file holds, short enough to be read at a glance."""
    inner = f"{json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}"
    return f'{{\n  "{key}": {{\n    {inner}\n  }}\n}}'


def _program() -> list[str]:
    """Return how this program is started: clients do not share the shell's search path."""
    script = Path(sys.argv[0])
    if script.stem == "myelin" and script.is_file():
        return [str(script.absolute())]
    return [sys.executable, "-m", "myelin"]


def _shell(words: Sequence[str]) -> str:
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _desktop_file() -> str:
    folder = {
        "darwin": "~/Library/Application Support/Claude",
        "win32": r"%APPDATA%\Claude",
    }.get(sys.platform, "~/.config/Claude")
    return f"claude_desktop_config.json in {folder}"
