"""The interface of a core that upkeep uses: exporting, importing, checking, purging, logging."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from myelin.kernel.tables import SourceTable
from myelin.kernel.upkeep import Deletion, Finding, Loaded, Record
from myelin.store import Delete, Put, Session


class Core(Protocol):
    """One core with its tables. `rows.TableUpkeep` implements it from the declarations."""

    @property
    def tables(self) -> Sequence[SourceTable]:
        """Return the declarations of the core's tables, owners before what they own."""

    @property
    def prefixes(self) -> Sequence[str]:
        """Return the prefixes of the public ids that the core gives (`mem`)."""

    @property
    def kinds(self) -> Sequence[str]:
        """Return the kinds of records that it exports, in the order in which they are imported."""

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield a record for every row, without loss, always in the same order."""

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return the tool and the arguments by which a host would have written the record.

        None if the record holds no text of its own.

        Raises:
            Skipped: the record has no such shape.
        """

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write one record. `owned` is true for an unmodified export made on this device.

        Records of other exports come in with less force: nothing in them governs here.

        Raises:
            Skipped: the record cannot be written.
        """

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield the inconsistencies among the core's rows, derived ones included."""

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole public id names an existing row."""

    def touched(self, row_id: int) -> str | None:
        """Return the public id of the row that a touch counted, or None if the core has no uses."""

    def deletion_of(self, session: Session, public_id: str) -> Deletion:
        """Return everything deleted together with one item. Nothing is changed.

        Raises:
            MyelinError: the core's error for an id that names nothing.
        """

    def widened(self, session: Session, deletion: Deletion) -> Deletion:
        """Return a deletion with the rows of this core that must go with it."""

    def openings(self, session: Session, ids: Iterable[str]) -> dict[str, str | None]:
        """Return the text that tells which row each public id names, or None if it is gone."""

    def describe(self, row: Put | Delete) -> Record | None:
        """Return an entry of `myelin log` for a changed row, without its texts.

        The entry has `id`, `what` and the logged columns. None: the row is not listed.
        """
