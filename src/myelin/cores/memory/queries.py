"""All SQL of the memory core. Reads go through the views of what the audience may see.

A statement that names a base table (`memory`, `link`) writes, or says beside it why it must.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from myelin.cores.memory import rules
from myelin.cores.memory.filters import LABELLED, LIVE_NOW, WHEN, Filter, Listed
from myelin.store import Database, Session

GROUP_ROWS_MAX = 64
COMPARED_CHARS_MAX = 1000
CHAIN_ROWS_MAX = 4096
AMBIGUOUS_IDS_MAX = 100

_FROM = """visible_memory m LEFT JOIN memory_use u ON u.id = m.id
    LEFT JOIN memory_key k ON k.id = m.id"""
_LIVE = "m.recorded_at <= :at AND (m.superseded_at IS NULL OR m.superseded_at > :at)"
_WANTED = f"""(:archived OR m.tier <> 'archive')
    AND (:classes IS NULL OR m.class IN (SELECT value FROM json_each(:classes)))
    AND (:since IS NULL OR {WHEN} >= :since) AND (:until IS NULL OR {WHEN} <= :until)"""


NOTE = "note:"
"""What the session of the pieces of a note begins with."""


class Acceptable(NamedTuple):
    """One document that may be served, with what it is folded by."""

    document: int
    id: int
    recorded_at: int
    class_: str
    subject_key: str | None
    evidence_ref: str | None
    origin: str
    note: str | None
    """What the pieces of one long note have in common; None for other memories."""


class MemoryRow(NamedTuple):
    """One memory as stored, with its uses and the keys that it is compared by."""

    id: int
    class_: str
    content: str
    subject: str | None
    tags: str
    aliases: str
    session: str | None
    actor: str | None
    tier: str
    sensitivity: str
    origin: str
    evidence: str
    evidence_ref: str | None
    observed_at: int | None
    recorded_at: int
    superseded_at: int | None
    superseded_by: int | None
    uses: int
    last_used_at: int | None
    subject_key: str | None
    content_key: bytes | None


_COMPUTED = {
    "superseded_by": "(SELECT s.id FROM visible_memory s WHERE s.id = m.superseded_by)",
    "uses": "ifnull(u.uses, 0)",
    "last_used_at": "u.last_used_at",
    "subject_key": "k.subject_key",
    "content_key": "k.content_key",
}
"""The fields of a memory that are not read from its own columns, and what they are read from."""

_STORED = {name: name.removesuffix("_") for name in MemoryRow._fields if name not in _COMPUTED}
"""The other fields, and the column of each."""

_COLUMNS = ", ".join(_COMPUTED.get(name) or f"m.{_STORED[name]}" for name in MemoryRow._fields)


class LinkRow(NamedTuple):
    """One link as stored. The owner withdraws a link by giving it an end; its row stays."""

    from_id: int
    to_id: int
    type: str
    origin: str
    recorded_at: int
    withdrawn_at: int | None = None


_LINK_COLUMNS = ", ".join(LinkRow._fields)
_LINKED = "recorded_at <= :at AND (withdrawn_at IS NULL OR withdrawn_at > :at)"


def apply_touch(db: Database, ts_ms: int, counts: Mapping[int, int]) -> None:
    """Count one use of each memory, unless one was counted less than an hour from `ts_ms`.

    The last use may lie ahead, by a clock that was wrong; it must not stop the counting.
    """
    # Base table: the touch itself was checked when it was made.
    db.execute(
        """INSERT INTO memory_use (id, uses, last_used_at)
           SELECT id, 1, :ts FROM memory WHERE id IN (SELECT value FROM json_each(:ids))
           ON CONFLICT (id) DO UPDATE SET uses = uses + 1, last_used_at = :ts
           WHERE abs(:ts - last_used_at) >= :interval""",
        {"ts": ts_ms, "ids": json.dumps(list(counts)), "interval": rules.TOUCH_INTERVAL_MS},
    )


def ids_between(session: Session, first: int, last: int) -> list[int]:
    """Return the visible memories whose ids lie in a range, the first hundred."""
    sql = f"SELECT id FROM visible_memory WHERE id BETWEEN ? AND ? LIMIT {AMBIGUOUS_IDS_MAX}"
    return [row[0] for row in session.execute(sql, (first, last))]


def acceptable(session: Session, documents: Collection[int], wanted: Filter) -> list[Acceptable]:
    """Return those documents of the index that may be served."""
    if not documents:
        return []
    rows = session.execute(
        f"""SELECT k.document, k.id, m.recorded_at, m.class, k.subject_key, m.evidence_ref,
                m.origin,
                iif(substr(m.session, 1, {len(NOTE)}) = '{NOTE}', m.session || m.origin, NULL),
                m.tags
            FROM json_each(:documents) d JOIN memory_key k ON k.document = d.value
            JOIN visible_memory m ON m.id = k.id WHERE {_LIVE} AND {_WANTED}""",
        {"documents": json.dumps(list(documents)), **wanted._asdict()},
    )
    if wanted.tags:
        return [Acceptable._make(row[:-1]) for row in rows if wanted.has_tags(row[-1])]
    return [Acceptable._make(row[:-1]) for row in rows]


def memories(session: Session, row_ids: Iterable[int]) -> dict[int, MemoryRow]:
    """Return the visible memories among those ids, in no order."""
    rows = session.execute(
        f"SELECT {_COLUMNS} FROM {_FROM} WHERE m.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(row_ids)),),
    )
    return {row[0]: MemoryRow._make(row) for row in rows}


def wanted_memories(
    session: Session, row_ids: Iterable[int], wanted: Filter
) -> dict[int, MemoryRow]:
    """Return those of the memories that may be served."""
    rows = session.execute(
        f"""SELECT {_COLUMNS} FROM {_FROM} WHERE m.id IN (SELECT value FROM json_each(:ids))
            AND {_LIVE} AND {_WANTED}""",
        {"ids": json.dumps(list(row_ids)), **wanted._asdict()},
    )
    found = map(MemoryRow._make, rows)
    return {row.id: row for row in found if wanted.has_tags(row.tags)}


def core_memories(session: Session, at: int) -> list[MemoryRow]:
    """Return the memories of the core tier that are live at a time."""
    sql = f"SELECT {_COLUMNS} FROM {_FROM} WHERE m.tier = 'core' AND {_LIVE}"
    return [MemoryRow._make(row) for row in session.execute(sql, {"at": at})]


def links_of(session: Session, row_ids: Iterable[int], at: int) -> list[LinkRow]:
    """Return the links that start or end at one of the memories, oldest first."""
    rows = session.execute(
        f"""SELECT {_LINK_COLUMNS} FROM visible_link
            WHERE from_id IN (SELECT value FROM json_each(:ids)) AND {_LINKED}
            UNION SELECT {_LINK_COLUMNS} FROM visible_link
            WHERE to_id IN (SELECT value FROM json_each(:ids)) AND {_LINKED}
            ORDER BY recorded_at, from_id, to_id, type""",
        {"ids": json.dumps(list(row_ids)), "at": at},
    )
    return [LinkRow._make(row) for row in rows]


def superseded_of(session: Session, row_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return what each of the memories superseded, oldest link first."""
    found: dict[int, list[int]] = {}
    for from_id, to_id in session.execute(
        """SELECT from_id, to_id FROM visible_link WHERE type = 'supersedes'
           AND from_id IN (SELECT value FROM json_each(?)) ORDER BY recorded_at, to_id""",
        (json.dumps(list(row_ids)),),
    ):
        found.setdefault(from_id, []).append(to_id)
    return found


