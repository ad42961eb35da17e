"""Any earlier state comes back exactly: at a record, across compactions, thinning and damage."""

import os
import random
from contextlib import closing
from pathlib import Path

import pytest

from myelin.contract.errors import BrainChanged, BrainDamaged, PathRefused
from myelin.kernel.clock import SystemClock
from myelin.store.lineage import Lineage
from myelin.store.location import BrainFile
from myelin.store.past import open_past
from myelin.store.posix import PosixIo
from myelin.store.thinning import Policy, thin
from tests.crash.brain import INSERT, KEY, LONG, SCHEMA, make, open_brain, opened, remember, tables

WRITES = 1000
POINTS = 100


def past(path: Path, io: PosixIo | None = None):
    given = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}
    return open_past(path, KEY, io=io, **given)


def state(path: Path) -> dict[str, object]:
    with opened(path) as brain:
        return tables(brain)


def write_history(path: Path, writes: int, chance: random.Random) -> dict[int, dict[str, object]]:
    """Write, change, delete and touch with compactions between; return states by their record."""
    make(path)
    known: dict[int, dict[str, object]] = {}
    kept = set(chance.sample(range(writes), min(writes, POINTS)))
    with opened(path) as brain:
        for number in range(1, writes + 1):
            remember(brain, number)
            if number % 7 == 0:
                with brain.write() as session:
                    session.execute(
                        "UPDATE memory SET content = ? WHERE id = ?",
                        (f"a note that changed w{number - 3}", number - 3),
                    )
            if number % 11 == 0:
                with brain.write() as session:
                    session.execute("DELETE FROM memory WHERE id = ?", (number - 5,))
            if number % 13 == 0:
                with brain.read() as session:
                    session.touch([number])
            if number - 1 in kept:
                known[brain.position.seq] = tables(brain)
            if number % 97 == 0:
                brain.compact()
    return known


def test_restore_at_random_points_of_a_long_history_is_exact(tmp_path):
    chance = random.Random(11)
    path = tmp_path / "brain.myl"
    known = write_history(path, WRITES if LONG else WRITES // 4, chance)
    wrong = 0
    with past(path) as history:
        for seq, wanted in known.items():
            copy = tmp_path / f"copy{seq}.myl"
            assert history.restore_to(seq, copy).seq == seq
            wrong += state(copy) != wanted
    assert len(known) >= 100
    assert wrong == 0


def test_a_thinned_archive_restores_the_same_states(tmp_path):
    path = tmp_path / "brain.myl"
    known = write_history(path, 200, random.Random(12))
    archive = tmp_path / "brain.archive"
    with opened(path) as brain:
        for _ in range(4):
            remember(brain, 100_000 + brain.position.seq)
            brain.compact()
    before = sum(file.stat().st_size for file in archive.iterdir())
    io = PosixIo()
    folder = io.open_folder(str(tmp_path))
    with closing(Lineage(io, BrainFile(tmp_path, folder, path.name), KEY)) as lineage:
        assert thin(lineage, os.urandom, Policy(newest=1, days=0, weeks=0, months=0)) > 2
    io.close(folder)
    assert sum(file.stat().st_size for file in archive.iterdir()) < before
    with past(path) as history:
        for seq in random.Random(1).sample(sorted(known), 20):
            history.restore_to(seq, tmp_path / f"copy{seq}.myl")
            assert state(tmp_path / f"copy{seq}.myl") == known[seq]
    assert open_brain(path).check() == []


def test_a_damaged_base_costs_nothing_that_the_archive_and_the_log_hold(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 31):
            remember(brain, number)
            if number in (10, 20):
                brain.compact()
        wanted, last = tables(brain), brain.position.seq
    data = bytearray(path.read_bytes())
    data[5000] ^= 4
    path.write_bytes(data)
    with past(path) as history:
        assert history.points()[-1].seq == last
        restored = history.restore_in_place(last, "decided_by: person")
    assert restored.seq == last
    with opened(path) as brain:
        assert tables(brain) == wanted
        assert brain.check() == []
        remember(brain, 31)


def test_restoring_in_place_keeps_the_other_future_out_of_the_new_one(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 10):
            remember(brain, number)
            if number % 3 == 0:
                brain.compact()
        with past(path) as history:
            history.restore_in_place(5, "decided_by: person")
        # The same handle goes on in the restored brain, and so does its log.
        remember(brain, 50)
        brain.compact()
        remember(brain, 51)
        wanted = tables(brain)
        ids = [row[0] for row in wanted["memory"]]
    assert ids == [1, 2, 3, 4, 50, 51]
    with past(path) as history:
        seqs = [event.seq for event in history.points()]
        assert seqs == list(range(seqs[-1] + 1))
        history.restore_to(seqs[-1], tmp_path / "copy.myl")
    assert state(tmp_path / "copy.myl") == wanted


def test_a_restore_replaces_nothing_and_a_state_that_is_not_there_is_refused(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    (tmp_path / "copy.myl").write_bytes(b"mine")
    with past(path) as history:
        with pytest.raises(PathRefused):
            history.restore_to(1, tmp_path / "copy.myl")
        with pytest.raises(BrainDamaged):
            history.restore_to(99, tmp_path / "other.myl")
    assert (tmp_path / "copy.myl").read_bytes() == b"mine"
    assert not (tmp_path / "other.myl").exists()


def test_a_snapshot_has_a_name_and_its_base_stays(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        remember(brain, 1)
        at = brain.snapshot("before the move").seq
        with brain.write() as session:
            session.execute(INSERT, (2, "later", session.now_ms))
    with past(path) as history:
        (named,) = [event for event in history.points() if event.kind == "snapshot"]
    assert (named.seq, named.label) == (at, "before the move")


@pytest.mark.parametrize("at", [5, None], ids=["an earlier state", "the latest state"])
def test_a_restore_in_place_refuses_what_was_written_since_it_was_shown(tmp_path, at):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 12):
            remember(brain, number)
    with past(path) as history:
        seq = at or history.points()[-1].seq
        with opened(path) as other:
            remember(other, 500)
        with pytest.raises(BrainChanged):
            history.restore_in_place(seq, "decided_by: person")
    with opened(path) as brain:
        assert 500 in [row[0] for row in tables(brain)["memory"]]
    assert not path.with_name("brain.myl.new").exists()


def test_uses_that_were_counted_meanwhile_do_not_stop_a_restore(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 12):
            remember(brain, number)
    with past(path) as history:
        with opened(path) as other, other.read() as session:
            session.touch([3])
        history.restore_in_place(5, "decided_by: person")
    with opened(path) as brain:
        assert len(tables(brain)["memory"]) == 4


def test_a_torn_end_does_not_go_into_the_archive_where_a_purge_would_stumble_over_it(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 12):
            remember(brain, number)
    with path.open("ab") as file:
        file.write(b"MYLR torn")
    with past(path) as history:
        history.restore_in_place(5, "decided_by: person")
    with opened(path) as brain:
        brain.rotate(bytes(reversed(range(32))))
