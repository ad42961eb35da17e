"""Brains are made once, opened with care, and refused where others could interfere."""

import os
from pathlib import Path

import pytest

from myelin import store
from myelin.contract.errors import (
    BrainBusy,
    BrainExists,
    BrainUnknown,
    PathRefused,
    StorageReadOnly,
)
from myelin.store.lock import FileLock
from myelin.store.posix import PosixIo
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock
from tests.crash.brain import BRAIN_ID, KEY, SCHEMA, contents, make, open_brain, opened, remember

CLOCK = ManualClock()


def create(path, **options):
    given = {"brain_id": BRAIN_ID, "schema": SCHEMA, "clock": CLOCK, "chance": os.urandom}
    store.create(path, KEY, **{**given, **options})


def test_a_new_brain_holds_its_meta_and_says_its_id_without_a_key(tmp_path):
    path = tmp_path / "a" / "b" / "brain.myl"
    create(path, meta={"brain_name": "straße", "format_name": "1"})
    assert store.read_brain_id(path) == BRAIN_ID
    with opened(path) as brain:
        assert brain.brain_id == BRAIN_ID
        assert (brain.position.epoch, brain.position.seq) == (1, 0)
        with brain.read() as session:
            rows = set(session.execute("SELECT key, value FROM meta"))
        assert rows == {("brain_name", "straße"), ("format_name", "1")}
    assert sorted(p.name for p in path.parent.iterdir()) == [
        "brain.myl",
        "brain.myl.clock",
        "brain.myl.lock",
    ]


def test_a_brain_that_is_there_is_not_made_again(tmp_path):
    path = tmp_path / "brain.myl"
    create(path)
    before = path.read_bytes()
    with pytest.raises(BrainExists, match="brain"):
        create(path)
    assert path.read_bytes() == before


def test_two_brains_made_the_same_way_differ_in_every_sealed_byte(tmp_path):
    create(tmp_path / "one.myl")
    create(tmp_path / "two.myl")
    one, two = (tmp_path / "one.myl").read_bytes(), (tmp_path / "two.myl").read_bytes()
    assert one[:256] == two[:256]
    same = sum(a == b for a, b in zip(one[256:], two[256:], strict=True))
    assert same < len(one) / 100


def test_a_missing_brain_is_said_to_be_missing_and_nothing_is_made(tmp_path):
    for path in (tmp_path / "gone.myl", tmp_path / "no folder" / "gone.myl"):
        with pytest.raises(BrainUnknown, match="gone"):
            open_brain(path)
        with pytest.raises(BrainUnknown, match="gone"):
            store.read_brain_id(path)
    assert list(tmp_path.iterdir()) == []


