"""The records that a server's sessions appended since the last manifest: what they may hold.

No owner signed them. Whoever has the remote key could have written them, so each operation must be
one that a host could have caused through a tool. `docs/replica.md` has the table of the rules.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from myelin.kernel.audience import Audience, Origin
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import encode_id
from myelin.kernel.tables import INTEGER_MAX, Column, SourceTable
from myelin.kernel.upkeep import Skipped
from myelin.store import Database, Put
from myelin.store.format import Delete, Transaction

Row = dict[str, Any]

LINKS_MAX = 64
OPEN_PROPOSALS_MAX = 20
USES_MAX = 255
SUPERSEDES = "supersedes"
_HOSTS = (Origin.HOST, Origin.LOOP)
_NEVER = ("meta", "memory_use", "attachment", "tombstone", "decision")


class NotAllowed(Exception):
    """An operation that no host could have caused."""

    def __init__(self, table: str, why: str) -> None:
        super().__init__(why)
        self.table = table
        self.why = why


@dataclass(frozen=True, slots=True)
class HostRules:
    """The rules of the cores that a host's call passes before it is written."""

    admit: Callable[[Mapping[str, Any]], None]
    """Raises MyelinError or Skipped if no host could have written a record of an export."""
    is_protected: Callable[[str], bool]
    """Returns whether only the owner may set a preference of that key."""


@dataclass(slots=True)
class _Block:
    """One transaction while it is checked."""

    time_ms: int
    new: dict[tuple[str, int], Row] = field(default_factory=dict)
    changed: dict[tuple[str, int], tuple[Row, Row]] = field(default_factory=dict)
    """The row before and after."""

    def rows(self, table: str) -> list[Row]:
        """Return the new rows of a table."""
        return [row for (name, _), row in self.new.items() if name == table]