def standing(session: Session, row_ids: Iterable[int], at: int) -> dict[int, int]:
    """Return when each was recorded of those memories that are live and not archived."""
    return dict(
        session.execute(
            f"""SELECT m.id, m.recorded_at FROM visible_memory m
                WHERE m.id IN (SELECT value FROM json_each(:ids))
                AND m.tier <> 'archive' AND {_LIVE}""",
            {"ids": json.dumps(list(row_ids)), "at": at},
        )
    )


def asserting_about(
    session: Session, subject_keys: Collection[str], classes: Collection[str], at: int
) -> list[tuple[str, int, int, str]]:
    """Return (subject key, id, recorded_at, beginning of the text) of live memories by subject.

    Of one subject only its newest rows are looked at, so that a subject which thousands of
    memories share costs no more than one that a few do.
    """
    rows = session.execute(
        f"""SELECT s.value, m.id, m.recorded_at, substr(m.content, 1, {COMPARED_CHARS_MAX})
            FROM json_each(:subjects) s
            JOIN memory_key k ON k.document IN (SELECT document FROM memory_key
                WHERE subject_key = s.value ORDER BY document DESC LIMIT {GROUP_ROWS_MAX})
            JOIN visible_memory m ON m.id = k.id
            WHERE m.class IN (SELECT value FROM json_each(:classes))
            AND m.tier <> 'archive' AND {_LIVE}""",
        {
            "subjects": json.dumps(list(subject_keys)),
            "classes": json.dumps(list(classes)),
            "at": at,
        },
    )
    return list(rows)


