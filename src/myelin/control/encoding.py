"""Bytes in JSON: standard base64 with padding, accepted in its one canonical form."""

import base64
import binascii

from myelin.control.pages import bad_argument


def encode(data: bytes) -> str:
    """Return bytes as base64."""
    return base64.b64encode(data).decode()


def decode(text: str, operation: str, name: str) -> bytes:
    """Return the bytes of an argument in base64.

    Raises:
        ArgumentInvalid: it is not base64 in its canonical form.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if encode(data) != text:
        raise bad_argument(operation, name, "is not base64")
    return data
