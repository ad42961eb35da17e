"""Upkeep of the preferences core: exported, imported, checked, purged and logged."""

from collections.abc import Mapping
from typing import Any

from myelin.contract.errors import PreferenceUnknown
from myelin.cores.preferences import queries, rules
from myelin.cores.preferences.tables import PREFERENCE, TABLES
from myelin.kernel.audience import Origin
from myelin.kernel.errors import MyelinError
from myelin.kernel.tables import SourceTable
from myelin.kernel.upkeep import Deletion, Record, Skipped
from myelin.rows import TableUpkeep
from myelin.rows import queries as rows
from myelin.rows.queries import Row
from myelin.store import Session

_ADMITTED = ("key", "value", "statement")


class PreferenceUpkeep(TableUpkeep):
    """Preferences with their history. A key with two values in force cannot be stored."""

    tables = TABLES

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have set it."""
        return "set_preference", {name: record[name] for name in _ADMITTED if name in record}

    def lower(self, session: Session, table: SourceTable, row: Row) -> bool:
        """Let the owner's preference from elsewhere come in as claimed.

        Raises:
            Skipped: only the owner of this brain sets that key.
        """
        if rules.is_protected(row["key"]):
            raise Skipped("its namespace is the owner's alone")
        was_owners = row["origin"] == Origin.OWNER
        super().lower(session, table, row)
        return bool(was_owners)

    def ensure_fits(self, session: Session, table: SourceTable, row: Row) -> None:
        """Refuse an invalid key, and a second value in force for a key."""
        del table
        if not rules.is_key(row["key"]):
            raise Skipped("`key` is no key of a preference")
        in_force = row["superseded_at"] is None
        if in_force and queries.in_force_for(session, row["key"]) is not None:
            raise Skipped("another value holds for that key here")

    def unknown(self, public_id: str) -> MyelinError:
        """Return the error for an id that names no preference."""
        del public_id
        return PreferenceUnknown()

    def deletion_of(self, session: Session, public_id: str) -> Deletion:
        """Return a preference and every other one with the same statement.

        Raises:
            PreferenceUnknown: no preference has this id.
        """
        found = self.find(session, public_id)
        if found is None:
            raise PreferenceUnknown()
        same = rows.having(session, PREFERENCE, "statement", [found[1]["statement"]])
        return self.with_rows(super().deletion_of(session, public_id), PREFERENCE, same)

    def happened(self, table: SourceTable, row: Row) -> str:
        """Return whether a preference was set or superseded."""
        del table
        return "set" if row["superseded_at"] is None else "superseded"
