"""The files for whoever runs a server: what they name exists, and none logs a key or a token."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from myelin.surface.command_table import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
UNIT = (ROOT / "deploy" / "myelin.service").read_text("utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
PAGES = (ROOT / "docs" / "operating.md").read_text("utf-8")


def test_the_unit_starts_a_command_that_there_is() -> None:
    [started] = re.findall(r"ExecStart=(.*?[^\\])\n", UNIT, re.DOTALL)
    words = shlex.split(started.replace("\\\n", " "))
    [serve] = [command for command in COMMANDS if command.name == "serve"]
    known = {flag for parameter in serve.parameters for flag in parameter.flags}
    assert words[1] == "serve"
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_leaves_little_to_the_process(tmp_path: Path) -> None:
    program = tmp_path / "myelin"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "myelin.service"
    unit.write_text(UNIT.replace("/opt/myelin/bin/myelin", str(program)))
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert "Unknown" not in verified.stderr
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True
    )
    [exposure] = re.findall(r"Overall exposure level for myelin.service: ([\d.]+)", told.stdout)
    assert float(exposure) < 2.0


def test_the_image_is_built_of_files_that_there_are(tmp_path: Path) -> None:
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.MULTILINE):
        *sources, _target = line.split()
        assert [source for source in sources if not (ROOT / source).exists()] == []
    assert "USER myelin" in DOCKERFILE
    [told] = re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert '"serve", "--http"' in told


def test_no_example_logs_a_key_or_a_token() -> None:
    for text in (UNIT, DOCKERFILE, *re.findall(r"```.*?```", PAGES, re.DOTALL)):
        assert not re.search(r"log_format|\$http_(authorization|x_myelin)", text, re.IGNORECASE)


def test_the_packages_of_a_server_run_where_memory_is_written_or_run_but_not_both() -> None:
    """MemoryDenyWriteExecute of systemd, by the system call behind it (Linux 6.3)."""
    code = (
        "import ctypes, sys\n"
        "if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0): sys.exit(77)\n"
        "import apsw, argon2, re2, cryptography.hazmat.primitives.ciphers.aead as a\n"
        "import importlib.util as u\n"
        "if u.find_spec('uvloop'): import uvloop; uvloop.new_event_loop().close()\n"
        "apsw.Connection(':memory:').create_scalar_function('f', lambda: 1)\n"
        "a.AESGCM(bytes(32)).encrypt(bytes(12), b'x', None)\n"
        "argon2.low_level.hash_secret_raw(b'x', bytes(16), 1, 1024, 1, 32, argon2.Type.ID)\n"
    )
    if sys.platform != "linux":
        pytest.skip("it is a rule of Linux")
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    if run.returncode == 77:
        pytest.skip("this kernel does not have it")
    assert run.returncode == 0, run.stderr
