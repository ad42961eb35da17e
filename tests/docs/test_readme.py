"""The README's sessions run as they stand, and what it promises of the two commands is there."""

import fcntl
import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with a project in it, and the environment of a newcomer."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "your-project").mkdir()
    (folder / "home").mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MYELIN_")}
    commands = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    return folder, {**kept, "HOME": str(folder / "home"), "PATH": commands, "COLUMNS": "200"}


def at_a_terminal(
    command: str, where: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command as a person would: with a controlling terminal, which nothing is asked at."""
    ours, theirs = pty.openpty()

    def take_terminal() -> None:
        os.setsid()
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    try:
        return subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=where,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            preexec_fn=take_terminal,
            timeout=120,
        )
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_session_is_shown_within_the_first_twenty_lines() -> None:
    assert "$ myelin init" in "\n".join(README.splitlines()[:20])


def test_every_session_of_the_readme_prints_what_it_shows(
    shell: tuple[Path, dict[str, str]],
) -> None:
    folder, environment = shell
    where = folder
    for session in SESSIONS:
        for block in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            command, _, shown = block.partition("\n")
            if command.startswith("cd "):
                where = folder / command[3:]
                continue
            run = at_a_terminal(command, where, environment)
            assert run.returncode == 0, f"{command}: {run.stderr}"
            for line in shown.splitlines():
                pattern = re.escape(line).replace("…", ".+")
                assert re.search(f"^{pattern}", run.stdout, re.MULTILINE), f"{command}: {line}"


@pytest.mark.parametrize("target", ["demo", "check"])
def test_the_two_commands_are_targets_of_the_makefile(target: str) -> None:
    assert f"`make {target}`" in README
    plan = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    assert plan.returncode == 0, plan.stderr


def test_every_link_of_the_readme_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
