"""Who may see and who writes: fixed when an engine is opened, never an argument of a call."""

from enum import StrEnum


class Audience(StrEnum):
    """Who reads what an engine returns."""

    LOCAL = "local"
    REMOTE = "remote"


class Origin(StrEnum):
    """Who writes through an engine."""

    OWNER = "owner"
    HOST = "host"
    LOOP = "loop"
    IMPORT = "import"
