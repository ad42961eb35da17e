"""SQL over all outcomes and proposals whatever the audience: for upkeep, the owner's alone."""

import json
from collections.abc import Iterable

from myelin.cores.adaptation.tables import PROPOSAL
from myelin.rows.queries import Row
from myelin.store import Session


def proposals_repeating(session: Session, texts: Iterable[str]) -> list[Row]:
    """Return the proposals that repeat one of the texts: as words, as body, or in a JSON body."""
    wanted = [text for text in texts if text]
    rows = session.execute(
        f"""SELECT {PROPOSAL.joined} FROM main.proposal p WHERE EXISTS (
            SELECT 1 FROM json_each(?) t WHERE p.words = t.value OR p.body = t.value
            OR (json_valid(p.body) AND EXISTS (
                SELECT 1 FROM json_each(p.body) b WHERE b.key = 'statement' AND b.value = t.value)))
            ORDER BY id""",
        (json.dumps(wanted),),
    )
    return [PROPOSAL.named(row) for row in rows]


def without_episode(session: Session) -> int:
    """Return how many outcomes name an episode that is neither there nor purged."""
    [(count,)] = session.execute(
        """SELECT count(*) FROM main.outcome o
           WHERE NOT EXISTS (SELECT 1 FROM visible_memory m WHERE m.id = o.memory_id)
           AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.id = o.memory_id)"""
    )
    return int(count)
