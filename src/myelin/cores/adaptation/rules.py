"""Pure rules of the adaptation loop: its constants, and when what was counted raises a proposal."""

import hashlib
from collections.abc import Sequence

DAY_MS = 86_400_000
HOUR_MS = 3_600_000

WORKFLOW_SUCCESSES = 3
WORKFLOW_WINDOW_MS = 90 * DAY_MS
PROCESS_LAST_OUTCOMES = 6
PROCESS_SETBACKS = 3
RULE_TIMES = 5
RULE_OUTCOMES = 3
PROMOTE_OUTCOMES = 5
PROMOTE_DAYS = 3
REVIEW_OUTCOMES = 2
SKILL_OUTCOMES = 3
OPEN_MAX = 20
EVIDENCE_MAX = 64
LISTED_MAX = 100
EPISODE_TASK_BYTES_MAX = 11_000

SUCCESS = "success"
REPORTED = "reported"
SIGNALS = ("verification", "feedback", "reported")
"""How an outcome is known, the strongest first."""

NO_BODY, PROCESS_BODY, STANDARD_BODY = "none", "process", "standard"
BODY_OF = {
    "new_workflow": PROCESS_BODY,
    "revise_process": PROCESS_BODY,
    "new_skill": PROCESS_BODY,
    "new_rule": STANDARD_BODY,
}
"""The kinds of proposals that need a document of the owner's; the reflector never writes it."""


def versioned(name: str, version: int) -> str:
    """Return the target that stands for one version of a document."""
    return f"{name}@{version}"


def named_version(target: str) -> tuple[str, int]:
    """Return the name and the version that a target stands for."""
    name, _, version = target.rpartition("@")
    return name, int(version)


def setbacks_are_many(last: Sequence[str]) -> bool:
    """Return whether the last outcomes of one process version call for another version."""
    recent = last[:PROCESS_LAST_OUTCOMES]
    return sum(outcome != SUCCESS for outcome in recent) >= PROCESS_SETBACKS


def days_of(times_ms: Sequence[int]) -> int:
    """Return on how many days (UTC) something happened."""
    return len({time_ms // DAY_MS for time_ms in times_ms})


def cut(text: str, limit_bytes: int) -> str:
    """Return a text that takes no more bytes of UTF-8 than the limit, marked where it was cut."""
    encoded = text.encode()
    if len(encoded) <= limit_bytes:
        return text
    return encoded[: limit_bytes - len("…".encode())].decode(errors="ignore") + "…"


def digest(kind: str, target: str, text: str) -> str:
    """Return what stands for exactly this change: the SHA-256 of its kind, target and text."""
    parts = "\0".join((kind, target, text))
    return hashlib.sha256(parts.encode()).hexdigest()


def strictest(sensitivities: Sequence[str]) -> str:
    """Return local_only if anything is."""
    return "local_only" if "local_only" in sensitivities else "normal"
