"""A backup is killed while it is written: the brain is whole, and what has its name opens."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.crash.brain import LONG
from tests.e2e.cli_shell import Shell, new_shell

ROUNDS = 60 if LONG else 4
TEXTS = {f"Kept: {number}." for number in range(3)}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    one = new_shell(tmp_path)
    assert one.run("init", "--bare").code == 0
    for text in sorted(TEXTS):
        assert one.run("remember", text).code == 0
    return one


def killed(shell: Shell, folder: Path, after_s: float) -> None:
    """Start a backup and kill it a moment after its first file appeared."""
    before = set(folder.glob("*"))
    process = subprocess.Popen(
        [sys.executable, "-m", "myelin", "backup", "--to", str(folder), "--keep", "3"],
        cwd=shell.cwd, env=shell.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    while set(folder.glob("*")) <= before and process.poll() is None:
        time.sleep(0.001)
    time.sleep(after_s)
    process.send_signal(signal.SIGKILL)
    process.wait()


def contents(shell: Shell, *place: str) -> set[str]:
    return {one["content"] for one in shell.json("list", *place)["memories"]}


def test_a_killed_backup_leaves_no_half_one_under_a_backups_name(
    shell: Shell, tmp_path: Path
) -> None:
    chance, folder = random.Random(1), tmp_path / "backups"
    for round_ in range(ROUNDS):
        killed(shell, folder, 0.2 * chance.random() ** 2)
        for backup in folder.glob("*.myl"):
            apart = tmp_path / f"apart{round_}" / backup.stem
            apart.mkdir(parents=True, mode=0o700)
            shutil.copy(backup, apart)
            assert contents(shell, "--data", str(apart), "--name", backup.stem) == TEXTS
        # A backup is named by the second.
        time.sleep(1)
    assert contents(shell) == TEXTS
    assert shell.run("doctor").code == 0
    for left in folder.iterdir():
        os.utime(left, (0, 0))
    assert shell.run("backup", "--to", str(folder), "--keep", "1").code == 0
    assert [path.suffix for path in folder.iterdir()] == [".myl"], "what was left over is gone"


def test_an_unfinished_backup_of_another_process_is_left_alone(
    shell: Shell, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir(mode=0o700)
    young = folder / "project-2026-01-01-000000.myl.new"
    young.write_bytes(b"still being written")
    assert shell.run("backup", "--to", str(folder), "--keep", "1").code == 0
    assert young.exists()
