"""A rotation that was killed anywhere is finished by whoever holds the old root or the new one."""

import os

import pytest

from myelin import assembly, config, keystore
from myelin.brains.brain import Brain
from myelin.contract.errors import KeyWrong
from myelin.crypto import keys
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.machine import SYSTEM
from myelin.upkeep import keys as rotation

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


def root_of(path, settings):
    location = config.Location(path.parent, "brain", path, "the test says so")
    return Brain(location, settings, SYSTEM).root


def test_killed_before_anything_was_sealed_anew_the_old_root_stays(path, settings):
    rotation.prepare(path, OLD, NEW, chance=os.urandom)
    assert root_of(path, settings) == OLD
    assert not rotation.is_going_on(path)
    opened(path, OLD)


def test_killed_before_the_keystore_had_it_the_next_root_is_kept(path, settings):
    next_key = rotation.prepare(path, OLD, NEW, chance=os.urandom)
    engine = engine_of(path, OLD)
    rotation.rotate(engine.store, next_key)
    engine.store.close()
    # Whoever comes next finds the old root, and leaves the new one behind.
    assert root_of(path, settings) == NEW
    assert not rotation.is_going_on(path)
    assert keystore.find(assembly.brain_id_of(path), settings).root == NEW
    opened(path, NEW)
    with pytest.raises(KeyWrong):
        opened(path, OLD)


def test_the_next_root_waits_sealed_with_the_old_key(path):
    rotation.prepare(path, OLD, NEW, chance=os.urandom)
    waiting = path.with_name("brain.myl.key").read_bytes()
    assert NEW not in waiting
    assert rotation.open_beside(path, ".key", keys.local_key(OLD)) == NEW


def test_a_rotated_brain_is_the_same_to_a_handle_that_was_open(path):
    with_old = engine_of(path, OLD)
    other = engine_of(path, OLD)
    rotation.rotate(with_old.store, keys.local_key(NEW))
    with with_old.store.read() as session:
        assert list(session.execute("SELECT count(*) FROM memory")) == [(0,)]
    with pytest.raises(KeyWrong), other.store.read():
        """Its key is no longer the brain's; a server opens it again with the next one."""
    with_old.store.close()
    other.store.close()
