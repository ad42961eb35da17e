"""What to paste into the clients that people use, so that each starts `myelin serve`."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from myelin.config import Location
from myelin.config.names import DEFAULT_NAME

DISTRIBUTION = "myelin-brain"
_SCRIPTS = ("myelin", DISTRIBUTION)


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
    """Return the words that start this program: clients do not share the shell's search path."""
    runner = runner_of(Path(sys.prefix))
    if runner is not None:
        return runner
    script = Path(sys.argv[0])
    if script.stem in _SCRIPTS and script.is_file():
        return [str(script.absolute())]
    return [sys.executable, "-m", "myelin"]


def runner_of(prefix: Path) -> list[str] | None:
    """Return the words that run the distribution if its environment lies in a cache, else None.

    `uvx` and `pipx run` make such environments and may remove them at any time.
    """
    if "pipx" in prefix.parts and ".cache" in prefix.parts:
        return [shutil.which("pipx") or "pipx", "run", DISTRIBUTION]
    # uv tags its cache, and the environments that it makes elsewhere too.
    if any((folder / "CACHEDIR.TAG").is_file() for folder in prefix.parents):
        return [shutil.which("uvx") or "uvx", DISTRIBUTION]
    return None


def _shell(words: Sequence[str]) -> str:
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _desktop_file() -> str:
    folder = {
        "darwin": "~/Library/Application Support/Claude",
        "win32": r"%APPDATA%\Claude",
    }.get(sys.platform, "~/.config/Claude")
    return f"claude_desktop_config.json in {folder}"
