"""The tables derived from memories: what recall searches, and keys that memories are compared by.

Documents are numbered by this image, not by row id: 60 random bits would make the index 2.6 times
larger (docs/design.md). A document lies in one of four sections: live or past (superseded or
archived), and normal or local_only. Each section has its own full-text index and word counts, so
that no frequency, suggestion or score tells anything of withheld, superseded or archived memories.
The text of neighbours in a session is not stored at all: a query looks up those that are live.
"""

import json
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from myelin.cores.memory import dates, rules, text
from myelin.kernel.audience import Origin
from myelin.store import Change, Database

SECTIONS = ("live_normal", "live_local_only", "past_normal", "past_local_only")

# How much an occurrence weighs, in quarters: anywhere, more among the first words, a name given.
WEIGHT_UNIT = 4
_LEAD_WEIGHT = 3
_NAME_WEIGHT = 8
_LEAD_WORDS = 20
_WEIGHT_MAX = 255

WORD_NUMBERS = "I"
"""The array type of word numbers in a bag and a sequence: four bytes each."""
WORD_BYTES = array(WORD_NUMBERS).itemsize

OWNER_LABEL = "=owner"
"""The label of all memories that the owner wrote. No class has this name."""

_SUM = " + ".join(SECTIONS)
# Every sign but white space belongs to a term, so a term is one token whatever it holds.
_SIGNS = "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~''"
_TABLES = (
    """CREATE TABLE memory_key (document INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE,
       content_key BLOB NOT NULL, subject_key TEXT)""",
    "CREATE INDEX memory_key_content ON memory_key (content_key)",
    """CREATE INDEX memory_key_subject ON memory_key (subject_key)
       WHERE subject_key IS NOT NULL""",
    # `words` are numbers of memory_word, rising, with a weight each; `sequence` is as written.
    """CREATE TABLE memory_bag (document INTEGER PRIMARY KEY, section INTEGER NOT NULL,
       session TEXT, length INTEGER NOT NULL, is_question INTEGER NOT NULL,
       words BLOB NOT NULL, weights BLOB NOT NULL, sequence BLOB NOT NULL)""",
    """CREATE INDEX memory_bag_session ON memory_bag (section, session, document)
       WHERE session IS NOT NULL""",
    """CREATE TABLE memory_section (section INTEGER PRIMARY KEY, documents INTEGER NOT NULL,
       length INTEGER NOT NULL)""",
    "CREATE TABLE memory_word (number INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE)",
    # Apart from the words: nearly all counts that a memory changes then lie on a few pages.
    f"""CREATE TABLE memory_count (word INTEGER PRIMARY KEY,
       {", ".join(f"{name} INTEGER NOT NULL DEFAULT 0" for name in SECTIONS)})""",
    *(
        f"""CREATE VIRTUAL TABLE memory_text_{name} USING fts5(terms, names, labels,
        content='', contentless_delete=1, tokenize="ascii tokenchars '{_SIGNS}'")"""
        for name in SECTIONS
    ),
)

_VECTOR_TABLES = (
    # NULL: due.
    "CREATE TABLE memory_vector (id INTEGER PRIMARY KEY, vectors BLOB)",
    "CREATE INDEX memory_vector_due ON memory_vector (id) WHERE vectors IS NULL",
    # A number that differs after any change: whoever holds vectors in memory compares it.
    "CREATE TABLE memory_vector_state (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)",
)

_SOURCE = """SELECT id, class, content, subject, tags, aliases, session, actor, sensitivity,
    origin, ifnull(observed_at, recorded_at), superseded_at IS NOT NULL OR tier = 'archive'
    FROM memory"""


class MemoryIndex:
    """What the store calls to keep the derived tables equal to the memories."""

    name = "memory"
    # Bags hold numbers as this machine writes them; another kind of machine makes its own.
    version = 6 if sys.byteorder == "little" else -4

    def create(self, db: Database) -> None:
        """Create the derived tables, empty."""
        for statement in _TABLES:
            db.execute(statement)

    def tables(self) -> tuple[str, ...]:
        """Return the derived tables, which the store drops before a rebuild."""
        own = ("key", "bag", "section", "word", "count")
        return tuple(f"memory_{name}" for name in (*own, *(f"text_{name}" for name in SECTIONS)))

    def apply(self, db: Database, changes: Sequence[Change]) -> None:
        """Bring the tables up to date with the memories that changed."""
        # Only the row as it is now counts, so a row that changed twice is looked at once.
        deleted: dict[int, bool] = {}
        for change in changes:
            if change.table == "memory":
                deleted[change.row_id] = deleted.get(change.row_id, False) or change.deleted
        writer = _Writer(db)
        for row_id, was_deleted in deleted.items():
            # Base table: the index covers what any audience may see.
            rows = list(db.execute(f"{_SOURCE} WHERE id = ?", (row_id,)))
            writer.replace(row_id, _Source._make(rows[0]) if rows else None, afresh=was_deleted)
        writer.finish()

    def forget_deleted(self, db: Database) -> None:
        """Merge each full-text index: until then it keeps the terms of deleted documents."""
        for name in SECTIONS:
            table = f"memory_text_{name}"
            db.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")

    def rebuild(self, db: Database) -> None:
        """Fill the tables, which are empty, from all memories."""
        writer = _Writer(db)
        # Base table: the index covers what any audience may see.
        for (row_id,) in list(db.execute("SELECT id FROM memory ORDER BY recorded_at, id")):
            [row] = db.execute(f"{_SOURCE} WHERE id = ?", (row_id,))
            writer.add(_Source._make(row))
        writer.finish()


