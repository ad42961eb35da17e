"""Queries on the derived table of vectors: what is there, what is due, and filling it in."""

import json
from collections.abc import Iterable, Mapping

from myelin.store import Session


def state(session: Session) -> int:
    """Return a number that differs after any change of the vectors that are there."""
    [(number,)] = session.execute("SELECT number FROM memory_vector_state")
    return int(number)


def present(session: Session) -> list[tuple[int, bytes]]:
    """Return the vectors of every memory that has them, by row id."""
    rows = session.execute("SELECT id, vectors FROM memory_vector WHERE vectors IS NOT NULL")
    return [(row_id, vectors) for row_id, vectors in rows]


def due(session: Session, limit: int) -> list[tuple[int, str]]:
    """Return row id and text of memories that have no vector yet."""
    rows = session.execute(
        """SELECT m.id, m.content FROM (
               SELECT id FROM memory_vector WHERE vectors IS NULL LIMIT ?) v
           JOIN visible_memory m ON m.id = v.id""",
        (limit,),
    )
    return [(row_id, content) for row_id, content in rows]


def write(session: Session, made: Mapping[int, bytes], number: int) -> list[int]:
    """Write the vectors of those memories that are still there; return these memories."""
    written = []
    for row_id, vectors in made.items():
        rows = session.execute(
            """UPDATE memory_vector SET vectors = ? WHERE id = ? AND vectors IS NULL
               RETURNING id""",
            (vectors, row_id),
        )
        written += [row[0] for row in rows]
    session.execute("UPDATE memory_vector_state SET number = ?", (number,))
    return written


def count(session: Session) -> int:
    """Return how many memories have a vector."""
    [(number,)] = session.execute("SELECT count(vectors) FROM memory_vector")
    return int(number)


def documents_of(session: Session, row_ids: Iterable[int]) -> list[int]:
    """Return the documents of the index that stand for memories."""
    rows = session.execute(
        "SELECT document FROM memory_key WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(row_ids)),),
    )
    return [row[0] for row in rows]
