"""What this device knows of its brains, and the backups that it makes of them by itself."""

import json
import os
import shutil
import threading
import time
from pathlib import Path

import pytest

from myelin import config, keystore
from myelin.brains import backups, brain, daily
from myelin.contract.errors import BrainUnknown, PathRefused
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.machine import Machine
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock
from myelin.testing.engines import call

MACHINE = Machine(ManualClock(), SeededChance("known"))


@pytest.fixture
def settings(tmp_path: Path) -> config.Settings:
    return config.load({"HOME": str(tmp_path)}, tmp_path)


@pytest.fixture
def made(settings: config.Settings, tmp_path: Path) -> brain.Brain:
    """Return a brain whose key is in a key file, opened once."""
    (tmp_path / "project" / ".myelin").mkdir(parents=True, mode=0o700)
    place = config.locate_new(settings, tmp_path / "project")
    root = bytes(range(32))
    one = brain.Brain(place, settings, MACHINE, root)
    brain_id = one.create(kind="project", default_sensitivity="normal")
    config.prepare_home(settings.home)
    keystore.save(brain_id, root, settings)
    remember(one, "The queue is PostgreSQL.")
    return brain.find(settings, tmp_path / "project", MACHINE)


def remember(one: brain.Brain, text: str) -> None:
    with one.opened(LOCAL_OWNER) as engine:
        call(engine, "remember", content=text, class_="note")


def test_a_brain_whose_file_is_gone_is_missed_at_its_place_alone(
    made: brain.Brain, settings: config.Settings, tmp_path: Path
) -> None:
    place, brain_id = made.location, made.id
    assert brain.was_here(settings, place) is None
    place.path.unlink()
    known = brain.was_here(settings, place)
    assert known is not None
    assert (known.id, known.name, known.folder) == (brain_id, "project", str(place.data_dir))
    with pytest.raises(BrainUnknown) as unknown:
        brain.find(settings, tmp_path / "project")
    assert "A brain was here" in unknown.value.hint
    assert str(tmp_path) not in json.dumps(unknown.value.as_dict())
    (tmp_path / "other" / ".myelin").mkdir(parents=True)
    with pytest.raises(BrainUnknown) as unknown:
        brain.find(settings, tmp_path / "other")
    assert "was here" not in unknown.value.hint


def test_a_folder_that_moved_is_missed_nowhere_once_it_was_opened_again(
    made: brain.Brain, settings: config.Settings, tmp_path: Path
) -> None:
    (tmp_path / "project").rename(tmp_path / "moved")
    remember(brain.find(settings, tmp_path / "moved", MACHINE), "It moved.")
    (tmp_path / "project").mkdir()
    assert brain.was_here(settings, made.location) is None


def test_a_copy_is_missed_where_it_was_as_the_first_one_is(
    made: brain.Brain, settings: config.Settings, tmp_path: Path
) -> None:
    shutil.copytree(tmp_path / "project", tmp_path / "copy")
    copy = brain.find(settings, tmp_path / "copy", MACHINE)
    remember(copy, "A copy goes its own way.")
    made.location.path.unlink()
    assert brain.was_here(settings, made.location) is not None
    copy.location.path.unlink()
    assert brain.was_here(settings, copy.location) is not None


def test_a_brain_whose_key_the_environment_gives_is_missed_nowhere(
    settings: config.Settings, tmp_path: Path
) -> None:
    (tmp_path / "job" / ".myelin").mkdir(parents=True, mode=0o700)
    place = config.locate_new(settings, tmp_path / "job")
    root = bytes(range(32))
    environment = {"HOME": str(tmp_path), "MYELIN_KEY": keystore.encode_root(root)}
    given = config.load(environment, tmp_path)
    one = brain.Brain(place, given, MACHINE, root)
    brain_id = one.create(kind="project", default_sensitivity="normal")
    remember(one, "A job of the CI.")
    place.path.unlink()
    assert brain.was_here(given, place) is None
    assert one.known.get(brain_id) is not None, "its backups are known all the same"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"id": 1}', "\x00", '{"id":"a","name":"b","x":1}']
)
def test_a_note_that_cannot_be_read_accuses_nobody(
    made: brain.Brain, settings: config.Settings, text: str
) -> None:
    (settings.home / "known" / f"{made.id}.json").write_text(text)
    made.location.path.unlink()
    assert brain.was_here(settings, made.location) is None


def test_the_note_is_private_and_holds_neither_key_nor_content(
    made: brain.Brain, settings: config.Settings
) -> None:
    path = settings.home / "known" / f"{made.id}.json"
    assert path.stat().st_mode & 0o077 == 0
    assert set(json.loads(path.read_text())) == {
        "id", "name", "folder", "backup", "backed_up_ms", "backed_up_seq", "copies",
    }  # fmt: skip