class VectorTable:
    """What the store calls to keep the table of vectors equal to the memories.

    A brain has it only while its owner uses the dense companion. To compute a vector takes longer
    than a write may, so a write only notes its memory as due; see `meaning.py`.
    """

    name = "memory_vector"

    def __init__(self, revision: int) -> None:
        # Vectors of another revision of the model are thrown away with their table.
        self.version = revision

    def create(self, db: Database) -> None:
        """Create the derived tables, empty."""
        for statement in _VECTOR_TABLES:
            db.execute(statement)

    def tables(self) -> tuple[str, ...]:
        """Return the derived tables, which the store drops before a rebuild."""
        return ("memory_vector", "memory_vector_state")

    def apply(self, db: Database, changes: Sequence[Change]) -> None:
        """Note new memories as due, and forget the vectors of those that are gone."""
        rows = [change for change in changes if change.table == "memory"]
        for change in rows:
            if change.deleted:
                db.execute("DELETE FROM memory_vector WHERE id = ?", (change.row_id,))
            else:
                # While a memory is there its text never changes, and neither does its vector.
                db.execute("INSERT OR IGNORE INTO memory_vector (id) VALUES (?)", (change.row_id,))
        if any(change.deleted for change in rows):
            db.execute("UPDATE memory_vector_state SET number = number + 1")

    def forget_deleted(self, db: Database) -> None:
        """Do nothing: a deleted vector is in no other table."""

    def rebuild(self, db: Database) -> None:
        """Note all memories as due."""
        db.execute("INSERT INTO memory_vector_state (id, number) VALUES (1, 0)")
        # Base table: the vectors cover what any audience may see.
        db.execute("INSERT INTO memory_vector (id) SELECT id FROM memory")


class _Source(NamedTuple):
    """What of a memory the derived tables are made from."""

    id: int
    class_: str
    content: str
    subject: str | None
    tags: str
    aliases: str
    session: str | None
    actor: str | None
    sensitivity: str
    origin: str
    time_ms: int
    is_past: int

    @property
    def section(self) -> int:
        return 2 * self.is_past + (self.sensitivity != "normal")


