"""Who may decide what only a person may: asked on a terminal of its own, refused to agents."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from myelin.cli import decisions
from myelin.config import driving_agent
from myelin.contract.errors import TerminalRequired
from myelin.kernel.decision import Question

ASK = (
    "from types import SimpleNamespace; import sys\n"
    "from myelin.cli.decisions import confirm\n"
    "from myelin.kernel.decision import Question\n"
    "shell = SimpleNamespace(environment={})\n"
    "decision = confirm(shell, Question('Do it.'), 'act', unattended=True)\n"
    "open(sys.argv[1], 'w').write(decision.by if decision else 'declined')"
)


@pytest.mark.parametrize("name", ["CLAUDECODE", "CURSOR_AGENT", "CODEX_SANDBOX_NETWORK_DISABLED"])
def test_a_shell_that_an_agent_drives_is_refused_whatever_it_declares(name: str) -> None:
    assert driving_agent({name: "1"})
    shell: Any = SimpleNamespace(environment={name: "1"})
    with pytest.raises(TerminalRequired):
        decisions.confirm(shell, Question("Do it."), "act", unattended=True)


@pytest.mark.parametrize("environment", [{}, {"CLAUDECODE": ""}, {"SHELL": "/bin/sh"}])
def test_an_ordinary_environment_marks_no_agent(environment: dict[str, str]) -> None:
    assert driving_agent(environment) is None


@pytest.mark.parametrize(
    ("typed", "decision"),
    [("y\n", "person"), ("YES\n", "person"), ("n\n", "declined"), ("\n", "declined")],
)
def test_a_person_at_the_terminal_is_asked_even_with_other_input(
    tmp_path: Path, typed: str, decision: str
) -> None:
    answer = tmp_path / "answer"
    child, terminal = pty.fork()
    if child == 0:
        # Standard input says yes; only the terminal may.
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.execv(sys.executable, [sys.executable, "-c", ASK, str(answer)])
    shown = b""
    while b"[y/N]" not in shown:
        shown += os.read(terminal, 1024)
    os.write(terminal, typed.encode())
    os.waitpid(child, 0)
    os.close(terminal)
    assert answer.read_text() == decision


@pytest.mark.parametrize(("flag", "expected"), [("True", "unattended"), ("False", "refused")])
def test_without_a_terminal_the_act_must_be_declared(flag: str, expected: str) -> None:
    script = (
        "from types import SimpleNamespace\n"
        "from myelin.cli.decisions import confirm\n"
        "from myelin.kernel.decision import Question\n"
        "from myelin.contract.errors import TerminalRequired\n"
        "shell = SimpleNamespace(environment={})\n"
        f"try: print(confirm(shell, Question('Do it.'), 'act', unattended={flag}).by)\n"
        "except TerminalRequired: print('refused')"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        start_new_session=True,
    )
    assert run.stdout.strip() == expected
