"""The power is cut after every effect of a merge of logs: every state can still be restored."""

import os
import random
import shutil
from contextlib import closing
from pathlib import Path

from myelin.store.lineage import Lineage
from myelin.store.location import BrainFile
from myelin.store.thinning import Policy, thin
from tests.crash.brain import KEY, LONG, make, opened, remember
from tests.crash.power import Disk, RecordingIo
from tests.crash.test_past import past

EPOCHS = 8
SEEDS = 8 if LONG else 2
FEW = Policy(newest=1, days=0, weeks=0, months=0, logs=2)


def found(io: RecordingIo, disk: Disk, folder: Path) -> int:
    """Take every file of a folder for durable, and return the folder's descriptor."""
    fd = io.open_folder(str(folder))
    for file in sorted(folder.iterdir()):
        if file.is_file():
            io.close(io.open(fd, file.name))
    for _, name, label in [effect for effect in io.trace if effect[0] == "found"]:
        disk.know(Path(name), label)
    return fd


def points(path: Path) -> list[int]:
    with past(path) as history:
        assert not history.left_out
        return [event.seq for event in history.points()]


def test_a_power_cut_anywhere_in_a_merge_loses_no_state(tmp_path):
    life = tmp_path / "life"
    life.mkdir()
    path = life / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, EPOCHS + 1):
            remember(brain, number)
            brain.compact()
    wanted = points(path)
    io, disk = RecordingIo(), Disk()
    io.close(found(io, disk, life / "brain.archive"))
    folder = found(io, disk, life)
    for _ in range(2):
        with closing(Lineage(io, BrainFile(life, folder, path.name), KEY)) as lineage:
            thin(lineage, os.urandom, FEW)
    trace = list(io.trace)
    assert any(effect[0] == "unlink" for effect in trace)
    seen = set()
    for place, effect in enumerate(trace):
        disk.apply(effect)
        for seed in range(SEEDS):
            files = disk.after_power_cut(random.Random(place * 100 + seed))
            state = hash(tuple(sorted(files.items())))
            if state in seen:
                continue
            seen.add(state)
            work = tmp_path / "work"
            for name, data in files.items():
                target = work / Path(name).relative_to(life)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            assert points(work / "brain.myl") == wanted
            with past(work / "brain.myl") as history:
                history.restore_to(wanted[len(wanted) // 2], work / "copy.myl")
            with opened(work / "brain.myl") as brain:
                assert brain.check() == []
            shutil.rmtree(work)
    assert len(seen) > 10
