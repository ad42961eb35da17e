"""Pipes, devices, links and folders where files should be: refused at once, named, left alone."""

import os
import signal
import stat
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from myelin.contract.errors import BrainDamaged, PathRefused
from myelin.kernel.clock import SystemClock
from myelin.kernel.errors import MyelinError
from myelin.store import inspection, read_brain_id
from myelin.store.past import open_past
from tests.crash.brain import KEY, SCHEMA, contents, make, opened, remember

MEANS = {"schema": SCHEMA, "clock": SystemClock(), "chance": os.urandom}


@pytest.fixture
def path(tmp_path) -> Path:
    path = tmp_path / "brain.myl"
    make(path)
    with opened(path) as brain:
        for number in range(1, 4):
            remember(brain, number)
            brain.compact()
    return path


@contextmanager
def within(seconds: int):
    """Fail instead of hanging."""

    def hang(*_):
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root makes devices")


def codes(path: Path) -> list[str]:
    return [finding.code for finding in inspection.inspect(path, KEY, **MEANS)]


@pytest.mark.parametrize("kind", [make_pipe, make_device])
def test_a_pipe_or_device_as_the_live_file_is_refused_at_once(path, kind):
    path.unlink()
    kind(path)
    with within(20):
        for act in (lambda: opened(path).__enter__(), lambda: read_brain_id(path)):
            with pytest.raises(PathRefused):
                act()
        with pytest.raises(PathRefused), opened(path, readonly=True):
            pass
        with pytest.raises(PathRefused), open_past(path, KEY, **MEANS):
            pass
        assert codes(path) == ["path_refused"]


@pytest.mark.parametrize("kind", [make_pipe, make_device])
def test_a_pipe_or_device_in_the_archive_is_left_out_and_named(path, kind):
    archived = path.with_name("brain.archive") / "e00000002.myl"
    archived.unlink()
    kind(archived)
    with within(20):
        with open_past(path, KEY, **MEANS) as past:
            assert [one.name for one in past.left_out] == [archived.name]
            assert past.overview().states
        assert "archive_refused" in codes(path)
        with opened(path) as brain:
            remember(brain, 4)
            assert brain.compact()
        assert inspection.set_damaged_aside(path, KEY, SystemClock()) == 0


@pytest.mark.parametrize("name", ["brain.myl.intent", "brain.archive/catalogue", "brain.myl.lock"])
@pytest.mark.parametrize("kind", [make_pipe, make_device])
def test_a_pipe_or_device_beside_the_brain_hangs_nothing(path, name, kind):
    file = path.parent / name
    with suppress(FileNotFoundError):
        file.unlink()
    kind(file)
    with within(30):
        with suppress(PathRefused, BrainDamaged), opened(path) as brain:
            assert contents(brain)[1] == 3
        with suppress(MyelinError), open_past(path, KEY, **MEANS) as past:
            past.overview()
        with suppress(PathRefused):
            codes(path)


def test_a_link_as_archive_folder_is_refused_and_nothing_behind_it_is_touched(path, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    path.with_name("brain.archive").rename(elsewhere)
    path.with_name("brain.archive").symlink_to(elsewhere)
    (elsewhere / "mine.txt").write_text("mine")
    (elsewhere / "mine.txt").chmod(0o644)
    before = {file: file.read_bytes() for file in elsewhere.iterdir()}
    assert "archive_refused" in codes(path)
    inspection.make_private(path)
    inspection.remove_strays(path, SystemClock())
    inspection.set_damaged_aside(path, KEY, SystemClock())
    with opened(path) as brain:
        remember(brain, 4)
        with pytest.raises(PathRefused):
            brain.compact()
        assert contents(brain)[1] == 4
    with open_past(path, KEY, **MEANS) as past:
        assert [type(one.error) for one in past.left_out] == [PathRefused]
        assert past.overview().newest.seq
    assert before == {file: file.read_bytes() for file in elsewhere.iterdir()}
    assert stat.S_IMODE((elsewhere / "mine.txt").stat().st_mode) == 0o644


def test_a_file_as_archive_folder_is_refused(path, tmp_path):
    path.with_name("brain.archive").rename(tmp_path / "elsewhere")
    path.with_name("brain.archive").write_text("mine")
    assert "archive_refused" in codes(path)
    with opened(path) as brain, pytest.raises(PathRefused):
        brain.compact()
    assert path.with_name("brain.archive").read_text() == "mine"


def test_a_folder_with_the_name_of_the_next_epoch_is_named_and_stays(path):
    folder = path.with_name("brain.myl.new")
    folder.mkdir()
    (folder / "mine").write_text("mine")
    with opened(path) as brain:
        remember(brain, 4)
        with pytest.raises(PathRefused):
            brain.compact()
        assert contents(brain)[1] == 4
    found = {finding.code: finding for finding in inspection.inspect(path, KEY, **MEANS)}
    assert list(found) == ["stray_folder"]
    assert "brain.myl.new" in found["stray_folder"].fix
    assert inspection.remove_strays(path, SystemClock()) == 0
    assert (folder / "mine").read_text() == "mine"