class _Writer:
    """Writes documents one by one, and at the end what was counted on the way."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._removed: set[int] = set()

    def replace(self, row_id: int, source: _Source | None, *, afresh: bool) -> None:
        """Make the document of a memory what its row says now; one that is gone has none.

        While a memory is there only its tags and its section change. A row that was deleted and
        written again within the changes is indexed `afresh`, with a number of its own.
        """
        known = list(
            self._db.execute(
                """SELECT k.document, b.section FROM memory_key k
                   JOIN memory_bag b ON b.document = k.document WHERE k.id = ?""",
                (row_id,),
            )
        )
        if known:
            [(document, section)] = known
            if source is not None and not afresh:
                self._remove(document, section)
                self._write(document, source)
                return
            self._remove(document, section)
            self._db.execute("DELETE FROM memory_key WHERE document = ?", (document,))
        if source is not None:
            self.add(source)

    def add(self, source: _Source) -> None:
        """Write the document of a memory that has none."""
        key = None if source.subject is None else rules.subject_key(source.subject)
        [(document,)] = self._db.execute(
            """INSERT INTO memory_key (id, content_key, subject_key) VALUES (?, ?, ?)
               RETURNING document""",
            (source.id, rules.content_key(source.content), key),
        )
        self._write(document, source)

    def finish(self) -> None:
        """Forget the words that no document holds any more."""
        if not self._removed:
            return
        gone = list(
            self._db.execute(
                f"""SELECT word FROM memory_count
                    WHERE word IN (SELECT value FROM json_each(?)) AND {_SUM} = 0""",
                (json.dumps(sorted(self._removed)),),
            )
        )
        self._db.executemany("DELETE FROM memory_word WHERE number = ?", gone)
        self._db.executemany("DELETE FROM memory_count WHERE word = ?", gone)

    def _write(self, document: int, source: _Source) -> None:
        running, added = text.terms(source.content)
        tags = json.loads(source.tags)
        for tag in tags:
            added += text.all_terms(tag)
        # A text is no longer for it that its joined words and paths are found whole too.
        length = len(running) + len(added)
        added += text.wholes(source.content)
        names: list[str] = []
        for name in json.loads(source.aliases):
            names += text.all_terms(name)
        if source.subject is not None:
            names += text.all_terms(source.subject)
        labels = [*dates.labels(source.time_ms), class_label(source.class_), *map(tag_label, tags)]
        if source.origin == Origin.OWNER:
            labels.append(OWNER_LABEL)
        if source.actor is not None:
            labels.append(actor_label(text.words(source.actor)))
        weights = _weights(running, added, names, labels)
        numbers = self._count(source.section, weights)
        bag = sorted((numbers[term], weight) for term, weight in weights.items())
        self._db.execute(
            """INSERT INTO memory_bag (document, section, session, length, is_question, words,
               weights, sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                document,
                source.section,
                source.session,
                length,
                source.content.rstrip().endswith(("?", "？")),
                array(WORD_NUMBERS, [word for word, _ in bag]).tobytes(),
                bytes([min(weight, _WEIGHT_MAX) for _, weight in bag]),
                array(WORD_NUMBERS, map(numbers.__getitem__, running)).tobytes(),
            ),
        )
        self._db.execute(
            f"""INSERT INTO memory_text_{SECTIONS[source.section]} (rowid, terms, names, labels)
                VALUES (?, ?, ?, ?)""",
            (document, " ".join(running + added), " ".join(names), " ".join(labels)),
        )
        self._add_to_section(source.section, 1, length)

    def _remove(self, document: int, section: int) -> None:
        [(packed, length)] = self._db.execute(
            "SELECT words, length FROM memory_bag WHERE document = ?", (document,)
        )
        words = array(WORD_NUMBERS, packed).tolist()
        name = SECTIONS[section]
        self._db.execute(
            f"""UPDATE memory_count SET {name} = {name} - 1
                WHERE word IN (SELECT value FROM json_each(?))""",
            (json.dumps(words),),
        )
        self._removed.update(words)
        self._add_to_section(section, -1, -length)
        self._db.execute("DELETE FROM memory_bag WHERE document = ?", (document,))
        self._db.execute(f"DELETE FROM memory_text_{name} WHERE rowid = ?", (document,))

    def _count(self, section: int, terms: Collection[str]) -> dict[str, int]:
        """Count one more document that holds the terms, and return the terms' numbers."""
        numbers: dict[str, int] = dict(
            self._db.execute(
                """SELECT term, number FROM memory_word
                   WHERE term IN (SELECT value FROM json_each(?))""",
                (json.dumps(list(terms)),),
            )
        )
        for term in terms:
            if term not in numbers:
                [(numbers[term],)] = self._db.execute(
                    "INSERT INTO memory_word (term) VALUES (?) RETURNING number", (term,)
                )
        name = SECTIONS[section]
        self._db.execute(
            f"""INSERT INTO memory_count (word, {name}) SELECT value, 1 FROM json_each(?) WHERE true
                ON CONFLICT (word) DO UPDATE SET {name} = {name} + 1""",
            (json.dumps(sorted(numbers.values())),),
        )
        return numbers

    def _add_to_section(self, section: int, documents: int, length: int) -> None:
        self._db.execute(
            """INSERT INTO memory_section (section, documents, length) VALUES (?, ?, ?)
               ON CONFLICT (section) DO UPDATE SET documents = documents + excluded.documents,
               length = length + excluded.length""",
            (section, documents, length),
        )


def _weights(
    running: list[str], added: list[str], names: list[str], labels: list[str]
) -> dict[str, int]:
    """Return the weight of every term of a document."""
    weights = {term: WEIGHT_UNIT * count for term, count in Counter(running).items()}
    for terms, weight in (
        (added, WEIGHT_UNIT),
        (running[:_LEAD_WORDS], _LEAD_WEIGHT),
        (names, _NAME_WEIGHT),
        (labels, WEIGHT_UNIT),
    ):
        for term in terms:
            weights[term] = weights.get(term, 0) + weight
    return weights


def class_label(class_: str) -> str:
    """Return the label of all memories of a class."""
    return f"={class_}"


def tag_label(tag: str) -> str:
    """Return the label of all memories with a tag, however it is written."""
    # A double quote would end the token.
    return "#" + rules.tag_key(tag).replace('"', "''")


def actor_label(words: Iterable[str]) -> str:
    """Return what the memories of an actor are found by."""
    return "@@" + "_".join(text.fold(word) for word in words)
