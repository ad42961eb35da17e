"""Storage of brains' root keys: environment, key file or the system's keychain."""

from myelin.keystore.environment import encode as encode_root
from myelin.keystore.keystore import (
    FoundKey,
    KeySettings,
    device_key,
    environment_root,
    find,
    known_device_key,
    save,
    stored,
    without_asking,
)
from myelin.keystore.known import KnownBrain, KnownBrains
from myelin.keystore.marks import MarkFile
from myelin.keystore.process import forbid_dumps

__all__ = [
    "FoundKey",
    "KeySettings",
    "KnownBrain",
    "KnownBrains",
    "MarkFile",
    "device_key",
    "encode_root",
    "environment_root",
    "find",
    "forbid_dumps",
    "known_device_key",
    "save",
    "stored",
    "without_asking",
]
