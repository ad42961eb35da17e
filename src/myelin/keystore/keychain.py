"""The system's keychain through `keyring`, which is imported only when it is asked."""

from collections.abc import Iterable
from typing import Protocol

from myelin.keystore.environment import decode, encode

_SERVICE = "myelin"

# Only what keeps secrets sealed and outlives the process; plain files and null stores do not.
_TRUSTED = frozenset(
    {
        "keyring.backends.SecretService.Keyring",
        "keyring.backends.Windows.WinVaultKeyring",
        "keyring.backends.kwallet.DBusKeyring",
        "keyring.backends.libsecret.Keyring",
        "keyring.backends.macOS.Keyring",
    }
)


class Backend(Protocol):
    """The part of a `keyring` back end that is used."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return what is kept under that name, or None."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep something under that name."""


class Keychain:
    """One back end that is trusted with roots."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def read(self, brain_id: str) -> bytes | None:
        """Return the root of a brain, or None where the keychain has none or is locked."""
        try:
            text = self._backend.get_password(_SERVICE, brain_id)
        except Exception:
            # Every back end raises errors of its own; each means that the root is not available.
            return None
        return None if text is None else decode(text)

    def write(self, brain_id: str, root: bytes) -> bool:
        """Keep the root of a brain and return whether it can be read back."""
        try:
            self._backend.set_password(_SERVICE, brain_id, encode(root))
        except Exception:
            # Every back end raises errors of its own; each means that the root was not saved.
            return False
        return self.read(brain_id) == root


def system() -> Keychain | None:
    """Return the keychain of this machine, or None if it has none that is trusted."""
    import keyring
    from keyring.backends import chainer

    try:
        backend = keyring.get_keyring()
    except Exception:
        # A back end named in the user's own configuration may fail to load in any way.
        return None
    if isinstance(backend, chainer.ChainerBackend):
        return first_trusted(chainer.ChainerBackend.backends)
    return first_trusted([backend])


def first_trusted(backends: Iterable[Backend]) -> Keychain | None:
    """Return a keychain over the first back end that is on the list of trusted ones."""
    for backend in backends:
        kind = type(backend)
        if f"{kind.__module__}.{kind.__qualname__}" in _TRUSTED:
            return Keychain(backend)
    return None