def wanting(one: brain.Brain, **more: object) -> brain.Brain:
    """Return a brain whose owner wants daily backups."""
    config.keep(one.settings.home, "daily_backup", True)
    settings = config.load({"HOME": str(one.settings.user_home)}, one.location.data_dir)
    return brain.Brain(one.location, settings, one.machine)


def test_no_backup_is_made_unless_the_owner_wants_it(made: brain.Brain) -> None:
    assert backups.back_up_if_due(made) is None
    assert not backups.folder_of(made).exists()


def test_one_backup_a_day_is_made_of_a_brain_that_changed(made: brain.Brain) -> None:
    wanted = wanting(made)
    clock = wanted.machine.clock
    assert isinstance(clock, ManualClock)
    first = backups.back_up_if_due(wanted)
    assert first is not None
    clock.advance(backups.DAY_MS - 1)
    remember(wanted, "Another thing.")
    assert backups.back_up_if_due(wanted) is None
    clock.advance(2)
    second = backups.back_up_if_due(wanted)
    assert second is not None
    for _ in range(9):
        # Seven days without a change do not push the older states out.
        clock.advance(backups.DAY_MS)
        assert backups.back_up_if_due(wanted) is None
    assert {file.name for file in backups.folder_of(wanted).iterdir()} == {
        first.path.name, second.path.name,
    }  # fmt: skip
    known = wanted.known.get(wanted.id)
    assert known is not None
    assert known.backup == str(second.path)
    second.path.unlink()
    assert backups.back_up_if_due(wanted) is not None


def test_of_several_processes_one_makes_the_backup(made: brain.Brain) -> None:
    wanted = wanting(made)
    results: list[object] = []

    def run() -> None:
        results.append(backups.back_up_if_due(wanted))

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(one is not None for one in results) == 1
    assert len(list(backups.folder_of(wanted).glob("*.myl"))) == 1


def test_the_claim_of_a_process_that_died_does_not_stop_backups_for_ever(
    made: brain.Brain,
) -> None:
    wanted = wanting(made)
    folder = backups.folder_of(wanted)
    folder.mkdir(parents=True)
    claim = folder / ".making"
    claim.touch()
    now_s = wanted.machine.clock.now_ms() / 1000
    os.utime(claim, (now_s, now_s))
    assert backups.back_up_if_due(wanted) is None
    os.utime(claim, (now_s - 4000, now_s - 4000))
    assert backups.back_up_if_due(wanted) is not None


def test_a_backup_that_fails_is_a_line_in_the_log_without_a_path(
    made: brain.Brain, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = wanting(made)
    folder = backups.folder_of(wanted)
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")
    one = daily.DailyBackup(lambda: wanted.settings, wanted.location.data_dir.parent, MACHINE)
    one.look()
    deadline = time.monotonic() + 10
    while not caplog.records and time.monotonic() < deadline:
        time.sleep(0.01)
    assert "the daily backup was not made" in caplog.text
    assert str(folder.parent) not in caplog.text


def test_settings_are_kept_beside_the_others(settings: config.Settings) -> None:
    settings.home.mkdir(exist_ok=True)
    (settings.home / "config.json").write_text('{"name": "mine", "theirs": [1]}')
    config.keep(settings.home, "daily_backup", True)
    assert json.loads((settings.home / "config.json").read_text()) == {
        "name": "mine", "theirs": [1], "daily_backup": True,
    }  # fmt: skip


@pytest.mark.parametrize("text", ['{"daily_backup": "yes"}', '{"name": 5}', '{"backup_folder": 1}'])
def test_a_setting_of_another_type_is_named(tmp_path: Path, text: str) -> None:
    home = tmp_path / ".myelin"
    home.mkdir()
    (home / "myelin-brain").touch()
    (home / "config.json").write_text(text)
    with pytest.raises(PathRefused, match=next(iter(json.loads(text)))):
        config.load({"HOME": str(tmp_path)}, tmp_path)


def test_the_example_of_the_settings_page_is_read(tmp_path: Path) -> None:
    page = Path(__file__).parents[3] / "docs" / "generated" / "settings.md"
    example = page.read_text("utf-8").split("```json\n")[1].split("```")[0]
    home = tmp_path / ".myelin"
    home.mkdir()
    (home / "myelin-brain").touch()
    (home / "config.json").write_text(example)
    read = config.load({"HOME": str(tmp_path)}, tmp_path)
    assert (read.name, read.daily_backup) == ("project", True)
    assert read.backup_folder == Path("/media/disk/brains")