class UnsignedCheck:
    """Checks unsigned transactions in order against an image that holds everything before each."""

    def __init__(self, db: Database, tables: Sequence[SourceTable], rules: HostRules) -> None:
        self._db = db
        self._tables = {table.name: table for table in tables}
        self._rules = rules
        self._new_memories: set[int] = set()
        self._may_insert: dict[str, Callable[[_Block, Row], str | None]] = {
            "memory": self._new_memory,
            "link": self._new_link,
            "process": self._new_version,
            "standard": self._new_version,
            "preference": self._new_preference,
            "outcome": self._new_outcome,
            "outcome_use": self._new_part,
            "outcome_violation": self._new_part,
            "proposal": self._new_proposal,
        }
        self._may_change: dict[str, Callable[[_Block, Row, Row], str | None]] = {
            "memory": self._superseded_memory,
            "preference": self._superseded_preference,
            "proposal": self._stale_proposal,
        }

    def check(self, transaction: Transaction) -> None:
        """Check one transaction, before it is applied to the image.

        Raises:
            NotAllowed: it holds an operation that no host could have caused.
        """
        block = self._block(transaction)
        versions = ("process", "standard")
        for (name, _), row in block.new.items():
            why = self._may_insert[name](block, row | {"table": name} if name in versions else row)
            if why is None and name not in ("link", "outcome_use", "outcome_violation"):
                why = self._admission(name, row)
            if why is not None:
                raise NotAllowed(name, why)
        for (name, _), (before, after) in block.changed.items():
            change = self._may_change.get(name)
            why = "an existing row changes" if change is None else change(block, before, after)
            if why is not None:
                raise NotAllowed(name, why)
        self._new_memories |= {row["id"] for row in block.rows("memory")}

    def check_touch(self, counts: Mapping[int, int]) -> None:
        """Check one touch.

        Raises:
            NotAllowed: it counts no use, or the use of a memory that is not there.
        """
        for row_id, count in counts.items():
            if not 1 <= count <= USES_MAX:
                raise NotAllowed("memory_use", "a count is not between 1 and 255")
            if self._row("memory", row_id) is None:
                raise NotAllowed("memory_use", "there is no such memory")

    def _block(self, transaction: Transaction) -> _Block:
        block = _Block(transaction.time_ms)
        for operation in transaction.operations:
            name = operation.table
            if name not in self._tables or name in _NEVER:
                raise NotAllowed(name, "no session writes this table")
            if isinstance(operation, Delete):
                raise NotAllowed(name, "no session deletes")
            row = self._shaped(operation)
            place = (name, row["id"])
            if place in block.new or place in block.changed:
                raise NotAllowed(name, "a row is written twice")
            before = self._row(name, row["id"])
            if before is None:
                block.new[place] = row
            else:
                block.changed[place] = (before, row)
        return block

    def _shaped(self, operation: Put) -> Row:
        table = self._tables[operation.table]
        values = operation.values
        if len(values) != len(table.columns) or values[0] != operation.row_id:
            raise NotAllowed(table.name, "the row has not the columns of its table")
        for column, value in zip(table.columns, values, strict=True):
            if not _fits(column, value):
                raise NotAllowed(table.name, f"{column.name} is not a {column.kind}")
        return table.named(values)

    def _admission(self, name: str, row: Row) -> str | None:
        record = {"kind": name} | self._tables[name].record(row)
        try:
            self._rules.admit(record)
        except MyelinError as refused:
            return f"a host could not have written it ({refused.code})"
        except Skipped:
            return "a host could not have written it"
        return None

    def _new_memory(self, block: _Block, row: Row) -> str | None:
        if row["origin"] not in _HOSTS or row["tier"] != "normal":
            return "only the owner writes such a memory"
        if row["sensitivity"] != "normal":
            return "no session writes a local_only memory"
        if row["recorded_at"] != block.time_ms:
            return "recorded_at is not the time of the record"
        return self._successor(block, row)

    def _successor(self, block: _Block, row: Row) -> str | None:
        """Return why the reference to a successor may not be what it is."""
        if row["superseded_at"] is None and row["superseded_by"] is None:
            return None
        if row["superseded_at"] != block.time_ms:
            return "superseded_at is not the time of the record"
        by = row["superseded_by"]
        new = self._new_memories | {each["id"] for each in block.rows("memory")}
        return None if by in new and by != row["id"] else "it is not superseded by a new memory"

    def _superseded_memory(self, block: _Block, before: Row, after: Row) -> str | None:
        if before["tier"] == "core":
            return "a core memory changes"
        if not _differ_only(before, after, ("superseded_at", "superseded_by")):
            return "a column other than superseded_at and superseded_by changes"
        if before["superseded_at"] is not None:
            return "it was superseded before"
        if after["superseded_at"] is None:
            return "superseded_by is set alone"
        return self._successor(block, after)

    def _new_link(self, block: _Block, row: Row) -> str | None:
        ends = (row["from_id"], row["to_id"])
        if row["origin"] not in _HOSTS or row["withdrawn_at"] is not None:
            return "only the owner writes such a link"
        if ends[0] == ends[1] or not all(self._memory(block, end) for end in ends):
            return "its ends are not two memories that are there"
        if row["recorded_at"] != block.time_ms:
            return "recorded_at is not the time of the record"
        if row["type"] == SUPERSEDES:
            _, after = block.changed.get(("memory", ends[1]), ({}, {}))
            superseded = after or block.new.get(("memory", ends[1]), {})
            fits = superseded.get("superseded_by") == ends[0]
            return None if fits else "it is not the link of a correction in this record"
        if any(self._links(block, end) > LINKS_MAX for end in ends):
            return "a memory has more than 64 links"
        return None

    def _new_version(self, block: _Block, row: Row) -> str | None:
        table, name = row["table"], row["name"]
        if row["origin"] != Origin.HOST or row["reviewed_at"] is not None:
            return "only the owner writes a reviewed version"
        known = self._select(
            f"SELECT version, retired_at FROM main.{table} WHERE name = ? ORDER BY version", name
        )
        latest, retired_at = known[-1] if known else (0, None)
        if row["version"] != latest + 1 or row["retired_at"] != retired_at:
            return "it does not follow the latest version"
        if row["recorded_at"] != block.time_ms:
            return "recorded_at is not the time of the record"
        return None

    def _new_preference(self, block: _Block, row: Row) -> str | None:
        if row["origin"] != Origin.HOST or row["superseded_at"] is not None:
            return "only the owner writes such a preference"
        if row["superseded_by"] is not None or row["recorded_at"] != block.time_ms:
            return "it was not set by this record"
        if self._rules.is_protected(row["key"]):
            return "its key is the owner's alone"
        held = self._select(
            "SELECT id, origin FROM main.preference WHERE key = ? AND superseded_at IS NULL",
            row["key"],
        )
        for row_id, origin in held:
            if origin == Origin.OWNER:
                return "the owner's value stands"
            if ("preference", row_id) not in block.changed:
                return "another value is in force"
        return None

    def _superseded_preference(self, block: _Block, before: Row, after: Row) -> str | None:
        if before["origin"] != Origin.HOST:
            return "the owner's value changes"
        if not _differ_only(before, after, ("superseded_at", "superseded_by")):
            return "a column other than superseded_at and superseded_by changes"
        if before["superseded_at"] is not None or after["superseded_at"] != block.time_ms:
            return "it does not end with this record"
        by = block.new.get(("preference", after["superseded_by"] or 0))
        fits = by is not None and by["key"] == after["key"]
        return None if fits else "it is not superseded by a new value of its key"

    def _new_outcome(self, block: _Block, row: Row) -> str | None:
        if row["origin"] != Origin.HOST or row["audience"] != Audience.REMOTE:
            return "no session writes such an outcome"
        if row["sensitivity"] != "normal" or row["recorded_at"] != block.time_ms:
            return "it was not written by this record"
        told = block.new.get(("memory", row["memory_id"]))
        fits = told is not None and told["class"] == "episode"
        return None if fits else "its episode is not new in this record"

    def _new_part(self, block: _Block, row: Row) -> str | None:
        if ("outcome", row["outcome_id"]) not in block.new:
            return "its outcome is not new in this record"
        if "memory_id" in row and not self._memory(block, row["memory_id"]):
            return "there is no such memory"
        return None

    def _new_proposal(self, block: _Block, row: Row) -> str | None:
        if row["origin"] not in _HOSTS or row["state"] != "open":
            return "no session writes such a proposal"
        if row["decided_at"] is not None or row["decided_by"] is not None:
            return "it was decided"
        if row["sensitivity"] != "normal" or row["created_at"] != block.time_ms:
            return "it was not written by this record"
        if not self._is_body(block, row["body"]):
            return "its body is not one that a host brings"
        [(held,)] = self._select("SELECT count(*) FROM main.proposal WHERE state = ?", "open")
        closed = sum(name == "proposal" for name, _ in block.changed)
        full = held - closed + len(block.rows("proposal")) > OPEN_PROPOSALS_MAX
        return "more than 20 proposals are open" if full else None

    def _is_body(self, block: _Block, body: str | None) -> bool:
        """Return whether a host's call can open a proposal with that body.

        A call proposes a version by its number, a new memory by its id, or a value of a preference.
        """
        if body is None or (body.isascii() and body.isdecimal()):
            return True
        new = self._new_memories | {each["id"] for each in block.rows("memory")}
        if body in {encode_id("mem", row_id) for row_id in new}:
            return True
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            return False
        is_value = isinstance(value, dict) and value.keys() == {"value", "statement"}
        return is_value and all(isinstance(each, str) for each in value.values())

    def _stale_proposal(self, block: _Block, before: Row, after: Row) -> str | None:
        if not _differ_only(before, after, ("state", "decided_at")):
            return "a column other than the state changes"
        if (before["state"], after["state"]) != ("open", "stale"):
            return "only the owner decides"
        names = {row["name"] for table in ("process", "standard") for row in block.rows(table)}
        fits = after["target"] in names and after["decided_at"] == block.time_ms
        return None if fits else "no newer version of its target is in this record"

    def _memory(self, block: _Block, row_id: int) -> bool:
        return ("memory", row_id) in block.new or self._row("memory", row_id) is not None

    def _links(self, block: _Block, end: int) -> int:
        # Base table: a device counts all links of the replica that it judges.
        [(held,)] = self._db.execute(
            """SELECT count(*) FROM main.link WHERE (from_id = ?1 OR to_id = ?1)
               AND type <> 'supersedes' AND withdrawn_at IS NULL""",
            (end,),
        )
        new = [row for row in block.rows("link") if row["type"] != SUPERSEDES]
        return int(held) + sum(end in (row["from_id"], row["to_id"]) for row in new)

    def _row(self, table: str, row_id: int) -> Row | None:
        found = self._select(f"SELECT * FROM main.{table} WHERE id = ?", row_id)
        return self._tables[table].named(found[0]) if found else None

    def _select(self, sql: str, value: Any) -> list[tuple[Any, ...]]:
        return list(self._db.execute(sql, (value,)))


def _differ_only(before: Row, after: Row, columns: Sequence[str]) -> bool:
    return all(before[name] == after[name] for name in before if name not in columns)


def _fits(column: Column, value: Any) -> bool:
    """Return whether a value is one that the column may hold, whoever wrote it."""
    if value is None:
        return column.optional
    match column.kind:
        case "text":
            return isinstance(value, str)
        case "word":
            return value in column.words
        case "texts" | "ids":
            return isinstance(value, str) and _is_list(
                value, str if column.kind == "texts" else int
            )
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    least = 1 if column.kind in ("row", "id") else column.least
    return least <= value <= (1 if column.kind == "flag" else INTEGER_MAX)


def _is_list(text: str, of: type) -> bool:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(values, list) and all(
        isinstance(each, of) and not isinstance(each, bool) for each in values
    )
