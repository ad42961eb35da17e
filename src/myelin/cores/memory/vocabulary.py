"""Queries on the derived tables: terms, documents and neighbours of each section."""

import json
import math
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from myelin.cores.memory import text
from myelin.cores.memory.index import SECTIONS, WORD_NUMBERS
from myelin.cores.memory.scoring import Bag, Nearby
from myelin.store import Session

LIVE = (0, 1)
WITHHELD = (1, 3)
SIMILAR_MAX = 3
SIMILARITY_MIN = 0.45
STARTING_MAX = 32
CONTAINING_MAX = 8
COMPOUND_REST_MIN = 3
_BEFORE, _AFTER = 4, 4
# A document takes from those before it up to the third, and from the one after it.
_OFFSETS = ((-1, 0.4), (1, 0.2), (-2, 0.15), (-3, 0.15))


class Known(NamedTuple):
    """A word that documents hold: its number, and how many of them do."""

    number: int
    documents: int


class Window(NamedTuple):
    """A document's place in its session: the numbers around it, and where its own is."""

    documents: list[int]
    at: int


class Vocabulary:
    """The words and documents of some sections; what the others hold leaves no trace here."""

    def __init__(self, session: Session, sections: Sequence[int]) -> None:
        self._session = session
        self._sections = tuple(sections)
        self._digits: dict[int, bool] = {}
        self._documents_of_word = " + ".join(SECTIONS[section] for section in sections)
        [(self.documents, length)] = session.execute(
            f"""SELECT ifnull(sum(documents), 0), ifnull(sum(length), 0) FROM memory_section
                WHERE section IN ({", ".join(map(str, sections))})"""
        )
        self.average_length = max(1.0, length / self.documents) if self.documents else 1.0

    def find(self, terms: Collection[str]) -> dict[str, Known]:
        """Return those of the terms that a document holds."""
        rows = self._session.execute(
            f"""SELECT term, number, {self._documents_of_word} AS documents
                FROM memory_word JOIN memory_count ON word = number
                WHERE term IN (SELECT value FROM json_each(?)) AND documents > 0""",
            (json.dumps(sorted(terms)),),
        )
        return {term: Known(number, documents) for term, number, documents in rows}

    def starting(self, start: str) -> dict[str, Known]:
        """Return the terms that begin with a character, the most frequent ones."""
        rows = self._session.execute(
            f"""SELECT term, number, {self._documents_of_word} AS documents
                FROM memory_word JOIN memory_count ON word = number
                WHERE term > ? AND term < ? AND documents > 0
                ORDER BY documents DESC, term LIMIT {STARTING_MAX}""",
            (start, start + "\U0010ffff"),
        )
        return {term: Known(number, documents) for term, number, documents in rows}

    def containing(self, part: str) -> dict[str, Known]:
        """Return the longer terms that contain a word, the most frequent ones."""
        rows = self._session.execute(
            f"""SELECT term, number, {self._documents_of_word} AS documents
                FROM memory_word JOIN memory_count ON word = number
                WHERE length(term) >= ? AND instr(term, ?) > 0 AND documents > 0
                AND substr(term, 1, 1) NOT IN ('@', '=', '#') AND instr(term, '/') = 0
                ORDER BY documents DESC, term LIMIT {CONTAINING_MAX}""",
            (len(part) + COMPOUND_REST_MIN, part),
        )
        return {term: Known(number, documents) for term, number, documents in rows}

    def has_digit(self, number: int) -> bool:
        """Return whether the word with a number has a digit in it."""
        if number not in self._digits:
            sql = "SELECT term GLOB '*[0-9]*' FROM memory_word WHERE number = ?"
            self._digits[number] = any(
                bool(row[0]) for row in self._session.execute(sql, (number,))
            )
        return self._digits[number]

    def adjacent(self, terms: Sequence[str]) -> bool:
        """Return whether some document has the terms one after the other."""
        phrase = " ".join(terms).replace('"', '""')
        for section in self._sections:
            table = f"memory_text_{SECTIONS[section]}"
            sql = f"SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT 1"
            if list(self._session.execute(sql, (f'terms : "{phrase}"',))):
                return True
        return False

    def similar(self, term: str) -> dict[str, tuple[Known, float]]:
        """Return the terms spelled most like one that nobody wrote, with how alike they are.

        Only those with its first letter are compared, which is rarely the wrong one.
        """
        wanted = text.grams(term)
        if not wanted:
            return {}
        start, *inner, end = wanted
        shares = " + ".join("(instr(term, ?) > 0)" for _ in inner) or "0"
        # With fewer in common than this, two spellings cannot be alike enough.
        least = math.ceil(SIMILARITY_MIN / (2 - SIMILARITY_MIN) * len(wanted))
        rows = self._session.execute(
            f"""SELECT term, number, {self._documents_of_word} AS documents
                FROM memory_word JOIN memory_count ON word = number
                WHERE term >= ? AND term < ? AND {shares} + (substr(term, 1, 2) = ?)
                + (substr(term, -2) = ?) >= ? AND documents > 0""",
            (term[0], chr(ord(term[0]) + 1), *inner, start[1:], end[:-1], least),
        )
        alike = []
        for other, number, documents in rows:
            others = text.grams(other)
            # Dice's coefficient: twice what is shared over what both have.
            likeness = 2 * len(set(wanted) & set(others)) / (len(wanted) + len(others))
            if others and likeness >= SIMILARITY_MIN:
                alike.append((-likeness, other, Known(number, documents)))
        return {other: (known, -less) for less, other, known in sorted(alike)[:SIMILAR_MAX]}

    def ranked(self, match: str, limit: int) -> tuple[list[int], bool]:
        """Return the documents that match best by full text, and whether these are all.

        Of equal ones the newest come first, as they do in an answer.
        """
        found: list[tuple[float, int]] = []
        complete = True
        for section in self._sections:
            table = f"memory_text_{SECTIONS[section]}"
            rows = list(
                self._session.execute(
                    f"""SELECT bm25({table}, 1.0, 2.0, 0.0) AS ranking, -rowid FROM {table}
                        WHERE {table} MATCH ? ORDER BY ranking, rowid DESC LIMIT ?""",
                    (match, limit),
                )
            )
            found += rows
            complete = complete and len(rows) < limit
        found.sort()
        return [-negated for _, negated in found[:limit]], complete and len(found) <= limit

    def newest(self, match: str, limit: int) -> list[int]:
        """Return the newest documents that match by full text. Nothing is ranked."""
        found: list[int] = []
        for section in self._sections:
            table = f"memory_text_{SECTIONS[section]}"
            rows = self._session.execute(
                f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?",
                (match, limit),
            )
            found += [document for (document,) in rows]
        return sorted(found, reverse=True)[:limit]

    def windows(self, documents: Iterable[int]) -> list[Window]:
        """Return the surroundings of those of the documents that are live and in a session."""
        around = """SELECT group_concat(document) FROM (SELECT o.document FROM memory_bag o
            WHERE o.section = b.section AND o.session = b.session AND o.document {side}"""
        rows = self._session.execute(
            f"""SELECT b.document,
                ({around.format(side="< b.document ORDER BY o.document DESC")} LIMIT {_BEFORE})),
                ({around.format(side="> b.document ORDER BY o.document")} LIMIT {_AFTER}))
                FROM memory_bag b WHERE b.document IN (SELECT value FROM json_each(?))
                AND b.session IS NOT NULL AND b.section IN {LIVE}""",
            (json.dumps(list(documents)),),
        )
        found = []
        for document, before, after in rows:
            earlier = sorted(map(int, before.split(","))) if before else []
            later = sorted(map(int, after.split(","))) if after else []
            found.append(Window([*earlier, document, *later], len(earlier)))
        return found

    def bags(self, documents: Collection[int], wanted: Collection[int]) -> dict[int, Bag]:
        """Return of each document what it holds of the wanted words."""
        rows = self._session.execute(
            """SELECT document, session, length, is_question, words, weights, sequence
               FROM memory_bag WHERE document IN (SELECT value FROM json_each(?))""",
            (json.dumps(list(documents)),),
        )
        sought = frozenset(wanted)
        return {row[0]: Bag.holding(sought, array(WORD_NUMBERS, row[4]), row) for row in rows}


def nearby(windows: Iterable[Window]) -> dict[int, list[Nearby]]:
    """Return the neighbours, with their shares, of every document that the windows reach.

    They reach one before the document that they are around, and three after it: those whose own
    neighbour it is.
    """
    found: dict[int, list[Nearby]] = {}
    for documents, at in windows:
        for place in range(max(0, at - 1), min(len(documents), at + 4)):
            known = found.get(documents[place], ())
            near = [
                Nearby(documents[place + offset], share)
                for offset, share in _OFFSETS
                if 0 <= place + offset < len(documents)
            ]
            # At the edge of a window some neighbours are out of sight; a wider one knows better.
            if len(near) > len(known):
                found[documents[place]] = near
    return found


def visible_sections(*, local: bool, past: bool) -> tuple[int, ...]:
    """Return the sections that an audience may see, those of superseded memories if `past`."""
    return tuple(
        section
        for section in range(len(SECTIONS))
        if (local or section not in WITHHELD) and (past or section in LIVE)
    )


def matching(known: Mapping[str, Known], terms: Iterable[str]) -> list[str]:
    """Return those of the terms that are known, each once."""
    return [term for term in dict.fromkeys(terms) if term in known]
