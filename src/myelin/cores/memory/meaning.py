"""What memories mean, by the vectors of an optional sentence model: the dense companion.

Recalls and idle moments fill in the vectors that are due, each a few. Nothing waits for all of
them: a memory without a vector counts as a typical one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from myelin.cores.memory import vectors
from myelin.kernel.ids import Chance, new_row_id
from myelin.store import Added, Session, Store

FILLED_IN_RECALL_MAX = 4
FILLED_IN_RECALL_BYTES = 8 * 384
"""A recall gives so many memories without a vector one, and none after so many bytes of them."""

BATCH = 8
UNAVAILABLE = "The dense companion is switched on and cannot be used: {reason}. Words alone ranked."


class Nearness(Protocol):
    """How near every memory that has a vector is to one query, from -1 to 1."""

    @property
    def typical(self) -> float:
        """Return what a memory has that is neither near nor far, less than 1."""

    def nearest(self, limit: int) -> list[int]:
        """Return the row ids of the nearest memories, nearest first."""

    def of(self, row_ids: Sequence[int]) -> dict[int, float]:
        """Return the nearness of those of the memories that have a vector."""


class Vectors(Protocol):
    """The vectors of all memories, in memory."""

    def __len__(self) -> int:
        """Return how many memories have a vector."""

    def adding(self, rows: Sequence[tuple[int, bytes]]) -> Vectors:
        """Return a array that holds the vectors of more memories."""

    def near(self, query: bytes) -> Nearness:
        """Return how near every memory is to a query."""


class Companion(Protocol):
    """A sentence model on this device."""

    @property
    def failure(self) -> str | None:
        """Return why the model cannot be used, as far as that was tried."""

    def vectors(self, text: str) -> bytes | None:
        """Return the vectors of a text, or None where the model cannot be used."""

    def query(self, text: str) -> bytes | None:
        """Return the vector of a query, or None where the model cannot be used."""

    def array(self, rows: Sequence[tuple[int, bytes]]) -> Vectors:
        """Return the vectors of many memories, to be compared with queries."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What the companion says about one query."""

    nearness: Nearness

    def documents(self, session: Session, limit: int) -> list[int]:
        """Return the documents of the nearest memories, in any order."""
        return vectors.documents_of(session, self.nearness.nearest(limit))

    def of(self, row_ids: Collection[int]) -> dict[int, float]:
        """Return how much nearer memories are than a typical one, at most 1.

        One without a vector counts as typical. Texts of a language that the model does not know
        are all near to each other, so a cosine alone would say little.
        """
        typical = self.nearness.typical
        cosines = self.nearness.of(list(row_ids))
        return {
            row_id: (cosines.get(row_id, typical) - typical) / (1 - typical) for row_id in row_ids
        }


@dataclass(slots=True)
class _Held:
    """The vectors that a process holds in memory, and the state of the table that they show."""

    number: int
    array: Vectors
    fresh: dict[int, bytes] = field(default_factory=dict)
    """Computed by recalls, which change nothing; the next filling writes them down."""


class Meaning:
    """The companion of one brain: knows the vectors of its memories, and compares queries."""

    def __init__(self, companion: Companion, chance: Chance) -> None:
        self._companion = companion
        self._chance = chance
        self._held: _Held | None = None
        self._was_told = False

    def look(self, session: Session, query: str) -> Meant | None:
        """Return what the companion says about a query; None where it has nothing to say.

        A few of the memories that have no vector yet get one, in this process alone.
        """
        asked = self._companion.query(query)
        if asked is None:
            return None
        held = self._read(session)
        self._add_fresh(session, held)
        return Meant(held.array.near(asked)) if len(held.array) else None

    def complaint(self) -> str | None:
        """Return a note that the companion cannot be used; only the first call does."""
        reason = self._companion.failure
        if reason is None or self._was_told:
            return None
        self._was_told = True
        return UNAVAILABLE.format(reason=reason)

    def fill(self, store: Store, is_enough: Callable[[], bool]) -> bool:
        """Give memories without a vector one, until enough is done; return whether all have one.

        Computing holds no lock: others read and write meanwhile.

        Raises:
            MyelinError: the brain cannot be read; what was filled in before stays.
        """
        while True:
            with store.read() as session:
                due = vectors.due(session, BATCH)
                fresh = {} if self._held is None else dict(self._held.fresh)
            if not due:
                return True
            made: dict[int, bytes] = {}
            for row_id, content in due:
                if is_enough():
                    break
                one = fresh.get(row_id) or self._companion.vectors(content)
                if one is None:
                    return False
                made[row_id] = one
            if made:
                store.derive(partial(self._write, made))
            if len(made) < len(due):
                return False

    def _read(self, session: Session) -> _Held:
        """Return the vectors as the table has them now."""
        number = vectors.state(session)
        held = self._held
        if held is None or held.number != number:
            rows = vectors.present(session)
            held = self._held = _Held(number, self._companion.array(rows))
        return held

    def _add_fresh(self, session: Session, held: _Held) -> None:
        due = vectors.due(session, FILLED_IN_RECALL_MAX + len(held.fresh))
        found: dict[int, bytes] = {}
        size_bytes = 0
        for row_id, content in due:
            if row_id in held.fresh or size_bytes >= FILLED_IN_RECALL_BYTES:
                continue
            one = self._companion.vectors(content)
            if one is None:
                return
            found[row_id] = one
            size_bytes += len(one)
        if found:
            held.fresh |= found
            held.array = held.array.adding(list(found.items()))

    def _write(self, made: Mapping[int, bytes], session: Session) -> Added:
        """Write vectors into the table."""
        before = vectors.state(session)
        written = vectors.write(session, made, new_row_id(self._chance))
        held = self._held
        if held is not None and held.number == before:
            # What this process holds need not be read again.
            new = [(row_id, made[row_id]) for row_id in written if row_id not in held.fresh]
            if new:
                held.array = held.array.adding(new)
            for row_id in written:
                held.fresh.pop(row_id, None)
            held.number = vectors.state(session)
        size_bytes = sum(len(made[row_id]) for row_id in written)
        return Added(size_bytes, is_all=not vectors.due(session, 1))
