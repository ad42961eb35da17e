"""Which command lines take the short way to the server, and what they mean there."""

import subprocess
import sys
from pathlib import Path

import pytest

from myelin.cli.main import PlainServe, plain_serve


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        (["serve"], PlainServe()),
        (["serve", "--data", "/x"], PlainServe(data="/x")),
        (["--data=/x", "serve", "--name", "notes"], PlainServe(data="/x", name="notes")),
        (["--name", "serve", "serve"], PlainServe(name="serve")),
        (["serve", "--force-network"], PlainServe(force_network=True)),
        (["serve", "--data="], PlainServe(data="")),
    ],
)
def test_a_plain_serve_says_nothing_but_which_brain(words: list[str], plain: PlainServe) -> None:
    assert plain_serve(words) == plain


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["recall", "serve"],
        ["serve", "serve"],
        ["serve", "--data"],
        ["serve", "--help"],
        ["serve", "--json"],
        ["--name", "serve"],
    ],
)
def test_any_other_command_line_is_parsed_in_full(words: list[str]) -> None:
    assert plain_serve(words) is None


def test_a_server_starts_without_what_only_people_need() -> None:
    script = (
        "import sys; sys.argv = ['myelin', 'serve']\n"
        "from myelin.cli.main import main; code = main()\n"
        "print([m for m in ('typer', 'rich', 'keyring', 'apsw', 'mnemonic') if m in sys.modules],"
        " file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, timeout=30
    )
    assert ran.stderr.decode().strip().split("\n")[-1] == "[]"
    assert ran.stdout == b""


def test_a_working_folder_that_is_gone_is_no_crash(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    command = f"mkdir {gone}; cd {gone}; rmdir {gone}; exec {sys.executable} -m myelin which --json"
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, timeout=30)
    assert ran.returncode == 2
    assert b"path_refused" in ran.stdout