def common_descent(session: Session, row_ids: Iterable[int], at: int) -> list[tuple[int, int, int]]:
    """Return (first ancestor, id, recorded_at) of what stands and shares it with the memories.

    Memories that share any superseded memory share the first of its line, so only lines are
    followed, up to their beginning and down again.
    """
    rows = session.execute(
        f"""WITH RECURSIVE
            up (id) AS (
                SELECT to_id FROM visible_link WHERE type = 'supersedes' AND recorded_at <= :at
                AND from_id IN (SELECT value FROM json_each(:ids))
                UNION SELECT l.to_id FROM up JOIN visible_link l ON l.from_id = up.id
                WHERE l.type = 'supersedes' LIMIT {CHAIN_ROWS_MAX}),
            first (id) AS (
                SELECT id FROM up WHERE NOT EXISTS (SELECT 1 FROM visible_link l
                WHERE l.from_id = up.id AND l.type = 'supersedes')),
            down (ancestor, id) AS (
                SELECT id, id FROM first
                UNION SELECT down.ancestor, l.from_id FROM down
                JOIN visible_link l ON l.to_id = down.id
                WHERE l.type = 'supersedes' AND l.recorded_at <= :at LIMIT {CHAIN_ROWS_MAX})
            SELECT down.ancestor, m.id, m.recorded_at FROM down
            JOIN visible_memory m ON m.id = down.id WHERE m.tier <> 'archive' AND {_LIVE}""",
        {"ids": json.dumps(list(row_ids)), "at": at},
    )
    return list(rows)


def versions_of(session: Session, row_id: int) -> list[int]:
    """Return the other memories of the same line of corrections, oldest first."""
    rows = session.execute(
        f"""WITH RECURSIVE
            up (id) AS (SELECT :id UNION SELECT l.to_id FROM up JOIN visible_link l
                ON l.from_id = up.id WHERE l.type = 'supersedes' LIMIT {CHAIN_ROWS_MAX}),
            down (id) AS (SELECT :id UNION SELECT l.from_id FROM down JOIN visible_link l
                ON l.to_id = down.id WHERE l.type = 'supersedes' LIMIT {CHAIN_ROWS_MAX})
            SELECT m.id FROM visible_memory m
            WHERE m.id IN (SELECT id FROM up UNION SELECT id FROM down) AND m.id <> :id
            ORDER BY m.recorded_at, m.id""",
        {"id": row_id},
    )
    return [row[0] for row in rows]


def same_memory(
    session: Session, content_key: bytes, class_: str, sensitivity: str, subject_key: str | None
) -> int | None:
    """Return the live memory that one with these keys would add nothing to, the oldest if many."""
    rows = session.execute(
        f"""SELECT m.id FROM memory_key k JOIN visible_memory m ON m.id = k.id
            WHERE k.content_key = :content AND k.subject_key IS :subject
            AND m.class = :class AND m.sensitivity = :sensitivity AND m.tier <> 'archive'
            AND {_LIVE}
            ORDER BY m.recorded_at, m.id LIMIT 1""",
        {
            "content": content_key,
            "subject": subject_key,
            "class": class_,
            "sensitivity": sensitivity,
            "at": LIVE_NOW,
        },
    )
    return next((row[0] for row in list(rows)), None)


