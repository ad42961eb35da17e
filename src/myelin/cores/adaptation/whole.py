"""SQL over all outcomes and proposals whatever the audience: for upkeep, the owner's alone."""

import json
from collections.abc import Iterable, Iterator

from myelin.cores.adaptation.queries import OUTCOME_COLUMNS, PROPOSAL_COLUMNS, OutcomeRow
from myelin.cores.adaptation.queries import ProposalRow as Proposed
from myelin.store import Session


def outcomes(session: Session) -> Iterator[OutcomeRow]:
    """Yield every outcome, the oldest first."""
    rows = session.execute(f"SELECT {OUTCOME_COLUMNS} FROM main.outcome ORDER BY recorded_at, id")
    yield from (OutcomeRow(*row) for row in list(rows))


def proposals(session: Session) -> Iterator[Proposed]:
    """Yield every proposal, the oldest first."""
    rows = session.execute(f"SELECT {PROPOSAL_COLUMNS} FROM main.proposal ORDER BY created_at, id")
    yield from (Proposed(*row) for row in list(rows))


def outcome(session: Session, row_id: int) -> OutcomeRow | None:
    """Return one outcome, or None."""
    rows = list(
        session.execute(f"SELECT {OUTCOME_COLUMNS} FROM main.outcome WHERE id = ?", (row_id,))
    )
    return OutcomeRow(*rows[0]) if rows else None


def proposal(session: Session, row_id: int) -> Proposed | None:
    """Return one proposal, or None."""
    rows = list(
        session.execute(f"SELECT {PROPOSAL_COLUMNS} FROM main.proposal WHERE id = ?", (row_id,))
    )
    return Proposed(*rows[0]) if rows else None


def outcomes_of(session: Session, memory_ids: Iterable[int]) -> list[OutcomeRow]:
    """Return the outcomes whose episodes are among the memories."""
    rows = session.execute(
        f"""SELECT {OUTCOME_COLUMNS} FROM main.outcome
            WHERE memory_id IN (SELECT value FROM json_each(?)) ORDER BY id""",
        (json.dumps(list(memory_ids)),),
    )
    return [OutcomeRow(*row) for row in rows]


def proposals_repeating(session: Session, texts: Iterable[str]) -> list[Proposed]:
    """Return the proposals that bring one of the texts along, as words or in what they change."""
    wanted = [text for text in texts if text]
    rows = session.execute(
        f"""SELECT {PROPOSAL_COLUMNS} FROM main.proposal p WHERE EXISTS (
            SELECT 1 FROM json_each(?) t WHERE p.words = t.value
            OR (p.kind = 'revise_preference' AND p.body ->> 'statement' = t.value)) ORDER BY id""",
        (json.dumps(wanted),),
    )
    return [Proposed(*row) for row in rows]


def parts_of(session: Session, outcome_id: int) -> list[tuple[str, int]]:
    """Return table and row id of what belongs to an outcome."""
    rows = session.execute(
        """SELECT 'outcome_use', id FROM outcome_use WHERE outcome_id = ?1
           UNION ALL SELECT 'outcome_violation', id FROM outcome_violation WHERE outcome_id = ?1""",
        (outcome_id,),
    )
    return [(row[0], row[1]) for row in rows]


def without_episode(session: Session) -> int:
    """Return how many outcomes name an episode that is neither there nor purged."""
    [(count,)] = session.execute(
        """SELECT count(*) FROM main.outcome o
           WHERE NOT EXISTS (SELECT 1 FROM visible_memory m WHERE m.id = o.memory_id)
           AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.id = o.memory_id)"""
    )
    return int(count)
