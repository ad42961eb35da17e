"""Upkeep of the memory core: memories and links exported, imported, checked, purged and logged."""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from myelin.contract.errors import MemoryUnknown
from myelin.cores.memory import records, rules, upkeep_queries
from myelin.cores.memory.tables import LINK, MEMORY, TABLES
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import decode_id
from myelin.kernel.tables import SourceTable
from myelin.kernel.upkeep import Deletion, Finding, Record, Skipped
from myelin.rows import TableUpkeep
from myelin.rows.queries import Row
from myelin.store import Delete, Put, Session

_ADMITTED = (
    "content", "class", "subject", "tags", "aliases", "observed_at", "session", "actor",
    "sensitivity", "evidence", "evidence_ref",
)  # fmt: skip
_MENDED = "Run `myelin doctor --repair`: it is computed anew from what was written."


class MemoryUpkeep(TableUpkeep):
    """Memories, their uses and links: for exports, imports, checks, purges and the log."""

    tables = TABLES
    references_checked = frozenset(("memory", "link"))

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have remembered a memory; a link holds no text of its own."""
        if record["kind"] != MEMORY.name:
            return super().admission(record)
        return "remember", {name: record[name] for name in _ADMITTED if name in record}

    def row(self, session: Session, table: SourceTable, record: Record) -> Row:
        """Return a record as the row that it becomes, its texts in the stored form."""
        return super().row(session, table, _normalised(record) if table is MEMORY else record)

    def is_known(self, session: Session, table: SourceTable, row: Row, *, owned: bool) -> bool:
        """Return whether the row is here, or one from elsewhere would add nothing.

        Raises:
            Skipped: its id stands for another memory here.
        """
        if super().is_known(session, table, row, owned=owned):
            return True
        return table is MEMORY and not owned and upkeep_queries.says_already(session, row)

    def lower(self, session: Session, table: SourceTable, row: Row) -> bool:
        """Let a core memory from elsewhere come in as a normal one."""
        super().lower(session, table, row)
        if row.get("tier") != "core":
            return False
        row["tier"] = "normal"
        return True

    def ensure_fits(self, session: Session, table: SourceTable, row: Row) -> None:
        """Refuse a link of a memory to itself, or to one that is not there."""
        if table is not LINK:
            return
        if row["from_id"] == row["to_id"]:
            raise Skipped("a memory is not linked to itself")
        for end in (row["from_id"], row["to_id"]):
            if upkeep_queries.content_of(session, end) is None:
                raise Skipped("a memory that it links is not there")

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield links and corrections that lead nowhere, and an index that is not the memories'."""
        dangling = upkeep_queries.links_without_ends(session)
        if dangling:
            yield Finding(
                "link_dangling",
                f"{dangling} links start or end at a memory that is not there.",
                "They are passed over in every answer; nothing needs to be done.",
            )
        lost = upkeep_queries.superseded_by_nothing(session)
        if lost:
            yield Finding(
                "successor_missing",
                f"{lost} superseded memories name a successor that is neither there nor purged.",
                "Restore a state in which it was there: `myelin restore --dry-run` lists them.",
            )
        if not upkeep_queries.index_is_sound(session, rules.content_key):
            yield Finding(
                "index_differs", "The full-text index is not that of the memories.", _MENDED
            )
        absolute = upkeep_queries.absolute_references(session)
        if absolute:
            yield Finding(
                "path_absolute",
                f"{absolute} memories name an absolute path as their evidence.",
                "Supersede them with a path inside the project; elsewhere it means nothing.",
            )
        yield from super().check(session)

    def touched(self, row_id: int) -> str | None:
        """Return the id of a memory that was served."""
        return records.memory_id(row_id)

    def unknown(self, public_id: str) -> MyelinError:
        """Return the error for an id that names no memory."""
        del public_id
        return MemoryUnknown()

    def deletion_of(self, session: Session, public_id: str) -> Deletion:
        """Return a memory, every memory with the same text, and their links and uses.

        Raises:
            MemoryUnknown: no memory has this id.
        """
        deletion = super().deletion_of(session, public_id)
        found = self.find(session, public_id)
        if found is None or found[0] is not MEMORY:
            return deletion
        row_id, content = found[1]["id"], found[1]["content"]
        same = upkeep_queries.with_content(session, rules.content_key(content))
        ids = [row_id, *(other for other in same if other != row_id)]
        rows = [row for each in ids if (row := upkeep_queries.memory(session, each)) is not None]
        deletion = self.owned(session, self.with_rows(deletion, MEMORY, rows))
        mentions = [each for each in upkeep_queries.mentioning(session, content) if each not in ids]
        told = [records.memory_id(each) for each in mentions]
        return Deletion(deletion.ids, deletion.rows, deletion.texts, told)

    def widened(self, session: Session, deletion: Deletion) -> Deletion:
        """Add the memories that another core names among the deleted ids, and all of theirs."""
        for public_id in deletion.ids:
            if not public_id.startswith("mem_") or not self.exists(session, public_id):
                continue
            if (MEMORY.name, decode_id(public_id)) in deletion.rows:
                continue
            own = self.deletion_of(session, public_id)
            deletion = Deletion(
                list(dict.fromkeys([*deletion.ids, *own.ids])),
                deletion.rows | own.rows,
                list(dict.fromkeys([*deletion.texts, *own.texts])),
                list(dict.fromkeys([*deletion.mentions, *own.mentions])),
            )
        return super().widened(session, deletion)

    def describe(self, row: Put | Delete) -> Record | None:
        """Return what happened to a memory or a link, without its text."""
        if row.table != LINK.name:
            return super().describe(row)
        if isinstance(row, Delete):
            return None
        named = LINK.named(row.values)
        withdrawn = "withdrawn: " if named.get("withdrawn_at") is not None else ""
        return {
            "id": records.memory_id(named["from_id"]),
            "what": f"{withdrawn}{named['type']} {records.memory_id(named['to_id'])}",
            "origin": named["origin"],
        }

    def happened(self, table: SourceTable, row: Row) -> str:
        """Return whether a memory was saved or superseded."""
        if table is not MEMORY:
            return super().happened(table, row)
        return "saved" if row["superseded_at"] is None else "superseded"


def _normalised(record: Record) -> Record:
    """Return a record with its texts in NFC, as they are stored."""

    def nfc(value: Any) -> Any:
        if isinstance(value, list):
            return [nfc(each) for each in value]
        return unicodedata.normalize("NFC", value) if isinstance(value, str) else value

    return {name: nfc(value) for name, value in record.items()}