def same_memories(session: Session, row: MemoryRow) -> list[MemoryRow]:
    """Return the live memories with the text, class and sensitivity of a new one."""
    rows = session.execute(
        f"""SELECT {_COLUMNS} FROM {_FROM} WHERE k.content_key = :content AND m.class = :class
            AND m.sensitivity = :sensitivity AND m.tier <> 'archive' AND {_LIVE} ORDER BY m.id""",
        {
            "content": row.content_key,
            "class": row.class_,
            "sensitivity": row.sensitivity,
            "at": LIVE_NOW,
        },
    )
    return [MemoryRow._make(row) for row in rows]


def withdrawn_memory(session: Session, content_key: bytes, class_: str) -> int | None:
    """Return the newest archived memory with the same text and class, or None."""
    rows = session.execute(
        """SELECT m.id FROM memory_key k JOIN visible_memory m ON m.id = k.id
           WHERE k.content_key = ? AND m.class = ? AND m.tier = 'archive'
           AND m.superseded_at IS NULL ORDER BY m.recorded_at DESC, m.id LIMIT 1""",
        (content_key, class_),
    )
    return next((row[0] for row in list(rows)), None)


def list_page(
    session: Session, listed: Listed, after: tuple[int, int] | None, limit: int
) -> list[MemoryRow]:
    """Return one page of a list, newest first, beginning after (recorded_at, id)."""
    recorded_at, row_id = after or (LIVE_NOW, LIVE_NOW)
    rows = session.execute(
        f"""SELECT {_COLUMNS} FROM {_FROM} WHERE {listed.condition("superseded_at")}
            AND m.recorded_at <= :recorded_at
            AND (m.recorded_at < :recorded_at OR m.id < :row_id)
            ORDER BY m.recorded_at DESC, m.id DESC LIMIT :limit""",
        {**listed._asdict(), "recorded_at": recorded_at, "row_id": row_id, "limit": limit},
    )
    return [MemoryRow._make(row) for row in rows]


def list_total(session: Session, listed: Listed) -> int:
    """Return how many memories a list holds in all."""
    condition = listed.condition("superseded_by")
    sql = f"SELECT count(*) FROM visible_memory m WHERE {condition}"
    [(total,)] = session.execute(sql, listed._asdict())
    return int(total)


def tag_counts(session: Session) -> list[tuple[str, int]]:
    """Return how many live memories have each tag, as it is written."""
    rows = session.execute(
        f"""SELECT t.value, count(*) FROM visible_memory m, json_each(m.tags) t
            WHERE m.tier <> 'archive' AND {_LIVE} GROUP BY t.value""",
        {"at": LIVE_NOW},
    )
    return [(tag, number) for tag, number in rows]


def is_piece(row: MemoryRow) -> bool:
    """Return whether a memory is a piece of a long note."""
    return row.session is not None and row.session.startswith(NOTE)


def pieces(session: Session, row: MemoryRow, *, archived: bool = False) -> list[MemoryRow]:
    """Return the live pieces of the note that a piece belongs to, in the order of its text.

    With `archived` those that were archived, otherwise those that were not.
    """
    rows = session.execute(
        f"""SELECT {_COLUMNS} FROM {_FROM} WHERE m.id IN (SELECT k.id FROM memory_bag b
            JOIN memory_key k ON k.document = b.document
            WHERE b.section BETWEEN 0 AND 3 AND b.session = :session)
            AND m.origin = :origin AND (m.tier = 'archive') = :archived AND {_LIVE}
            ORDER BY m.id""",
        {"session": row.session, "origin": row.origin, "archived": archived, "at": LIVE_NOW},
    )
    return [MemoryRow._make(row) for row in rows]


def newest_writes(session: Session, since_ms: int, limit: int) -> list[tuple[int, bool]]:
    """Return (recorded_at, is an episode) of what clients saved, and of all episodes.

    The newest comes first, and nothing is older than `since_ms`.
    """
    rows = session.execute(
        """SELECT recorded_at, class = 'episode' FROM visible_memory
           WHERE recorded_at > ? AND (origin = 'host' OR class = 'episode')
           ORDER BY recorded_at DESC LIMIT ?""",
        (since_ms, limit),
    )
    return [(recorded_at, bool(is_episode)) for recorded_at, is_episode in rows]


