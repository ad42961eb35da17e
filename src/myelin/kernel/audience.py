"""Audience and origin of a caller. Set at the entry point; calls cannot change them."""

from enum import StrEnum


class Audience(StrEnum):
    """The readers of an engine's answers."""

    LOCAL = "local"
    REMOTE = "remote"


class Origin(StrEnum):
    """The writer of a row."""

    OWNER = "owner"
    HOST = "host"
    LOOP = "loop"
    IMPORT = "import"
