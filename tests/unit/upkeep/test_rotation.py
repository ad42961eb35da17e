"""A rotation that was interrupted anywhere is finished, and nothing else takes its state away."""

import os
from dataclasses import replace

import pytest

from myelin import assembly, config, keystore
from myelin.brains.brain import Brain
from myelin.contract.errors import BrainDamaged, KeyWrong, PathRefused
from myelin.crypto import keys
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.machine import SYSTEM
from myelin.store import sidecar
from myelin.upkeep import rotation

OLD, NEW = bytes(range(32)), bytes(range(32, 64))


@pytest.fixture
def settings(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir()
    environment = {"HOME": str(home), "MYELIN_HOME": str(home / "own")}
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    return config.load(environment, tmp_path)


@pytest.fixture
def path(tmp_path, settings):
    path = tmp_path / "data" / "brain.myl"
    path.parent.mkdir(mode=0o700)
    brain_id = assembly.create(path, keys.local_key(OLD), name="brain")
    config.prepare_home(settings.home)
    keystore.save(brain_id, OLD, settings)
    return path


def engine_of(path, root):
    return assembly.open(path, keys.local_key(root), name="brain", caller=LOCAL_OWNER)


def opened(path, root):
    engine_of(path, root).store.close()


def brain_of(path, settings):
    location = config.Location(path.parent, "brain", path, "the test says so")
    return Brain(location, settings, SYSTEM)


def root_of(path, settings):
    return brain_of(path, settings).root


def rotated(path, settings, *, root=OLD, next_root=NEW, save=None):
    """Rotate the brain; `save` may take the place of the keystore's own."""
    store_of = brain_of(path, settings).keystore
    if save is not None:
        store_of = replace(store_of, save=save)
    engine = engine_of(path, root)
    try:
        return rotation.rotate(
            engine.store, rotation.Roots(path, root, next_root), store_of, chance=os.urandom
        )
    finally:
        engine.store.close()


class Killed(BaseException):
    """A kill at that point."""


def killed(_root):
    raise Killed


def waiting(path):
    return path.with_name("brain.myl.key").exists()


def stored(path, settings):
    return keystore.find(assembly.brain_id_of(path), settings).root


def test_a_kill_before_any_file_changed_leaves_the_old_root(path, settings):
    sidecar.keep_next_root(path, NEW, keys.local_key(OLD), chance=os.urandom)
    assert root_of(path, settings) == OLD
    assert not waiting(path)
    opened(path, OLD)


def test_a_kill_before_the_keystore_had_the_next_root_loses_nothing(path, settings):
    with pytest.raises(Killed):
        rotated(path, settings, save=killed)
    assert waiting(path)
    # The next command finds the old root in the keystore and replaces it.
    assert root_of(path, settings) == NEW
    assert not waiting(path)
    assert stored(path, settings) == NEW
    opened(path, NEW)
    with pytest.raises(KeyWrong):
        opened(path, OLD)


def test_another_command_during_a_rotation_leaves_its_state_alone(path, settings):
    def looked_at(root):
        # The files have the next root and the keystore has the old one: the worst moment.
        assert root_of(path, settings) == NEW
        assert waiting(path)
        assert stored(path, settings) == OLD
        killed(root)

    with pytest.raises(Killed):
        rotated(path, settings, save=looked_at)
    assert root_of(path, settings) == NEW


def test_the_copy_stays_until_the_root_in_the_keystore_opens_the_file(path, settings):
    rotated(path, settings, save=lambda root: None)
    assert waiting(path)
    assert stored(path, settings) == OLD
    assert root_of(path, settings) == NEW
    assert not waiting(path)


def test_a_keystore_that_refuses_is_reported_and_saved_to_later(path, settings):
    def refuse(root):
        raise PathRefused(reason="the folder is not writable", suggestion="Mend it.")

    with pytest.raises(rotation.NotSaved):
        rotated(path, settings, save=refuse)
    keys_folder = settings.home / "keys"
    assert root_of(path, settings) == NEW
    assert stored(path, settings) == NEW
    assert sorted(file.suffix for file in keys_folder.iterdir()) == [".key"]
    opened(path, NEW)


def test_a_command_works_while_the_keystore_goes_on_refusing(path, settings):
    with pytest.raises(Killed):
        rotated(path, settings, save=killed)
    # A folder in the place of the new key file: nobody can write it, root included.
    obstacle = settings.home / "keys" / f"{assembly.brain_id_of(path)}.new"
    obstacle.mkdir(parents=True)
    (obstacle / "file").write_bytes(b"")
    for _ in range(2):
        assert root_of(path, settings) == NEW
        assert waiting(path)
    (obstacle / "file").unlink()
    obstacle.rmdir()
    assert root_of(path, settings) == NEW
    assert not waiting(path)


def test_of_two_rotations_at_once_the_second_changes_nothing(path, settings):
    second = engine_of(path, OLD)
    rotated(path, settings)
    before = path.read_bytes()
    with pytest.raises(KeyWrong):
        rotation.rotate(
            second.store, rotation.Roots(path, OLD, b"z" * 32),
            brain_of(path, settings).keystore, chance=os.urandom,
        )  # fmt: skip
    second.store.close()
    assert path.read_bytes() == before
    assert not waiting(path)
    assert stored(path, settings) == NEW
    opened(path, NEW)


def test_a_rotation_that_fails_removes_its_copy(path, settings, monkeypatch):
    engine = engine_of(path, OLD)
    monkeypatch.setattr(engine.store, "rotate", lambda key: killed(key))
    store_of = brain_of(path, settings).keystore
    with pytest.raises(Killed):
        rotation.rotate(engine.store, rotation.Roots(path, OLD, NEW), store_of, chance=os.urandom)
    engine.store.close()
    assert not waiting(path)
    opened(path, OLD)


def test_the_next_root_is_sealed_and_bound_to_its_brain_and_purpose(path, tmp_path):
    sidecar.keep_next_root(path, NEW, keys.local_key(OLD), chance=os.urandom)
    note = path.with_name("brain.myl.key")
    assert NEW not in note.read_bytes()
    assert sidecar.next_root(path, keys.local_key(OLD)) == NEW
    # The note of one purpose is refused for another.
    note.rename(path.with_name("brain.myl.intent"))
    with pytest.raises(BrainDamaged):
        opened(path, OLD)
    path.with_name("brain.myl.intent").rename(note)
    other = tmp_path / "data" / "other.myl"
    assembly.create(other, keys.local_key(OLD), name="other")
    note.rename(other.with_name("other.myl.key"))
    assert sidecar.next_root(other, keys.local_key(OLD)) is None


def test_a_rotated_brain_is_the_same_to_a_handle_that_was_open(path, settings):
    with_old = engine_of(path, OLD)
    other = engine_of(path, OLD)
    with_old.store.rotate(keys.local_key(NEW))
    with with_old.store.read() as session:
        assert list(session.execute("SELECT count(*) FROM memory")) == [(0,)]
    with pytest.raises(KeyWrong), other.store.read():
        """Its key is no longer the brain's; a server opens it again with the next one."""
    with_old.store.close()
    other.store.close()