def link_between(session: Session, from_id: int, to_id: int, type_: str) -> LinkRow | None:
    """Return the visible link of that type between two memories, withdrawn or not, or None."""
    rows = session.execute(
        f"""SELECT {_LINK_COLUMNS} FROM visible_link
           WHERE from_id = ? AND to_id = ? AND type = ?""",
        (from_id, to_id, type_),
    )
    return next((LinkRow._make(row) for row in list(rows)), None)


def links_counts(session: Session, row_id: int) -> tuple[int, int]:
    """Return how many links of a memory the owner wrote and how many others did.

    Neither corrections nor withdrawn links are counted.
    """
    [(owners, others)] = session.execute(
        """SELECT count(*) FILTER (WHERE origin = 'owner'),
               count(*) FILTER (WHERE origin <> 'owner') FROM visible_link
           WHERE (from_id = ?1 OR to_id = ?1) AND type <> 'supersedes' AND withdrawn_at IS NULL""",
        (row_id,),
    )
    return int(owners), int(others)


def set_withdrawn(session: Session, link: LinkRow, at: int | None) -> LinkRow:
    """Give a link an end, or take its end away, and return it."""
    session.execute(
        "UPDATE link SET withdrawn_at = ? WHERE from_id = ? AND to_id = ? AND type = ?",
        (at, link.from_id, link.to_id, link.type),
    )
    return link._replace(withdrawn_at=at)


def insert_memory(session: Session, row: MemoryRow) -> None:
    """Write a new memory."""
    marks = ", ".join("?" * len(_STORED))
    session.execute(
        f"INSERT INTO memory ({', '.join(_STORED.values())}) VALUES ({marks})",
        [getattr(row, name) for name in _STORED],
    )


def insert_link(session: Session, link_id: int, row: LinkRow) -> None:
    """Write a new link."""
    marks = ", ".join("?" * len(row))
    session.execute(f"INSERT INTO link (id, {_LINK_COLUMNS}) VALUES (?, {marks})", (link_id, *row))


def mark_superseded(session: Session, row_id: int, by: int, at: int) -> None:
    """Mark a memory as superseded, unless it is already: that is set once."""
    session.execute(
        """UPDATE memory SET superseded_at = ?, superseded_by = ?
           WHERE id = ? AND superseded_at IS NULL""",
        (at, by, row_id),
    )


def tags_of(session: Session, labels: str) -> dict[int, str]:
    """Return the stored tags of the memories that match a full-text expression, replaced ones too.

    The memories are in the order of their ids.
    """
    sql = f"SELECT m.id, m.tags FROM visible_memory m WHERE {LABELLED} ORDER BY m.id"
    return dict(session.execute(sql, {"labels": labels}))


def set_tags(session: Session, row_id: int, tags: str) -> None:
    """Give a memory other tags. They say where to look for it and nothing of what it says."""
    session.execute("UPDATE memory SET tags = ? WHERE id = ?", (tags, row_id))


def set_tier(session: Session, row_id: int, tier: str) -> None:
    """Move a memory to another tier."""
    session.execute("UPDATE memory SET tier = ? WHERE id = ?", (tier, row_id))


def meta(session: Session, key: str) -> str | None:
    """Return one of the brain's own settings."""
    rows = list(session.execute("SELECT value FROM meta WHERE key = ?", (key,)))
    return str(rows[0][0]) if rows else None


def counts(session: Session) -> list[tuple[str, str, str, bool, int]]:
    """Return how many visible memories there are by class, tier, sensitivity and liveness."""
    rows = session.execute(
        """SELECT class, tier, sensitivity, superseded_at IS NULL, count(*) FROM visible_memory
           GROUP BY 1, 2, 3, 4"""
    )
    return [(row[0], row[1], row[2], bool(row[3]), row[4]) for row in rows]


def links_total(session: Session) -> int:
    """Return how many visible links there are, without those that were withdrawn."""
    sql = "SELECT count(*) FROM visible_link WHERE withdrawn_at IS NULL"
    [(total,)] = session.execute(sql)
    return int(total)
