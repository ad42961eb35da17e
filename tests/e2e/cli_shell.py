"""The command `myelin` as tests use it: a real process with a home of its own, maybe a terminal."""

import fcntl
import json
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

Answer = Callable[[str], str]

PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass
class Ran:
    """What a command came to."""

    code: int
    output: str
    remarks: str = ""

    @property
    def document(self) -> dict[str, Any]:
        """Return the one JSON document on standard output."""
        assert self.output.count("\n") == 1, self.output
        document: dict[str, Any] = json.loads(self.output)
        return document


@dataclass
class Shell:
    """A user with a home and a working folder, and without anything of the tests' own."""

    home: Path
    cwd: Path
    extra: dict[str, str] = field(default_factory=dict)
    prefix: list[str] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        """Return what the command's process gets to see."""
        return {
            "PATH": PATH,
            "HOME": str(self.home),
            "COLUMNS": "100",
            "LANG": "C.UTF-8",
            # The keychain of whoever runs the tests is none of theirs.
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        } | self.extra

    def copy(self, folder: Path) -> "Shell":
        """Return a shell with copies of the same folders."""
        home = shutil.copytree(self.home, folder / "home")
        return Shell(home, shutil.copytree(self.cwd, folder / "project"))

    def run(self, *words: str, at: Path | None = None, stdin: bytes = b"") -> Ran:
        """Run a command without a terminal."""
        ran = subprocess.run(
            [*self.prefix, sys.executable, "-m", "myelin", *words],
            cwd=at or self.cwd,
            env=self.environment,
            input=stdin,
            capture_output=True,
            start_new_session=True,
            timeout=60,
        )
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    def json(self, *words: str, at: Path | None = None) -> dict[str, Any]:
        """Return the document of a command that works."""
        ran = self.run(*words, "--json", at=at)
        assert ran.code == 0, ran
        return ran.document

    def on_terminal(self, *words: str, typed: "str | Answer" = "") -> Ran:
        """Run a command on a terminal of its own, and type once it asks.

        A function is asked for each question, with all that was shown, and returns the answer.
        """
        return self.on_terminal_command([sys.executable, "-m", "myelin", *words], typed)

    def on_terminal_command(self, command: list[str], typed: "str | Answer" = "") -> Ran:
        """Run any program on a terminal of its own, and type once it asks."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.cwd)
            os.execve(command[0], command, self.environment)
        # Large enough that no text of a test needs a second page.
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 400, 100, 0, 0))
        shown = b""
        try:
            while select.select([terminal], [], [], 60)[0]:
                chunk = os.read(terminal, 65536)
                if not chunk:
                    break
                shown += chunk
                asked = (b"? [y/N]", b"not shown): ", b"id to agree: ")
                if callable(typed):
                    if shown.endswith((b": ", b"? [y/N] ")):
                        os.write(terminal, typed(shown.decode()).encode() + b"\n")
                elif typed and any(question in shown for question in asked):
                    os.write(terminal, typed.encode())
                    typed = ""
        except OSError:
            # Linux ends a terminal without a writer by an error.
            pass
        os.close(terminal)
        _, status = os.waitpid(child, 0)
        return Ran(os.waitstatus_to_exitcode(status), shown.decode().replace("\r\n", "\n"))


def new_shell(folder: Path) -> Shell:
    """Return the shell of a user without any brain."""
    home, project = folder / "home", folder / "project"
    home.mkdir()
    project.mkdir()
    return Shell(home, project)


def bound_by_modes() -> list[str]:
    """Return what a command starts with so that the modes of files bind it, the tests' root too."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and there is no setpriv to take that away")
    return ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]
