"""The constants of the processes core. Assembly passes them in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a brain could want to be different."""

    fitting_max: int = 5
    """How many processes recall and others name for a task."""
