"""Pure rules of the adaptation loop: its constants, and when a count raises a proposal."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

DAY_MS = 86_400_000
HOUR_MS = 3_600_000

SUCCESS = "success"
REPORTED = "reported"
SIGNALS = ("verification", "feedback", "reported")
"""How an outcome is known, the strongest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The constants of the loop (namespace `reflect.`). Assembly passes them in."""

    workflow_successes: int = 3
    """Successes of a task kind without a process that propose a workflow."""
    workflow_window_ms: int = 90 * DAY_MS
    process_last_outcomes: int = 6
    """How many of the last outcomes of a process version are looked at."""
    process_setbacks: int = 3
    """Failures or partial results among them that propose a revision."""
    rule_times: int = 5
    rule_outcomes: int = 3
    promote_outcomes: int = 5
    promote_days: int = 3
    review_outcomes: int = 2
    skill_outcomes: int = 3
    open_max: int = 8
    """Open proposals of one kind and one origin. Each pair has a share of its own, so that a
    host which uses up its share takes no room from the reflector, nor from another kind."""
    evidence_max: int = 64
    listed_max: int = 100
    decided_shown_max: int = 20
    episode_task_bytes_max: int = 11_000
    remote_interval_ms: int = HOUR_MS
    """From afar one outcome of a task kind counts in this time."""

    def setbacks_are_many(self, last: Sequence[str]) -> bool:
        """Return whether the last outcomes of a process version call for another version."""
        recent = last[: self.process_last_outcomes]
        return sum(outcome != SUCCESS for outcome in recent) >= self.process_setbacks


def versioned(name: str, version: int) -> str:
    """Return the target that stands for one version of a document (`name@version`)."""
    return f"{name}@{version}"


def named_version(target: str) -> tuple[str, int]:
    """Return the name and the version that a target stands for."""
    name, _, version = target.rpartition("@")
    return name, int(version)


def days_of(times_ms: Sequence[int]) -> int:
    """Return on how many different days (UTC) something happened."""
    return len({time_ms // DAY_MS for time_ms in times_ms})


def cut(text: str, limit_bytes: int) -> str:
    """Return a text cut to a number of bytes of UTF-8, with an ellipsis where it was cut."""
    encoded = text.encode()
    if len(encoded) <= limit_bytes:
        return text
    return encoded[: limit_bytes - len("…".encode())].decode(errors="ignore") + "…"


def digest(kind: str, target: str, text: str) -> str:
    """Return the SHA-256 of a change: of its kind, target and text, joined by NUL."""
    parts = "\0".join((kind, target, text))
    return hashlib.sha256(parts.encode()).hexdigest()


def strictest(sensitivities: Sequence[str]) -> str:
    """Return local_only if one of them is."""
    return "local_only" if "local_only" in sensitivities else "normal"
