"""`myelin demo`: the main job in front of a newcomer, quick, true and without a trace."""

import tempfile
import time
from pathlib import Path

import pytest

from tests.e2e.cli_shell import new_shell


@pytest.mark.slow
def test_the_demo_shows_the_main_job_and_leaves_nothing(tmp_path: Path) -> None:
    shell = new_shell(tmp_path)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    shell.extra["TMPDIR"] = str(temporary)
    start_s = time.monotonic()
    ran = shell.run("demo")
    assert time.monotonic() - start_s < 20
    assert (ran.code, ran.remarks) == (0, "")
    assert "FAULT" not in ran.output
    for shown in (
        "Files that hold this word: 0.",
        "trust 0.",
        "The staging database listens on port 6543",
        "superseded: The staging database listens on port 5432.",
        "! These contradict one another",
        "回滚",
        "Склад",
        "myelin init",
    ):
        assert shown in ran.output
    left = [*temporary.iterdir(), *shell.home.iterdir(), *shell.cwd.iterdir()]
    assert left == []
    assert not list(Path(tempfile.gettempdir()).glob("myelin-demo-*"))
