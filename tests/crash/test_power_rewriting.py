"""The power is cut after every effect of a purge, a rotation and a restore in place.

Whatever the disk kept of it, the next opening finds the brain as it was or as it was meant.
"""

import random
import shutil
from pathlib import Path

import pytest

from tests.crash.brain import KEY, LONG
from tests.crash.power import Disk, Effect, RecordingIo
from tests.crash.test_erase import make_with_canary
from tests.crash.test_rewriting_kill import act, ensure_before_or_after, rows

SEEDS = 12 if LONG else 1


def record(folder: Path, role: str) -> tuple[list[Effect], Disk]:
    """Do one of the acts on a brain of several files, and return every effect of it."""
    path = folder / "brain.myl"
    make_with_canary(path)
    io, disk = RecordingIo(), Disk()
    for parent in (folder, folder / "brain.archive"):
        opened = io.open_folder(str(parent))
        for file in sorted(parent.iterdir()):
            if file.is_file():
                io.close(io.open(opened, file.name))
        io.close(opened)
    for _, name, label in [effect for effect in io.trace if effect[0] == "found"]:
        disk.know(Path(name), label)
    act(role, path, io)
    io.acknowledge(1)
    return io.trace, disk


@pytest.mark.parametrize("role", ["erase", "rotate", "restore"])
def test_a_power_cut_anywhere_leaves_the_brain_before_or_after(tmp_path, role):
    life = tmp_path / "life"
    life.mkdir()
    trace, disk = record(life, role)
    shutil.copytree(life, tmp_path / "whole")
    seen, acknowledged, states, whole = set(), False, set(), None
    for place, effect in enumerate([("begin",), *trace]):
        disk.apply(effect)
        acknowledged |= effect[0] == "acknowledged"
        for seed in range(SEEDS):
            files = disk.after_power_cut(random.Random(place * 100 + seed))
            state = hash((acknowledged, tuple(sorted(files.items()))))
            if state in seen:
                continue
            seen.add(state)
            work = tmp_path / "work"
            for name, data in files.items():
                target = work / Path(name).relative_to(life)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            if whole is None:
                whole = rows(work / "brain.myl", KEY)
            else:
                ended = ensure_before_or_after(role, work / "brain.myl", whole)
                assert ended == "after" or not acknowledged
                states.add(ended)
            shutil.rmtree(work)
    assert states == {"before", "after"}
