"""Where the roots of brains are kept: environment, key file or the system's keychain."""

from myelin.keystore.keystore import FoundKey, KeySettings, find, save
from myelin.keystore.process import forbid_dumps

__all__ = ["FoundKey", "KeySettings", "find", "forbid_dumps", "save"]
