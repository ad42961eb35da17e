"""The power is cut after every effect on the disk, in many ways; nothing acknowledged is lost.

For each prefix of a recorded run, files are made as a power cut may leave them: writes that
were not synced are lost, torn by sector, reordered or reduced to their length, and names
appear up to any point since the last sync of the folder. Each of them must open, hold all that
was acknowledged and nothing half, and take the next write.
"""

import random
import shutil
from pathlib import Path

import pytest

from tests.crash.brain import LONG, contents, faults, make, open_brain, opened, remember
from tests.crash.power import Disk, Effect, RecordingIo


def record(folder: Path, *, trust_names: bool = False) -> tuple[list[Effect], Disk]:
    """Run a life of a brain: writes, touches, compactions, a failure, a killed compactor."""
    path = folder / "brain.myl"
    make(path)
    io = RecordingIo()
    brain = open_brain(path, io)
    disk = Disk()
    for _, name, label in [effect for effect in io.trace if effect[0] == "found"]:
        disk.know(Path(name), label)
    numbers = iter(range(1, 100))

    def put() -> None:
        number = next(numbers)
        remember(brain, number)
        io.acknowledge(number)

    def touch(*ids: int) -> None:
        with brain.read() as session:
            session.touch(ids)

    for _ in range(3):
        put()
    touch(1, 2, 3), put(), touch(1, 2), touch(2), put()
    assert brain.compact()
    put(), put(), touch(1), put()
    assert brain.compact()
    put()
    _fail_inside_a_write(brain)
    put()
    _kill_between_rename_and_sync(brain, io)
    brain = open_brain(path, io)
    if trust_names:
        brain._epoch.name_is_durable = True
    put(), put(), touch(1), put()
    brain.close()
    return io.trace, disk


def _fail_inside_a_write(brain) -> None:
    def forget_all() -> None:
        with brain.write() as session:
            session.execute("DELETE FROM memory")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        forget_all()


def _kill_between_rename_and_sync(brain, io: RecordingIo) -> None:
    """Another process must then sync the folder itself before its first acknowledgement."""

    def die(folder: int) -> None:
        if io.trace[-1][0] == "rename":
            raise KeyboardInterrupt
        RecordingIo.fsync_folder(io, folder)

    io.fsync_folder = die
    with pytest.raises(KeyboardInterrupt):
        brain.compact()
    del io.fsync_folder


def cut_everywhere(
    trace: list[Effect], disk: Disk, source: Path, work: Path, seeds: int
) -> tuple[int, list[str]]:
    """Return how many different states were opened, and what was wrong with any of them."""
    acknowledged, states, wrong, seen = 0, 0, [], set()
    for place, effect in enumerate([("begin",), *trace]):
        disk.apply(effect)
        if effect[0] == "acknowledged":
            acknowledged = effect[1]
        for seed in range(seeds):
            files = disk.after_power_cut(random.Random(place * 1000 + seed))
            state = hash((acknowledged, tuple(sorted(files.items()))))
            if state in seen:
                continue
            seen.add(state)
            states += 1
            problem = _problem(files, source, work, acknowledged)
            if problem:
                wrong.append(f"after effect {place} ({effect[0]}), seed {seed}: {problem}")
    return states, wrong


def _problem(files: dict[str, bytes], source: Path, work: Path, acknowledged: int) -> str | None:
    shutil.rmtree(work, ignore_errors=True)
    for name, data in files.items():
        target = work / Path(name).relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    try:
        with opened(work / "brain.myl") as brain:
            ids, counter = contents(brain)
            if not acknowledged <= counter <= acknowledged + 1:
                return f"{acknowledged} acknowledged, {counter} there"
            if ids != set(range(1, counter + 1)):
                return "not a prefix of what was written"
            remember(brain, 1000)
        with opened(work / "brain.myl") as brain:
            if contents(brain) != (ids | {1000}, counter + 1):
                return "the next write did not last"
            if broken := faults(brain):
                return broken[0]
        for kept in (work / "brain.archive").glob("e*.myl"):
            with opened(kept, readonly=True) as archived:
                contents(archived)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def without(trace: list[Effect], kind: str) -> list[Effect]:
    return [effect for effect in trace if effect[0] != kind]


def test_a_power_cut_anywhere_loses_nothing_that_was_acknowledged(tmp_path):
    trace, disk = record(tmp_path / "life")
    seeds = 40 if LONG else 3
    states, wrong = cut_everywhere(trace, disk, tmp_path / "life", tmp_path / "cut", seeds)
    assert wrong == []
    assert states > len(trace)


@pytest.mark.parametrize(
    ("missing", "trust_names"),
    [("sync", False), ("sync folder", False), ("", True)],
    ids=["no file is synced", "no folder is synced", "no folder sync before the first answer"],
)
def test_a_store_that_forgets_a_barrier_is_caught(tmp_path, missing, trust_names):
    trace, disk = record(tmp_path / "life", trust_names=trust_names)
    _, wrong = cut_everywhere(without(trace, missing), disk, tmp_path / "life", tmp_path / "cut", 2)
    assert [problem for problem in wrong if "acknowledged" in problem or "Brain" in problem]
