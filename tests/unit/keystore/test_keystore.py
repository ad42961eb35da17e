"""Roots in the environment, in key files and in a keychain, and what each of them refuses."""

import base64
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import keyring
import pytest
from keyring.backends import fail

from myelin.contract.errors import KeyRequired, KeyWrong, PathRefused
from myelin.keystore import find, keychain, keyfile, save

BRAIN = "brn_00000000000000000000000000"
ROOT = bytes(range(32))


@dataclass
class Places:
    """What the keystore needs of the settings."""

    home: Path
    key: str | None = None


@pytest.fixture(autouse=True)
def _no_keychain() -> None:
    """Keep the keychain of whoever runs the tests out of them."""
    keyring.set_keyring(fail.Keyring())


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "home")


class MemoryBackend:
    """A back end that keeps what it is given, or loses it."""

    def __init__(self, *, loses: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.loses = loses

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if not self.loses:
            self.kept[service, username] = password


class BrokenBackend(MemoryBackend):
    """A back end that is locked."""

    def get_password(self, service: str, username: str) -> str | None:
        raise RuntimeError("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise RuntimeError("locked")


def test_without_a_keychain_a_root_is_kept_in_a_private_file_and_found_again(
    places: Places,
) -> None:
    assert save(BRAIN, ROOT, places) == "key file"
    path = keyfile.key_path(places.home, BRAIN)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    found = find(BRAIN, places)
    assert (found.root, found.source) == (ROOT, "key file")
    assert str(ROOT) not in repr(found)


def test_a_brain_without_a_root_here_asks_for_its_key(places: Places) -> None:
    save(BRAIN, ROOT, places)
    with pytest.raises(KeyRequired):
        find("brn_00000000000000000000000001", places)


def test_the_environment_wins_and_is_not_written_down(places: Places) -> None:
    save(BRAIN, ROOT, places)
    other = bytes(32)
    places.key = base64.b64encode(other).decode()
    assert (find(BRAIN, places).root, find(BRAIN, places).source) == (other, "environment")
    second = "brn_00000000000000000000000001"
    assert save(second, other, places) == "environment"
    assert not keyfile.key_path(places.home, second).exists()


@pytest.mark.parametrize("text", ["", "x", "AAAA", base64.b64encode(bytes(33)).decode(), "é" * 44])
def test_an_environment_key_that_is_none_is_refused(places: Places, text: str) -> None:
    places.key = text
    with pytest.raises(KeyWrong):
        find(BRAIN, places)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
def test_a_key_file_that_others_can_read_is_refused(places: Places, mode: int) -> None:
    save(BRAIN, ROOT, places)
    keyfile.key_path(places.home, BRAIN).chmod(mode)
    with pytest.raises(PathRefused):
        find(BRAIN, places)


def test_a_key_folder_that_others_can_reach_is_refused_and_stays_empty(places: Places) -> None:
    folder = places.home / "keys"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    with pytest.raises(PathRefused):
        save(BRAIN, ROOT, places)
    assert list(folder.iterdir()) == []


def test_a_linked_key_file_is_refused(places: Places, tmp_path: Path) -> None:
    save(BRAIN, ROOT, places)
    path = keyfile.key_path(places.home, BRAIN)
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    with pytest.raises(PathRefused):
        find(BRAIN, places)


@pytest.mark.parametrize("root", [b"", ROOT[:31], ROOT + b"\n"])
def test_a_key_file_of_another_length_is_refused(places: Places, root: bytes) -> None:
    keyfile.write(places.home, BRAIN, root)
    with pytest.raises(PathRefused):
        find(BRAIN, places)


def test_a_kept_root_is_never_replaced_by_another(places: Places) -> None:
    save(BRAIN, ROOT, places)
    save(BRAIN, ROOT, places)
    with pytest.raises(PathRefused):
        save(BRAIN, bytes(32), places)
    assert find(BRAIN, places).root == ROOT


def test_a_root_that_was_proven_takes_the_place_of_a_wrong_one(places: Places) -> None:
    save(BRAIN, ROOT, places)
    save(BRAIN, bytes(32), places, replace=True)
    assert find(BRAIN, places).root == bytes(32)
    assert [file.name for file in (places.home / "keys").iterdir()] == [f"{BRAIN}.key"]


def test_a_keychain_gives_back_what_it_kept() -> None:
    chain = keychain.Keychain(MemoryBackend())
    assert chain.read(BRAIN) is None
    assert chain.write(BRAIN, ROOT)
    assert chain.read(BRAIN) == ROOT


@pytest.mark.parametrize("backend", [MemoryBackend(loses=True), BrokenBackend()])
def test_a_keychain_that_loses_roots_says_that_it_kept_none(backend: MemoryBackend) -> None:
    chain = keychain.Keychain(backend)
    assert not chain.write(BRAIN, ROOT)
    assert chain.read(BRAIN) is None


def test_only_listed_back_ends_are_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert keychain.first_trusted([MemoryBackend()]) is None
    trusted = type("Keyring", (MemoryBackend,), {"__module__": "keyring.backends.SecretService"})
    backend = trusted()
    chain = keychain.first_trusted([MemoryBackend(), backend])
    assert chain is not None
    assert chain.write(BRAIN, ROOT)
    assert backend.kept


@pytest.mark.skipif(os.name != "posix", reason="there are no core files elsewhere")
def test_a_process_that_has_found_a_root_leaves_no_memory_dump() -> None:
    script = (
        "import ctypes, resource\n"
        "from pathlib import Path\n"
        "from myelin.config import Settings\n"
        "from myelin.keystore import find\n"
        f"find('{BRAIN}', Settings(Path(), Path(), key='{base64.b64encode(ROOT).decode()}'))\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    limits, dumpable = ran.stdout.rsplit(maxsplit=1)
    assert limits == "(0, 0)"
    if sys.platform == "linux":
        assert dumpable == "0"
