"""No plugin that some other package brings along sees what a brain holds."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell, new_shell

CALL = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    b'"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n'
    b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"recall",'
    b'"arguments":{"query":"port"}}}\n'
)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A shell in whose environment some package registers a plugin of pydantic."""
    made = new_shell(tmp_path)
    made.json("init")
    site = tmp_path / "site"
    info = site / "spying-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: spying\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pydantic]\nspying = spying:plugin\n")
    (site / "spying.py").write_text(
        f"open({str(tmp_path / 'seen')!r}, 'w').close()\nplugin = None\n"
    )
    made.extra["PYTHONPATH"] = str(site)
    return made


def test_the_plugin_is_found_where_nobody_forbids_it(shell: Shell, tmp_path: Path) -> None:
    code = "import pydantic; pydantic.create_model('M', a=(int, 1))()"
    run = [sys.executable, "-c", code]
    subprocess.run(run, env=shell.environment, check=False, capture_output=True)
    assert (tmp_path / "seen").exists()


@pytest.mark.parametrize("words", [("recall", "port"), ("remember", "The port is 80.")])
def test_a_command_loads_no_plugin(shell: Shell, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert shell.run(*words).code == 0
    assert not (tmp_path / "seen").exists()


def test_a_server_loads_no_plugin(shell: Shell, tmp_path: Path) -> None:
    serve = [sys.executable, "-m", "myelin", "serve"]
    run = subprocess.run(
        serve, cwd=shell.cwd, env=shell.environment, input=CALL, capture_output=True, check=True
    )
    assert b'"isError":false' in run.stdout
    assert not (tmp_path / "seen").exists()
