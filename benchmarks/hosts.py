"""Set hosts up with `myelin connect`, and ask each host's own program whether it is connected.

    python -m benchmarks.hosts FOLDER

FOLDER holds the programs that were installed there, such as `npm install --prefix FOLDER
@anthropic-ai/claude-code @google/gemini-cli @openai/codex opencode-ai`. Each one gets a home folder
of its own, and nothing is sent to a model. It prints a row a host and returns how many failed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Host, scope, and what its own program is asked.
_ASKED = (
    ("claude-code", "user", ["claude", "mcp", "list"], r"myelin: .*Connected"),
    ("gemini-cli", "user", ["gemini", "mcp", "list"], r"myelin: .*Connected"),
    ("codex", "user", ["codex", "mcp", "list"], r"myelin\s.*enabled"),
    ("opencode", "project", ["opencode", "mcp", "list"], r"myelin.*connected"),
)
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "GEMINI_CLI_TRUST_WORKSPACE": "true",
    "NO_COLOR": "1",
}
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_ASK_S = 120


def main(folder: Path) -> int:
    """Print what each host's program says, and return how many are not connected."""
    failed = 0
    for host, scope, words, wanted in _ASKED:
        program = shutil.which(words[0], path=str(folder / "node_modules" / ".bin"))
        if program is None:
            print(f"skipped  {host}: it is not installed there")
            continue
        with tempfile.TemporaryDirectory() as scratch:
            said = _asked(Path(scratch), Path(program), host, scope, words[1:])
        connected = re.search(wanted, said) is not None
        failed += not connected
        print(f"{'ok' if connected else 'FAILED':8} {host}, {scope}")
        if not connected:
            print(said)
    return failed


def _asked(scratch: Path, program: Path, host: str, scope: str, words: list[str]) -> str:
    home, project = scratch / "home", scratch / "project"
    for made in (home, project):
        made.mkdir()
    search = os.pathsep.join(
        [str(Path(sys.executable).parent), str(program.parent), os.environ["PATH"]]
    )
    environment = {"PATH": search, "HOME": str(home), **_QUIET}
    for command in (["init"], ["connect", host, "--scope", scope, "--yes"]):
        _run([sys.executable, "-m", "myelin", *command], project, environment)
    return _COLOURS.sub("", _run([str(program), *words], project, environment))


def _run(words: list[str], where: Path, environment: dict[str, str]) -> str:
    run = subprocess.run(
        words,
        cwd=where,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=_ASK_S,
        check=False,
    )
    return run.stdout


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
