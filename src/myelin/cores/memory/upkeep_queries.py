"""SQL over all memories and links whatever the audience: for upkeep, which is the owner's alone."""

from collections.abc import Callable, Mapping
from typing import Any

from myelin.cores.memory import rules
from myelin.cores.memory.index import SECTIONS
from myelin.cores.memory.tables import MEMORY
from myelin.rows import queries
from myelin.rows.queries import Row
from myelin.store import Session


def memory(session: Session, row_id: int) -> Row | None:
    """Return one memory by the names of its columns, or None."""
    return queries.one(session, MEMORY, row_id)


def content_of(session: Session, row_id: int) -> str | None:
    """Return the text of a memory, or None if there is none with that row id."""
    # Base table: an id must be unique among what nobody here may see as well.
    rows = list(session.execute("SELECT content FROM main.memory WHERE id = ?", (row_id,)))
    return str(rows[0][0]) if rows else None


def says_already(session: Session, columns: Mapping[str, Any]) -> bool:
    """Return whether a live memory of the same class and sensitivity has the same text."""
    subject = columns["subject"]
    # Base table: the same question as remembering asks, for whoever owns the brain.
    rows = session.execute(
        """SELECT 1 FROM memory_key k JOIN main.memory m ON m.id = k.id
           WHERE k.content_key = ? AND k.subject_key IS ? AND m.class = ? AND m.sensitivity = ?
           AND m.superseded_at IS NULL LIMIT 1""",
        (
            rules.content_key(columns["content"]),
            None if subject is None else rules.subject_key(subject),
            columns["class"],
            columns["sensitivity"],
        ),
    )
    return columns["superseded_at"] is None and bool(list(rows))


def with_content(session: Session, content_key: bytes) -> list[int]:
    """Return the memories with the same text except for white space, live or not."""
    rows = session.execute(
        "SELECT id FROM memory_key WHERE content_key = ? ORDER BY document", (content_key,)
    )
    return [row[0] for row in rows]


def mentioning(session: Session, content: str) -> list[int]:
    """Return the memories that contain a text among other words."""
    # Base table: what nobody may see can repeat it too.
    rows = session.execute(
        "SELECT id FROM main.memory WHERE instr(content, ?) ORDER BY recorded_at, id", (content,)
    )
    return [row[0] for row in rows]


def links_without_ends(session: Session) -> int:
    """Return the number of links without a memory at one end."""
    # Base tables: a check is whole, whatever the audience of the engine is.
    [(total,)] = session.execute(
        """SELECT count(*) FROM main.link l
           WHERE NOT EXISTS (SELECT 1 FROM main.memory m WHERE m.id = l.from_id)
           OR NOT EXISTS (SELECT 1 FROM main.memory m WHERE m.id = l.to_id)"""
    )
    return int(total)


def superseded_by_nothing(session: Session) -> int:
    """Return the number of memories whose successor neither exists nor was purged."""
    # Base tables: a check is whole, whatever the audience of the engine is.
    [(total,)] = session.execute(
        """SELECT count(*) FROM main.memory m WHERE m.superseded_by IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM main.memory s WHERE s.id = m.superseded_by)
           AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.id = m.superseded_by)"""
    )
    return int(total)


def absolute_references(session: Session) -> int:
    """Return how many memories give an absolute path as their evidence."""
    # Base table: a check is whole, whatever the audience of the engine is.
    [(total,)] = session.execute(
        """SELECT count(*) FROM main.memory
           WHERE evidence_ref GLOB '/*' OR evidence_ref GLOB '[A-Za-z]:[\\/]*'"""
    )
    return int(total)


def index_is_sound(session: Session, key_of: Callable[[str], bytes]) -> bool:
    """Return whether every memory, and nothing else, is indexed under the key of its content."""
    # Base table: a check is whole, whatever the audience of the engine is.
    rows = session.execute(
        """SELECT m.content, k.content_key FROM main.memory m
           LEFT JOIN memory_key k ON k.id = m.id"""
    )
    memories_total = 0
    for content, key in rows:
        memories_total += 1
        if key != key_of(content):
            return False
    [(keys,)] = session.execute("SELECT count(*) FROM memory_key")
    [(bags,)] = session.execute("SELECT count(*) FROM memory_bag")
    texts = 0
    for name in SECTIONS:
        [(documents,)] = session.execute(f"SELECT count(*) FROM memory_text_{name}_docsize")
        texts += documents
    return bool(memories_total == keys == bags == texts)
