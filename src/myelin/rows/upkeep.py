"""Export, import, check, purge and log of declared tables, unless a core does more.

A core's upkeep inherits from `TableUpkeep` and overrides only what its tables need beyond their
declarations. A table that a core merely lists goes through all of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from myelin.contract.errors import MemoryUnknown
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance, decode_id, encode_id, new_row_id
from myelin.kernel.tables import SourceTable
from myelin.kernel.upkeep import Deletion, Finding, Loaded, Record, Skipped
from myelin.rows import queries
from myelin.rows.queries import Row
from myelin.store import Delete, Put, Session

DAY_MS = 86_400_000
_NOTHING = Deletion((), frozenset(), (), ())


class TableUpkeep:
    """The rows of declared tables, whatever the audience: for the owner's upkeep only."""

    tables: Sequence[SourceTable] = ()
    """The tables of the core. An owner's table comes before those of the rows that it owns."""
    references_checked: frozenset[str] = frozenset()
    """The tables whose references the core checks itself, with findings of its own."""

    def __init__(self, *, chance: Chance) -> None:
        self._chance = chance

    @property
    def prefixes(self) -> Sequence[str]:
        """Return the prefixes of the public ids that the core gives (`mem`)."""
        return tuple(table.prefix for table in self.tables if table.prefix)

    @property
    def kinds(self) -> Sequence[str]:
        """Return the kinds of records that it dumps, in the order in which they are loaded."""
        return tuple(table.name for table in self.tables if table.exported)

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield a record for each row of the exported tables, in the order of the tables."""
        for table in self.tables:
            if table.exported:
                parts = self._parts(session, table)
                for row in queries.every(session, table):
                    yield self._record(table, row, parts)

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return the tool and the arguments by which a host would have written the texts.

        Without a tool of their own, the searched texts of a record pass the checks of `remember`.
        """
        table = self.table_of(record)
        found = [record.get(each.exported_as) for each in table.columns if each.searched]
        texts = [text for text in found if isinstance(text, str) and text]
        return ("remember", {"content": "\n".join(texts), "class": "note"}) if texts else None

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write one record; what is not the owner's own export comes in governing nothing.

        Raises:
            Skipped: it is not whole, its id is taken, or it does not fit what is here.
        """
        table = self.table_of(record)
        if table.own_exports_only and not owned:
            raise Skipped(f"another brain's {table.name}s are not taken over")
        row = self.row(session, table, record)
        if self.is_known(session, table, row, owned=owned):
            return "known"
        # The owner's own rows come back as they are, whatever the clock was when they were written.
        ahead = table.has("recorded_at") and row["recorded_at"] > session.now_ms + DAY_MS
        if ahead and not owned:
            raise Skipped("its time lies more than a day ahead")
        lowered = not owned and self.lower(session, table, row)
        parts = self._part_rows(table, record, row["id"], owned=owned)
        self.ensure_fits(session, table, row)
        if not queries.insert(session, table, row):
            return "known"
        for part, values in parts:
            queries.insert(session, part, values)
        return "lowered" if lowered else "added"

    def row(self, session: Session, table: SourceTable, record: Record) -> Row:
        """Return a record as the row that it becomes; a row without an exported id gets one."""
        del session
        row = dict.fromkeys(table.column_names) | table.values(record)
        if row["id"] is None:
            row["id"] = new_row_id(self._chance)
        return row

    def is_known(self, session: Session, table: SourceTable, row: Row, *, owned: bool) -> bool:
        """Return whether the row is here already.

        Raises:
            Skipped: its id stands for something else here.
        """
        del owned
        known = queries.one(session, table, row["id"])
        if known is None:
            return False
        if any(known[each.name] != row[each.name] for each in table.columns if each.identity):
            raise Skipped(f"another {table.name} has this id")
        return True

    def lower(self, session: Session, table: SourceTable, row: Row) -> bool:
        """Change a row from elsewhere so that it governs nothing; return whether it did before."""
        del session
        if table.has("origin"):
            row["origin"] = "import"
        return False

    def ensure_fits(self, session: Session, table: SourceTable, row: Row) -> None:
        """Refuse a row that does not fit what is here.

        Raises:
            Skipped: it does not.
        """

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield rows without their owner, and words that are in no closed list."""
        for table in self.tables:
            for column in table.owners:
                if table.name in self.references_checked:
                    continue
                lost = queries.without_target(session, table, column)
                if lost:
                    yield Finding(
                        "owner_missing",
                        f"{lost} rows of the table {table.name} belong to a {column.refers} that"
                        " is not there.",
                        "Restore a state in which it was: `myelin restore --dry-run` lists them.",
                    )
            for column in table.columns:
                odd = queries.with_other_words(session, table, column) if column.words else 0
                if odd:
                    yield Finding(
                        "word_unknown",
                        f"{odd} rows of the table {table.name} hold a {column.name} that this"
                        " Myelin does not know.",
                        "Update Myelin: a later version may have written them.",
                    )

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole id names a row that is there."""
        return self.find(session, public_id) is not None

    def find(self, session: Session, public_id: str) -> tuple[SourceTable, Row] | None:
        """Return the table and the row of a whole public id, or None."""
        prefix = public_id.partition("_")[0]
        for table in self.tables:
            if table.prefix == prefix:
                try:
                    row = queries.one(session, table, decode_id(public_id))
                except ValueError:
                    return None
                return None if row is None else (table, row)
        return None

    def touched(self, row_id: int) -> str | None:
        """Return the public id of the row that a touch counted, or None if the core has no uses."""
        del row_id
        return None

    def unknown(self, public_id: str) -> MyelinError:
        """Return the error for an id that names nothing."""
        del public_id
        return MemoryUnknown()

    def deletion_of(self, session: Session, public_id: str) -> Deletion:
        """Return everything deleted together with one row; nothing is changed.

        Raises:
            MyelinError: the core's error for an id that names nothing.
        """
        found = self.find(session, public_id)
        if found is None:
            raise self.unknown(public_id)
        table, row = found
        return self.owned(session, self.with_rows(_NOTHING, table, [row]))

    def widened(self, session: Session, deletion: Deletion) -> Deletion:
        """Return what is deleted with the rows of this core that belong to it."""
        return self.owned(session, deletion)

    def owned(self, session: Session, deletion: Deletion) -> Deletion:
        """Return what is deleted with the rows that its rows own, and that those own."""
        for table in self.tables:
            for column in table.owners:
                ids = {row_id for name, row_id in deletion.rows if name == column.refers}
                if column.kind == "row":
                    # Another state of the brain may have the row although this one has not.
                    own = frozenset((table.name, row_id) for row_id in ids)
                    deletion = Deletion(
                        deletion.ids, deletion.rows | own, deletion.texts, deletion.mentions
                    )
                found = queries.having(session, table, column.name, ids) if ids else []
                deletion = self.with_rows(deletion, table, found)
        return deletion

    def with_rows(self, deletion: Deletion, table: SourceTable, rows: Iterable[Row]) -> Deletion:
        """Return what is deleted, with more rows of a table, their ids and their texts."""
        ids, gone, texts = list(deletion.ids), set(deletion.rows), list(deletion.texts)
        for row in rows:
            gone.add((table.name, row["id"]))
            texts += table.texts(row)
            if table.prefix:
                ids.append(encode_id(table.prefix, row["id"]))
        unique = list(dict.fromkeys(ids)), list(dict.fromkeys(texts))
        return replace(deletion, ids=unique[0], rows=frozenset(gone), texts=unique[1])

    def describe(self, row: Put | Delete) -> Record | None:
        """Return what happened to a row, without its texts, or None if the log leaves it out.

        The record has `id`, `what` and the logged columns of the row.
        """
        table = next((each for each in self.tables if each.name == row.table), None)
        if table is None or not table.prefix:
            return None
        told: Record = {"id": encode_id(table.prefix, row.row_id)}
        if isinstance(row, Delete):
            return told | {"what": "removed"}
        named = table.named(row.values)
        return told | {"what": self.happened(table, named)} | dict(table.logged(named))

    def openings(self, session: Session, ids: Iterable[str]) -> dict[str, str | None]:
        """Return the text that tells which row each public id names, or None if it is gone.

        Ids of other cores, and of tables that declare no opening, are left out.
        """
        found: dict[str, str | None] = {}
        wanted = list(ids)
        for table in self.tables:
            if not table.opening:
                continue
            named = [one for one in wanted if one.startswith(f"{table.prefix}_")]
            rows = queries.having(session, table, "id", map(decode_id, named)) if named else ()
            texts = {row["id"]: row[table.opening] for row in rows}
            found |= {one: texts.get(decode_id(one)) for one in named}
        return found

    def happened(self, table: SourceTable, row: Row) -> str:
        """Return what a written row of the log says that happened; it has the columns of then."""
        del row
        return f"{table.name} saved"

    def table_of(self, record: Record) -> SourceTable:
        """Return the table that a record of an export belongs to."""
        return next(table for table in self.tables if table.name == record["kind"])

    def _record(self, table: SourceTable, row: Row, parts: Mapping[int, Record]) -> Record:
        record: Record = {"kind": table.name} | table.record(row) | parts.get(row["id"], {})
        for part in self._listed(table):
            record.setdefault(part.within, [])
        first = {name: record[name] for name in table.first_fields if name in record}
        return first | record

    def _parts(self, session: Session, table: SourceTable) -> dict[int, Record]:
        """Return the fields that owned rows add to their owners' records, by the owner's row."""
        found: dict[int, Record] = {}
        for part in self.tables:
            if part.exported or not any(each.refers == table.name for each in part.owners):
                continue
            [owner] = part.owners
            for row in queries.every(session, part):
                fields = found.setdefault(row[owner.name], {})
                if part.within:
                    fields.setdefault(part.within, []).append(part.record(row))
                else:
                    fields |= part.record(row)
        return found

    def _listed(self, table: SourceTable) -> Iterator[SourceTable]:
        for part in self.tables:
            if part.within and any(each.refers == table.name for each in part.owners):
                yield part

    def _part_rows(
        self, table: SourceTable, record: Record, row_id: int, *, owned: bool
    ) -> list[tuple[SourceTable, Row]]:
        """Return the rows of other tables that a record brings along.

        Raises:
            Skipped: one of them is not whole.
        """
        found: list[tuple[SourceTable, Row]] = []
        for part in self.tables:
            if part.exported or not any(each.refers == table.name for each in part.owners):
                continue
            if part.own_exports_only and not owned:
                continue
            [owner] = part.owners
            given = record.get(part.within, []) if part.within else _with_any(part, record)
            if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
                raise Skipped(f"`{part.within}` is no list of records")
            for fields in given:
                values = dict.fromkeys(part.column_names) | part.values(fields)
                values[owner.name] = row_id
                if values["id"] is None:
                    values["id"] = new_row_id(self._chance)
                found.append((part, values))
        return found


def _with_any(part: SourceTable, record: Record) -> list[Record]:
    """Return a record if it holds a field of a table whose rows share the owner's id."""
    fields = {column.exported_as for column in part.columns if column.exported}
    return [record] if fields & set(record) else []
