"""Upkeep of a table of documents: versions exported, imported, checked, purged and logged."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance, encode_id
from myelin.kernel.tables import SourceTable
from myelin.kernel.upkeep import Deletion, Finding, Record, Skipped
from myelin.rows import TableUpkeep, queries
from myelin.rows.queries import Row
from myelin.store import Session


class DocumentUpkeep(TableUpkeep):
    """The versions of one table of documents."""

    def __init__(
        self,
        table: SourceTable,
        *,
        name_of: Callable[[str], str],
        unknown: MyelinError,
        chance: Chance,
        parts: tuple[SourceTable, ...] = (),
    ) -> None:
        """`parts` are the tables whose rows belong to a version, such as attachments."""
        super().__init__(chance=chance)
        self.tables = (table, *parts)
        self._table = table
        self._name_of = name_of
        """Parses a document and returns its name, or raises the error for one with problems."""
        self._unknown = unknown

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have saved the version. A host cannot save attachments."""
        if record["kind"] != self._table.name:
            return None
        return f"save_{self._table.name}", {"yaml": record.get("yaml")}

    def row(self, session: Session, table: SourceTable, record: Record) -> Row:
        """Return a record as the version that it becomes.

        Raises:
            Skipped: it is not whole, or its document has another name.
        """
        row = super().row(session, table, record)
        if table is not self._table:
            return row
        row["changed_at"] = session.now_ms
        if self._name_of(row["yaml"]) != row["name"]:
            raise Skipped("its document has another name")
        return row

    def is_known(self, session: Session, table: SourceTable, row: Row, *, owned: bool) -> bool:
        """Return whether the version is here already.

        Raises:
            Skipped: its id or its number stands for another text.
        """
        if table is not self._table:
            return super().is_known(session, table, row, owned=owned)
        same_id = queries.having(session, table, "id", [row["id"]])
        same_name = queries.having(session, table, "name", [row["name"]])
        for known in [*same_id, *(one for one in same_name if one["version"] == row["version"])]:
            if all(known[name] == row[name] for name in ("name", "version", "yaml")):
                return True
            taken = "id" if known["id"] == row["id"] else "number"
            raise Skipped(f"another version has this {taken}")
        return False

    def lower(self, session: Session, table: SourceTable, row: Row) -> bool:
        """Let a reviewed version from elsewhere come in as unreviewed."""
        super().lower(session, table, row)
        if table is not self._table:
            return False
        was_reviewed = row["reviewed_at"] is not None
        row |= {"reviewed_at": None, "retired_at": None}
        return was_reviewed

    def ensure_fits(self, session: Session, table: SourceTable, row: Row) -> None:
        """Refuse an attachment without its version.

        Raises:
            Skipped: the version that it belongs to is not here.
        """
        for column in table.owners:
            if queries.one(session, self._table, row[column.name]) is None:
                raise Skipped("the version that it belongs to is not here")

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield stored versions whose YAML does not parse or names a different document."""
        broken = 0
        for row in queries.every(session, self._table):
            try:
                broken += self._name_of(row["yaml"]) != row["name"]
            except MyelinError:
                broken += 1
        if broken:
            yield Finding(
                f"{self._table.name}_unreadable",
                f"{broken} versions in the table {self._table.name} do not read as what they are.",
                "Save the document again; the versions before it stay as they are.",
            )
        yield from super().check(session)

    def unknown(self, public_id: str) -> MyelinError:
        """Return the error for an id that names no version."""
        del public_id
        return self._unknown

    def deletion_of(self, session: Session, public_id: str) -> Deletion:
        """Return a version and every one of the same text; other versions of its name are told.

        Raises:
            MyelinError: no version has this id.
        """
        deletion = super().deletion_of(session, public_id)
        found = self.find(session, public_id)
        assert found is not None, "a version that is not there cannot be deleted"
        table, row = found
        same = queries.having(session, table, "yaml", [row["yaml"]])
        deletion = self.owned(session, self.with_rows(deletion, table, same))
        versions = queries.having(session, table, "name", [row["name"]])
        others = [one["id"] for one in versions if one["yaml"] != row["yaml"]]
        told = [encode_id(table.prefix, row_id) for row_id in others]
        return Deletion(deletion.ids, deletion.rows, deletion.texts, told)

    def happened(self, table: SourceTable, row: Row) -> str:
        """Return whether a version was saved, reviewed or retired."""
        what = "saved"
        for name, happened in (("reviewed_at", "reviewed"), ("retired_at", "retired")):
            if row[name] is not None:
                what = happened
        return f"{table.name} {what}"
