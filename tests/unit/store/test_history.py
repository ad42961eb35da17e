"""A long history: any state comes back from few files, and no catalogue is believed alone."""

import errno
import os
import random
import resource
import shutil
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from myelin.contract.errors import BrainDamaged, StorageFailed
from myelin.kernel.clock import SystemClock
from myelin.store import compaction, inspection, thinning
from myelin.store.lineage import FEW_FILES, Lineage
from myelin.store.location import BrainFile
from myelin.store.past import open_past
from myelin.store.posix import PosixIo
from myelin.store.rewriting import Erasure
from myelin.store.thinning import Policy, thin
from tests.crash.brain import KEY, SCHEMA, contents, faults, make, opened, remember, tables

FEW = Policy(newest=1, days=0, weeks=0, months=0, logs=2)


def past(path: Path, io: PosixIo | None = None):
    return open_past(path, KEY, schema=SCHEMA, clock=SystemClock(), chance=os.urandom, io=io)


@contextmanager
def lineage_of(path: Path, io: PosixIo | None = None, **options):
    io = io or PosixIo()
    folder = io.open_folder(str(path.parent))
    with closing(Lineage(io, BrainFile(path.parent, folder, path.name), KEY, **options)) as lineage:
        yield lineage
    io.close(folder)


def thin_all(path: Path, policy: Policy = FEW) -> None:
    for _ in range(100):
        with lineage_of(path) as lineage:
            if not thin(lineage, os.urandom, policy):
                return


def archived(path: Path) -> list[Path]:
    return sorted(path.with_name("brain.archive").glob("e*.myl"))


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> tuple[Path, dict[int, dict]]:
    """Return a brain of 40 closed epochs, a snapshot among them, and each of its states."""
    path = tmp_path_factory.mktemp("written") / "brain.myl"
    make(path)
    states = {}
    with opened(path) as brain:
        for number in range(1, 81):
            remember(brain, number)
            if number % 13 == 0:
                with brain.read() as session:
                    session.touch([number, number - 1])
            if number == 40:
                brain.snapshot("the middle")
            elif number % 2 == 0:
                brain.compact()
            states[brain.position.seq] = tables(brain)
    return path, states


@pytest.fixture
def brain(written, tmp_path) -> Path:
    shutil.copytree(written[0].parent, tmp_path / "copy")
    return tmp_path / "copy" / "brain.myl"


def restored(path: Path, seq: int) -> dict:
    copy = path.with_name(f"state{seq}.myl")
    with past(path) as history:
        assert history.restore_to(seq, copy).seq == seq
    with opened(copy) as found:
        return tables(found)


def test_merged_logs_are_few_files_and_every_state_comes_back(brain, written):
    _, states = written
    before = len(archived(brain))
    with past(brain) as history:
        points, events = history.points(), list(history.events())
    thin_all(brain)
    assert len(archived(brain)) < before / 3
    with past(brain) as history:
        assert history.points() == points
        assert list(history.events()) == events
        assert not history.left_out
    for seq in random.Random(3).sample(sorted(states), 12):
        assert restored(brain, seq) == states[seq]
    with opened(brain) as store:
        assert faults(store) == []
        store.compact()
    assert inspect(brain) == []


def inspect(path: Path) -> list[str]:
    means = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}
    return [finding.code for finding in inspection.inspect(path, KEY, **means)]


def test_the_base_of_a_snapshot_and_the_first_one_outlast_merging(brain):
    with lineage_of(brain) as lineage:
        snapshot = next(file for file in lineage.chain if file.header.compatible_features)
        first = lineage.chain[0]
    thin_all(brain)
    with lineage_of(brain) as lineage:
        kept = {file.header.epoch for file in lineage.chain if file.has_base}
    assert {snapshot.header.epoch, first.header.epoch} <= kept