def test_a_brain_that_is_removed_under_a_handle_is_missing(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        path.unlink()
        with pytest.raises(BrainUnknown):
            contents(brain)


def test_a_symbolic_link_is_not_followed_to_a_brain(tmp_path):
    make(tmp_path / "brain.myl")
    (tmp_path / "link.myl").symlink_to("brain.myl")
    with pytest.raises(PathRefused, match="symbolic link"):
        open_brain(tmp_path / "link.myl")


def test_a_folder_that_is_reached_by_a_link_is_as_good_as_any(tmp_path):
    make(tmp_path / "real" / "brain.myl")
    (tmp_path / "linked").symlink_to("real")
    with opened(tmp_path / "linked" / "brain.myl") as brain:
        remember(brain, 1)
    with opened(tmp_path / "real" / "brain.myl") as brain:
        assert contents(brain) == ({1}, 1)


def test_a_folder_that_anybody_may_write_in_is_refused(tmp_path):
    folder = tmp_path / "open"
    make(folder / "brain.myl")
    folder.chmod(0o777)
    with pytest.raises(PathRefused, match="anybody"):
        open_brain(folder / "brain.myl")
    folder.chmod(0o1777)
    with opened(folder / "brain.myl") as brain:
        contents(brain)


def test_a_file_that_others_may_read_is_taken_back_to_its_owner(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    path.chmod(0o644)
    with opened(path) as brain:
        contents(brain)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_folder_in_the_place_of_a_brain_is_no_brain(tmp_path):
    (tmp_path / "brain.myl").mkdir()
    with pytest.raises(PathRefused, match="not a file"):
        open_brain(tmp_path / "brain.myl")
    with pytest.raises(PathRefused, match="folder"):
        store.read_brain_id(tmp_path / "brain.myl")


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "folder").write_text("not one")
    for ask in (open_brain, store.read_brain_id, make):
        with pytest.raises(PathRefused, match="folder"):
            ask(tmp_path / "folder" / "brain.myl")


def test_a_folder_that_cannot_be_entered_is_an_error_of_the_storage(tmp_path):
    class Closed(PosixIo):
        def open_folder(self, path, *, create=False):
            raise PermissionError(13, "injected")

    for ask in (open_brain, lambda path, io: store.read_brain_id(path, io=io)):
        with pytest.raises(StorageReadOnly):
            ask(tmp_path / "brain.myl", Closed())


def test_a_handle_is_closed_once_and_then_refuses(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    brain = open_brain(path)
    brain.close()
    brain.close()
    with pytest.raises(RuntimeError, match="closed"):
        contents(brain)


def test_closing_lets_go_of_every_descriptor(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        with opened(path) as brain, opened(path, readonly=True) as reader:
            remember(brain, int.from_bytes(os.urandom(4), "big"))
            brain.compact()
            contents(reader)
        with pytest.raises(BrainUnknown):
            open_brain(tmp_path / "gone.myl")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_lock_whose_file_was_removed_is_taken_on_the_new_file(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as one:
        (tmp_path / "brain.myl.lock").unlink()
        with opened(path) as two, two.write():
            one._wait_s = 0.02
            with pytest.raises(BrainBusy), one.write():
                pass


def test_a_lock_waits_no_longer_than_it_is_told(tmp_path):
    io = PosixIo()
    folder = io.open_folder(str(tmp_path))
    one, two = (FileLock(io, folder, "lock", CLOCK) for _ in range(2))
    one.acquire(1)
    start_s = CLOCK.monotonic_s()
    with pytest.raises(BrainBusy):
        two.acquire(3)
    assert 3 <= CLOCK.monotonic_s() - start_s < 3.1
    one.release()
    two.acquire(0)
    for lock in (one, two):
        lock.close()
    io.close(folder)


def test_a_time_of_the_log_is_the_clocks_and_no_two_of_one_moment_are_alike(tmp_path):
    path = tmp_path / "brain.myl"
    clock = ManualClock()
    create(path, clock=clock)
    times = []
    with opened(path, clock=clock) as brain:
        for step in range(6):
            if step == 3:
                brain.compact()
            with brain.write(note="tick") as session:
                times.append(session.now_ms)
    with opened(path, clock=clock) as brain, brain.write() as session:
        times.append(session.now_ms)
    assert times == [clock.now_ms() + step for step in range(1, 8)]


def test_a_clock_that_was_wrong_once_does_not_stamp_what_follows(tmp_path):
    path = tmp_path / "brain.myl"
    clock = ManualClock()
    create(path, clock=clock)
    with opened(path, clock=clock) as brain:
        clock.set("2027-03-01T12:00:00Z")
        with brain.write(note="a year ahead"):
            pass
        clock.set("2026-03-01T12:00:00Z")
        for _ in range(2):
            with brain.write(note="right") as session:
                assert session.now_ms - clock.now_ms() < 1000
            brain.compact()
    with opened(path, clock=clock) as brain, brain.write() as session:
        assert session.now_ms - clock.now_ms() < 1000


def test_the_same_chance_and_clock_give_the_same_sealed_records(tmp_path):
    files = []
    for name in ("one.myl", "two.myl"):
        chance, clock = SeededChance(), ManualClock()
        create(tmp_path / name, chance=chance, clock=clock)
        with (
            opened(tmp_path / name, chance=chance, clock=clock) as brain,
            brain.write(note="first") as session,
        ):
            session.execute("INSERT INTO meta (id, key, value) VALUES (1, 'a', 'b')")
            session.touch([1])
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
