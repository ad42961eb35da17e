"""The root that MYELIN_KEY gives: base64 of 32 bytes, as text that a caller has read."""

import base64
import binascii

from myelin.contract.errors import KeyWrong

ROOT_BYTES = 32


def encode(root: bytes) -> str:
    """Return a root as the text that MYELIN_KEY and the keychain hold."""
    return base64.b64encode(root).decode("ascii")


def parse(text: str) -> bytes:
    """Return the root that the text holds.

    Raises:
        KeyWrong: it is not base64 of 32 bytes.
    """
    root = decode(text)
    if root is None:
        raise KeyWrong()
    return root


def decode(text: str) -> bytes | None:
    """Return the root that the text holds, or None if it holds none."""
    try:
        root = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return root if len(root) == ROOT_BYTES else None