def test_writes_that_came_during_compactions_are_merged_once(tmp_path, monkeypatch):
    path = tmp_path / "brain.myl"
    make(path)
    states, number = {}, 0
    whole = compaction.Compaction.write_base
    with opened(path) as brain, opened(path) as other:

        def write_slowly(self, fd):
            nonlocal number
            whole(self, fd)
            number += 1
            remember(other, number)

        monkeypatch.setattr(compaction.Compaction, "write_base", write_slowly)
        for _ in range(12):
            number += 1
            remember(brain, number)
            states[brain.position.seq] = tables(brain)
            brain.compact()
            states[brain.position.seq] = tables(brain)
    monkeypatch.undo()
    thin_all(path)
    assert len(archived(path)) < 8
    for seq, wanted in states.items():
        assert restored(path, seq) == wanted


def test_another_future_is_not_merged_away(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 13):
            remember(brain, number)
            brain.compact()
        last = brain.position.seq
        with past(path) as history:
            history.restore_in_place(7, "back")
        with lineage_of(path) as lineage:
            ends = {
                (file.last_seq, file.history) for file in lineage.files if file.last_seq == last
            }
        for number in range(50, 60):
            remember(brain, number)
            brain.compact()
    thin_all(path)
    with lineage_of(path) as lineage:
        reached = {(file.last_seq, file.history) for file in lineage.files}
    assert ends
    assert ends <= reached
    assert inspect(path) == []


