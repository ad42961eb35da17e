"""Purge, rotation, restore and snapshot are stopped at every effect and at any instant.

After the next opening the brain is as it was or as it was meant, and nothing said is lost.
"""

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from myelin import store
from myelin.contract.errors import BrainDamaged, KeyWrong
from myelin.kernel.clock import SystemClock
from myelin.kernel.errors import MyelinError
from myelin.store.posix import PosixIo
from tests.crash.brain import KEY, LONG, SCHEMA, faults, make, open_brain, opened, remember, tables
from tests.crash.test_erase import NEXT_KEY, erasure, make_with_canary, plain_bytes
from tests.crash.test_inspection import inspect
from tests.crash.test_past import past

KILLS = 100 if LONG else 6
ROW = 1000
SAVED_NOTHING = {"storage_full", "storage_failed"}
ROLES = ("erase", "rotate", "restore", "snapshot")


class Killed(BaseException):
    """What a process does that is killed: nothing more."""


class KilledIo(PosixIo):
    """The real disk, until an effect is reached at which the process is no more."""

    def __init__(self, last: int) -> None:
        self.effects = 0
        self._last = last

    def _step(self) -> None:
        self.effects += 1
        if self.effects > self._last:
            raise Killed

    def pwrite(self, fd, data, offset):
        if self.effects == self._last:
            super().pwrite(fd, bytes(data)[: len(data) // 2], offset)
        self._step()
        super().pwrite(fd, data, offset)

    def fsync(self, fd):
        self._step()
        super().fsync(fd)

    def rename(self, folder, old, new):
        self._step()
        super().rename(folder, old, new)

    def link(self, folder, name, to_folder, to_name):
        self._step()
        super().link(folder, name, to_folder, to_name)

    def unlink(self, folder, name):
        self._step()
        super().unlink(folder, name)

    def truncate(self, fd, size_bytes):
        self._step()
        super().truncate(fd, size_bytes)

    def fsync_folder(self, folder):
        self._step()
        super().fsync_folder(folder)


class FailedIo(KilledIo):
    """The real disk, where one effect fails; a write fails half-way."""

    def _step(self) -> None:
        self.effects += 1
        if self.effects == self._last + 1:
            raise OSError(errno.ENOSPC, "injected")


def copied(original: Path, folder: Path) -> Path:
    shutil.copytree(original, folder)
    return folder / "brain.myl"


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    make_with_canary(folder / "brain.myl")
    return folder


def rows(path: Path, key: bytes) -> list[int]:
    with opened(path, key=key) as brain:
        assert faults(brain) == []
        remember(brain, 9500, "written after the kill")
        found = [row[0] for row in tables(brain)["memory"]]
    assert 9500 in found
    return [row_id for row_id in found if row_id < 9000]


def ensure_before_or_after(role: str, path: Path, whole: list[int]) -> str:
    """Open the brain as the next process would, and say which of the two it is."""
    if role == "rotate":
        try:
            opened(path).__enter__().close()
        except KeyWrong:
            assert rows(path, NEXT_KEY) == whole
            plain_bytes(path, NEXT_KEY)
            return "after"
        assert rows(path, KEY) == whole
        return "before"
    found = rows(path, KEY)
    if role == "snapshot" or found == whole:
        assert found == whole
        return "before"
    if role == "erase":
        assert found == [row_id for row_id in whole if row_id != ROW]
        assert b"canary" not in plain_bytes(path)
    else:
        with past(path) as history:
            assert any("person" in (event.label or "") for event in history.events())
        assert len(found) == 18
    return "after"


def act(role: str, path: Path, io: PosixIo) -> None:
    if role == "restore":
        with past(path, io) as history:
            history.restore_in_place(20, "decided_by: person")
        return
    brain = open_brain(path, io)
    if role == "erase":
        brain.erase(erasure(ROW))
    elif role == "rotate":
        brain.rotate(NEXT_KEY)
    else:
        brain.snapshot("a name")


@pytest.mark.parametrize("role", ROLES)
def test_a_stop_at_any_effect_leaves_the_brain_before_or_after(original, tmp_path, role):
    whole = rows(copied(original, tmp_path / "whole"), KEY)
    io = KilledIo(10_000)
    act(role, copied(original, tmp_path / "all"), io)
    steps = range(io.effects) if LONG else random.Random(5).sample(range(io.effects), 12)
    seen = set()
    for last in steps:
        path = copied(original, tmp_path / f"stop{last}")
        with pytest.raises(Killed):
            act(role, path, KilledIo(last))
        seen.add(ensure_before_or_after(role, path, whole))
        shutil.rmtree(path.parent)
    assert seen == {"before", "after"} or role == "snapshot" or not LONG


@pytest.mark.parametrize("role", ROLES)
def test_a_disk_that_fails_once_leaves_the_brain_before_or_after(original, tmp_path, role):
    whole = rows(copied(original, tmp_path / "whole"), KEY)
    io = KilledIo(10_000)
    act(role, copied(original, tmp_path / "all"), io)
    steps = range(io.effects) if LONG else random.Random(6).sample(range(io.effects), 12)
    for last in steps:
        path = copied(original, tmp_path / f"fail{last}")
        said = "done"
        try:
            act(role, path, FailedIo(last))
        except MyelinError as error:
            said = error.code
        ended = ensure_before_or_after(role, path, whole)
        assert said in ("done", "storage_full", "storage_failed", "write_outcome_unknown")
        if role != "snapshot":
            assert ended == "after" or said != "done"
            assert ended == "before" or said not in SAVED_NOTHING
        shutil.rmtree(path.parent)


@pytest.mark.parametrize("role", ROLES)
def test_a_kill_at_any_instant_leaves_the_brain_before_or_after(original, tmp_path, role):
    whole = rows(copied(original, tmp_path / "whole"), KEY)
    chance = random.Random(8)
    for kill in range(KILLS):
        path = copied(original, tmp_path / f"kill{kill}")
        command = [sys.executable, "-m", "tests.crash.rewriter", role, str(path)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"ready\n"
        time.sleep(chance.random() * 0.25)
        process.send_signal(signal.SIGKILL)
        said, _ = process.communicate()
        ended = ensure_before_or_after(role, path, whole)
        assert role == "snapshot" or ended == "after" or said != b"done\n"
        shutil.rmtree(path.parent)


def test_what_was_decided_and_not_finished_is_named_until_the_next_opening(original, tmp_path):
    io = KilledIo(10_000)
    act("erase", copied(original, tmp_path / "all"), io)
    path = copied(original, tmp_path / "stopped")
    with pytest.raises(Killed):
        act("erase", path, KilledIo(io.effects - 6))
    assert inspect(path) == {"rewriting_unfinished"}
    with opened(path) as brain:
        assert ROW not in [row[0] for row in tables(brain)["memory"]]
    assert inspect(path) == set()


def test_a_brain_that_nobody_stopped_has_no_left_overs(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        remember(brain, ROW)
        brain.erase(erasure(ROW))
    assert {file.name for file in tmp_path.iterdir()} == {
        "brain.myl", "brain.myl.lock", "brain.myl.clock",
    }  # fmt: skip


def test_an_intent_of_an_earlier_epoch_is_refused(original, tmp_path):
    io = KilledIo(10_000)
    act("erase", copied(original, tmp_path / "all"), io)
    path = copied(original, tmp_path / "stopped")
    with pytest.raises(Killed):
        act("erase", path, KilledIo(io.effects - 6))
    intent = path.with_name("brain.myl.intent").read_bytes()
    with opened(path) as brain:
        remember(brain, 9100, "written after the purge")
        brain.compact()
    path.with_name("brain.myl.intent").write_bytes(intent)
    before = path.read_bytes()
    with pytest.raises(BrainDamaged):
        open_brain(path)
    assert path.read_bytes() == before


def test_an_intent_of_another_brain_is_refused(original, tmp_path):
    io = KilledIo(10_000)
    act("erase", copied(original, tmp_path / "all"), io)
    path = copied(original, tmp_path / "stopped")
    with pytest.raises(Killed):
        act("erase", path, KilledIo(io.effects - 6))
    other = tmp_path / "other" / "brain.myl"
    other.parent.mkdir(mode=0o700)
    store.create(
        other, KEY, brain_id=b"another brain...", schema=SCHEMA, clock=SystemClock(),
        chance=os.urandom,
    )  # fmt: skip
    shutil.copy(path.with_name("brain.myl.intent"), other.with_name("brain.myl.intent"))
    with pytest.raises(BrainDamaged):
        open_brain(other)


@pytest.mark.parametrize("key", [KEY, NEXT_KEY], ids=["old key", "next key"])
def test_either_key_finishes_a_rotation_that_was_decided(original, tmp_path, key):
    whole = rows(copied(original, tmp_path / "whole"), KEY)
    io = KilledIo(10_000)
    act("rotate", copied(original, tmp_path / "all"), io)
    path = copied(original, tmp_path / "stopped")
    with pytest.raises(Killed):
        act("rotate", path, KilledIo(io.effects - 6))
    assert path.with_name("brain.myl.intent").exists()
    with suppress(KeyWrong):
        open_brain(path, key=key).close()
    assert not path.with_name("brain.myl.intent").exists()
    assert rows(path, NEXT_KEY) == whole
