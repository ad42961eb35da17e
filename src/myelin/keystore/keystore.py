"""Finding and saving the root of one brain over the three places that may hold it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from myelin.contract.errors import KeyRequired
from myelin.kernel.ids import Chance
from myelin.keystore import environment, keychain, keyfile
from myelin.keystore.process import forbid_dumps

Source = Literal["environment", "key file", "keychain"]

_DEVICE = "device"


class KeySettings(Protocol):
    """What the keystore needs to know of the settings."""

    @property
    def home(self) -> Path:
        """The per-user folder, which holds the key files."""

    @property
    def key(self) -> str | None:
        """What MYELIN_KEY says, if it is set."""


@dataclass(frozen=True)
class FoundKey:
    """A root and where it is kept."""

    root: bytes = field(repr=False)
    source: Source


def find(brain_id: str, settings: KeySettings) -> FoundKey:
    """Return the root of a brain. From then on, this process writes no core dump.

    The environment comes first. The key file comes before the keychain because asking whether
    it is there costs nothing, and no brain is kept in both.

    Raises:
        KeyRequired: no place on this machine has it.
        KeyWrong: MYELIN_KEY is not a key.
        PathRefused: the key file is not private to this user.
    """
    forbid_dumps()
    given = environment_root(settings)
    found = stored(brain_id, settings) if given is None else FoundKey(given, "environment")
    if found is None:
        raise KeyRequired()
    return found


def stored(brain_id: str, settings: KeySettings) -> FoundKey | None:
    """Return the root that the keystore holds for a brain, whatever the environment gives.

    Raises:
        PathRefused: the key file is not private to this user.
    """
    forbid_dumps()
    root = keyfile.read(settings.home, brain_id)
    if root is not None:
        return FoundKey(root, "key file")
    chain = keychain.system()
    root = chain.read(brain_id) if chain else None
    return None if root is None else FoundKey(root, "keychain")


def without_asking(brain_id: str, settings: KeySettings) -> bytes | None:
    """Return the root of a brain from the environment or a key file, or None.

    The keychain is left out: it may ask the person.

    Raises:
        KeyWrong: MYELIN_KEY is not a key.
        PathRefused: the key file is not private to this user.
    """
    forbid_dumps()
    given = environment_root(settings)
    return keyfile.read(settings.home, brain_id) if given is None else given


def environment_root(settings: KeySettings) -> bytes | None:
    """Return the root that the environment gives, or None if it gives none.

    Raises:
        KeyWrong: MYELIN_KEY is not a key.
    """
    return None if settings.key is None else environment.parse(settings.key)


def save(brain_id: str, root: bytes, settings: KeySettings, *, replace: bool = False) -> Source:
    """Keep the root of a brain and return where; a root that the environment gives stays there.

    With `replace` it takes the place of another one, which must have been proven wrong.

    Raises:
        PathRefused: another root is kept, or the folder of key files is not private or writable.
    """
    forbid_dumps()
    if environment_root(settings) == root:
        return "environment"
    chain = keychain.system()
    if chain is not None and chain.write(brain_id, root):
        if replace:
            # A key file is asked first, and must not go on answering with the old root.
            keyfile.remove(settings.home, brain_id)
        return "keychain"
    keyfile.write(settings.home, brain_id, root, replace=replace)
    return "key file"


def device_key(settings: KeySettings, chance: Chance) -> bytes:
    """Return the key that recognises exports of this device; it is created if it is missing.

    Raises:
        PathRefused: the folder of key files is not private or not writable.
    """
    known = known_device_key(settings)
    if known is None:
        keyfile.write(settings.home, _DEVICE, chance(environment.ROOT_BYTES))
        known = known_device_key(settings)
    assert known is not None
    return known


def known_device_key(settings: KeySettings) -> bytes | None:
    """Return the key that recognises exports of this device, or None if there is none yet.

    Raises:
        PathRefused: its file is not private to this user.
    """
    return keyfile.read(settings.home, _DEVICE)