@pytest.mark.parametrize("harm", ["missing", "cut", "flipped", "older"])
def test_the_catalogue_is_made_anew_where_it_does_not_fit(brain, written, harm):
    catalogue = brain.with_name("brain.archive") / "catalogue"
    with past(brain) as history:
        wanted = history.overview()
    data = catalogue.read_bytes()
    if harm == "older":
        thin_all(brain)
        catalogue.write_bytes(data)
    elif harm == "missing":
        catalogue.unlink()
    elif harm == "cut":
        catalogue.write_bytes(data[: len(data) // 2])
    else:
        catalogue.write_bytes(data[:-5] + bytes([data[-5] ^ 1]) + data[-4:])
    with past(brain) as history:
        assert history.overview() == wanted
    seq = sorted(written[1])[30]
    assert restored(brain, seq) == written[1][seq]


def test_a_file_put_in_anothers_place_is_not_taken_for_what_the_catalogue_says(brain):
    files = archived(brain)
    with past(brain) as history:
        history.overview()
    data = files[5].read_bytes()
    files[4].write_bytes(data)
    with past(brain) as history:
        seqs = [event.seq for event in history.points()]
    assert len(seqs) == len(set(seqs))
    assert "archive_gap" in inspect(brain)


def test_the_catalogue_holds_no_text_in_the_clear(brain):
    catalogue = brain.with_name("brain.archive") / "catalogue"
    assert catalogue.exists()
    assert b"the middle" not in catalogue.read_bytes()


def test_a_purge_takes_the_catalogue_along_and_the_next_one_lacks_what_was_purged(brain):
    with past(brain) as history:
        assert [one.label for one in history.overview().snapshots] == ["the middle"]
    with opened(brain) as store:
        store.erase(Erasure(frozenset({("memory", 7)}), ("the middle",), []))
    assert not (brain.with_name("brain.archive") / "catalogue").exists()
    with past(brain) as history:
        (named,) = history.overview().snapshots
    assert "the middle" not in str(named.label)


def test_the_overview_and_the_newest_events_are_those_of_the_whole_log(brain):
    with past(brain) as history:
        points, events = history.points(), list(history.events())
        found = history.overview()
        assert (found.states, found.oldest, found.newest) == (len(points), points[0], points[-1])
        assert found.snapshots == [point for point in points if point.kind == "snapshot"]
        assert history.newest_events(7) == events[::-1][:7]
        assert history.newest_events(1000) == events[::-1]
        since = events[len(events) // 2].time_ms
        wanted = [event for event in events[::-1] if event.time_ms >= since]
        assert history.newest_events(1000, since) == wanted


def test_a_merge_that_was_killed_is_finished_or_forgotten_by_the_next(brain, monkeypatch):
    with past(brain) as history:
        wanted = history.points()

    class Killed(PosixIo):
        left = 3

        def unlink(self, folder, name):
            if name.startswith("e0") and name.endswith(".myl"):
                Killed.left -= 1
                if not Killed.left:
                    raise KeyboardInterrupt
            super().unlink(folder, name)

    with pytest.raises(KeyboardInterrupt), lineage_of(brain, Killed()) as lineage:
        thin(lineage, os.urandom, FEW)
    with past(brain) as history:
        assert history.points() == wanted
    before = len(archived(brain))
    with lineage_of(brain) as lineage:
        replaced = lineage.catalogue.merge.replaced
        thin(lineage, os.urandom, Policy(newest=1000, logs=1000))
    assert len(archived(brain)) < before
    assert not {file.name for file in archived(brain)} & set(replaced)
    with past(brain) as history:
        assert history.points() == wanted


def test_only_one_file_of_the_archive_is_open_at_a_time(brain):
    class Counting(PosixIo):
        def __init__(self):
            self.open_now: set[int] = set()
            self.most = 0

        def open(self, folder, name, **how):
            fd = super().open(folder, name, **how)
            self.open_now.add(fd)
            self.most = max(self.most, len(self.open_now))
            return fd

        def close(self, fd):
            self.open_now.discard(fd)
            super().close(fd)

    io = Counting()
    with past(brain, io) as history:
        assert history.overview().states
        list(history.events())
        history.restore_to(60, brain.with_name("copy.myl"))
    # The lock of compactions, the file that is read, and the one that is written.
    assert io.most <= 4


LIMITED = """
import os, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
from tests.unit.store.test_history import Erasure, inspect, opened, past, remember
path = Path(sys.argv[1])
with past(path) as history:
    print(len(history.points()), history.overview().states, len(history.newest_events(9)))
    history.restore_to(history.points()[-1].seq, path.with_name("latest.myl"))
with opened(path) as brain:
    remember(brain, 1000)
    brain.compact()
    brain.erase(Erasure(frozenset({("memory", 3)}), (), []))
print(inspect(path))
"""


def test_thirty_two_descriptors_are_enough_for_everything(tmp_path, monkeypatch):
    """`ulimit -n 32` beside more than 32 archived files."""
    brain = tmp_path / "brain.myl"
    make(brain)
    monkeypatch.setattr(thinning, "thin", lambda *_: 0)
    with opened(brain) as store:
        for number in range(1, 51):
            remember(store, number)
            store.compact()
    assert len(archived(brain)) == 50
    with past(brain) as history:
        states = len(history.points())
    ran = subprocess.run(
        [sys.executable, "-c", LIMITED, str(brain)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.stdout.splitlines() == [f"{states} {states} 9", "[]"], ran.stderr[-2000:]
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 32


class Unreadable(PosixIo):
    """A disk on which one file cannot be opened now."""

    def __init__(self, name: str, error: int = errno.EMFILE) -> None:
        self._name, self._error = name, error

    def open(self, folder, name, **how):
        if name == self._name:
            raise OSError(self._error, "not now")
        return super().open(folder, name, **how)


@pytest.mark.parametrize("error", [errno.EMFILE, errno.EIO, errno.ENOMEM])
def test_a_file_that_cannot_be_read_now_is_left_out_by_name_and_is_not_damaged(brain, error):
    name = archived(brain)[20].name
    (brain.with_name("brain.archive") / "catalogue").unlink()
    io = Unreadable(name, error)
    with past(brain, io) as history:
        (left_out,) = history.left_out
        assert (left_out.name, type(left_out.error)) == (name, StorageFailed)
        # What it holds may be the latest state, so none is restored as such.
        with pytest.raises(StorageFailed):
            history.restore_to(80, brain.with_name("copy.myl"))
    with opened(brain, io) as store, pytest.raises(StorageFailed):
        store.erase(Erasure(frozenset({("memory", 3)}), (), []))


def test_a_doctor_does_not_set_aside_what_cannot_be_read_now(brain, monkeypatch):
    name = archived(brain)[20].name
    monkeypatch.setattr(inspection, "system_io", lambda: Unreadable(name))
    means = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}
    codes = [finding.code for finding in inspection.inspect(brain, KEY, **means)]
    assert "archive_unreadable" in codes
    assert not any(code.endswith("_damaged") for code in codes)
    assert inspection.set_damaged_aside(brain, KEY, SystemClock()) == 0
    assert (brain.with_name("brain.archive") / name).exists()


def test_a_live_file_that_cannot_be_read_now_is_a_finding_and_no_damage(brain, monkeypatch):
    monkeypatch.setattr(inspection, "system_io", lambda: Unreadable("brain.myl", errno.EIO))
    means = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}
    codes = [finding.code for finding in inspection.inspect(brain, KEY, **means)]
    assert codes == ["file_unreadable"]


def swap_frames(data: bytes, how: str) -> bytes:
    """Return a file whose log has a frame doubled, moved, or from elsewhere in the file."""
    starts = [at for at in range(len(data)) if data[at : at + 4] == b"MYLR"]
    frames = [data[a:b] for a, b in zip(starts, [*starts[1:], len(data)], strict=True)]
    assert len(frames) >= 4
    if how == "doubled":
        frames.insert(2, frames[1])
    elif how == "reordered":
        frames[1], frames[2] = frames[2], frames[1]
    else:
        frames[1] = frames[3]
    return data[: starts[0]] + b"".join(frames)


@pytest.mark.parametrize("how", ["doubled", "reordered", "spliced"])
def test_frames_of_a_merged_log_that_were_moved_are_damage(brain, written, how):
    thin_all(brain)
    with lineage_of(brain) as lineage:
        logs = [file for file in lineage.chain if not file.has_base]
        merged = max(logs, key=lambda file: file.log_bytes)
        name, first, last = merged.name, merged.header.base_seq, merged.last_seq
    file = brain.with_name("brain.archive") / name
    file.write_bytes(swap_frames(file.read_bytes(), how))
    assert "archive_log_damaged" in inspect(brain)
    with past(brain) as history:
        seqs = {event.seq for event in history.points()}
        # The states behind the break are not in the answer, and none is in it that is wrong.
        assert not seqs & set(range(first + 3, last))
        for seq in random.Random(5).sample(sorted(seqs), 6):
            history.restore_to(seq, brain.with_name(f"copy{seq}.myl"))
            with opened(brain.with_name(f"copy{seq}.myl")) as found:
                assert tables(found) == written[1].get(seq, tables(found))
    with opened(brain) as store, pytest.raises(BrainDamaged):
        store.erase(Erasure(frozenset({("memory", 3)}), (), []))


def test_few_files_need_no_catalogue(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(FEW_FILES):
            remember(brain, number + 1)
            brain.compact()
        assert not (tmp_path / "brain.archive" / "catalogue").exists()
        for number in range(FEW_FILES, FEW_FILES + 3):
            remember(brain, number + 1)
            brain.compact()
    assert (tmp_path / "brain.archive" / "catalogue").exists()


def test_thousands_of_epochs_that_0_3_0_left_are_merged_step_by_step(tmp_path, monkeypatch):
    path = tmp_path / "brain.myl"
    make(path)
    whole = thinning.thin
    with opened(path) as brain:
        monkeypatch.setattr(thinning, "thin", lambda *_: 0)
        for number in range(1, 200):
            remember(brain, number)
            brain.compact()
        monkeypatch.setattr(thinning, "thin", whole)
        assert len(archived(path)) == 199
        steps = []
        for number in range(200, 206):
            remember(brain, number)
            brain.compact()
            steps.append(len(archived(path)))
        assert contents(brain)[1] == 205
    assert steps[0] < 199
    assert steps[0] - steps[-1] > 60
    assert steps[-1] < 40
    with past(path) as history:
        assert [event.seq for event in history.points()] == list(range(len(history.points())))
