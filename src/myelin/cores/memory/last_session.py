"""The session before this one: whether its end was logged, as far as its memories tell.

No session is recorded. What clients saved without a pause of an hour counts as one session, and an
episode among it, which is what `log_outcome` writes, as its outcome.
"""

from collections.abc import Sequence

from myelin.cores.memory import queries, rules
from myelin.store import Session

PAUSE_MS = 3_600_000
LOOKED_BACK_DAYS = 14
_WRITES_MAX = 200


def note(session: Session) -> str | None:
    """Return one line if the last session saved memories and logged no outcome."""
    since_ms = session.now_ms - LOOKED_BACK_DAYS * rules.DAY_MS
    saved = without_outcome(queries.newest_writes(session, since_ms, _WRITES_MAX))
    if not saved:
        return None
    memories = "1 memory" if saved == 1 else f"{saved} memories"
    return (
        f"The last session saved {memories} and logged no outcome: if its task has ended, call"
        " log_outcome for it."
    )


def without_outcome(writes: Sequence[tuple[int, bool]]) -> int:
    """Return how many memories the newest session saved if it has no episode, else 0.

    `writes` are (time in milliseconds, is an episode), the newest first.
    """
    saved = 0
    before = writes[0][0] if writes else 0
    for at, is_episode in writes:
        if before - at > PAUSE_MS:
            break
        if is_episode:
            return 0
        saved, before = saved + 1, at
    return saved
