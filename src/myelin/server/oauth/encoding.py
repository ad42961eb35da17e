"""Base64url without padding (RFC 7515, section 2), and JSON objects without repeated members."""

import base64
import json
import re
from collections.abc import Sequence
from typing import Any

_ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


def encode(raw: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode("ascii")


def decode(text: str) -> bytes:
    """Return the bytes of a base64url text without padding.

    Raises:
        ValueError: another alphabet, padding, an impossible length, or unused bits set.
    """
    if _ALPHABET.fullmatch(text) is None or len(text) % 4 == 1:
        raise ValueError("is not base64url without padding")
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(raw) != text:
        raise ValueError("has unused bits that are not zero")
    return raw


def read_object(text: bytes) -> dict[str, Any]:
    """Return a JSON object.

    Raises:
        ValueError: not UTF-8, not JSON, not an object, nested too deeply, or a member given twice.
    """
    try:
        found = json.loads(text.decode("utf-8"), object_pairs_hook=_once, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("is not a JSON object")
    return found


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("gives a member twice")
    return members


def _refuse(name: str) -> Any:
    raise ValueError(f"holds {name}, which is not JSON")
