"""The tables derived from memories: the full-text index, and keys that memories are compared by.

The index is keyed by a document number of this image, not by the row id: 60 random bits would make
it 2.6 times larger (docs/design.md). Superseded memories stay in it, because `as_of` asks for them.
"""

import json
from collections.abc import Sequence
from typing import Any

from myelin.cores.memory import rules, text
from myelin.store import Change, Database

_TABLES = (
    """CREATE TABLE memory_key (document INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE,
       content_key BLOB NOT NULL, subject_key TEXT)""",
    "CREATE INDEX memory_key_content ON memory_key (content_key)",
    """CREATE INDEX memory_key_subject ON memory_key (subject_key)
       WHERE subject_key IS NOT NULL""",
    # Marks (Mn, Mc) belong to words in the scripts of India and South-East Asia.
    """CREATE VIRTUAL TABLE memory_text USING fts5(body, parts, aliases, labels,
       content='', contentless_delete=1,
       tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'")""",
)
TOKENIZER = ("porter", "unicode61", "remove_diacritics", "2", "categories", "L* N* Co Mn Mc")

_SOURCE = "SELECT id, subject, content, tags, aliases FROM memory"
_FIND_KEY = "SELECT document FROM memory_key WHERE id = ?"
_INSERT_KEY = """INSERT INTO memory_key (id, content_key, subject_key) VALUES (?, ?, ?)
    RETURNING document"""
_INSERT_TEXT = """INSERT INTO memory_text (rowid, body, parts, aliases, labels)
    VALUES (?, ?, ?, ?, ?)"""


class MemoryIndex:
    """What the store calls to keep the derived tables equal to the memories."""

    name = "memory"
    version = 1

    def create(self, db: Database) -> None:
        """Create the derived tables, empty."""
        for statement in _TABLES:
            db.execute(statement)

    def tables(self) -> tuple[str, ...]:
        """Return the derived tables, which the store drops before a rebuild."""
        return ("memory_key", "memory_text")

    def apply(self, db: Database, changes: Sequence[Change]) -> None:
        """Bring the tables up to date with the memories that changed."""
        # Only the row as it is now counts, so a row that changed twice is looked at once.
        deleted: dict[int, bool] = {}
        for change in changes:
            if change.table == "memory":
                deleted[change.row_id] = deleted.get(change.row_id, False) or change.deleted
        for row_id, was_deleted in deleted.items():
            # Base table: the index covers what any audience may see.
            rows = list(db.execute(f"{_SOURCE} WHERE id = ?", (row_id,)))
            known = list(db.execute(_FIND_KEY, (row_id,)))
            if known and was_deleted:
                db.execute("DELETE FROM memory_text WHERE rowid = ?", known[0])
                db.execute("DELETE FROM memory_key WHERE document = ?", known[0])
                known = []
            # While a memory is there, its texts never change: one that is known stays as it is.
            if rows and not known:
                _insert(db, rows[0])

    def rebuild(self, db: Database) -> None:
        """Fill the tables, which are empty, from all memories."""
        # Base table: the index covers what any audience may see.
        for row in list(db.execute(f"{_SOURCE} ORDER BY recorded_at, id")):
            _insert(db, row)


def indexed_texts(
    content: str, subject: str | None, tags: Sequence[str], aliases: Sequence[str]
) -> tuple[str, str, str, str]:
    """Return the four columns of a memory in the index: body, parts, aliases, labels."""
    body = text.normalize(content)
    names = text.normalize(" ".join(aliases))
    labels = text.normalize(" ".join((subject or "", *tags)))
    return body, text.index_parts(f"{body}\n{names}\n{labels}"), names, labels


def _insert(db: Database, row: Sequence[Any]) -> None:
    row_id, subject, content, tags, aliases = row
    key = None if subject is None else rules.subject_key(subject)
    [(document,)] = db.execute(_INSERT_KEY, (row_id, rules.content_key(content), key))
    texts = indexed_texts(content, subject, json.loads(tags), json.loads(aliases))
    db.execute(_INSERT_TEXT, (document, *texts))
