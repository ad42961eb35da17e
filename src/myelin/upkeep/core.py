"""What upkeep asks of every core: to dump, load, check, erase and tell about its own rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from myelin.kernel.upkept import Doomed, Finding, Loaded, Record
from myelin.store import Delete, Put, Session


class Core(Protocol):
    """One core, as far as upkeep is concerned; no core knows another one."""

    @property
    def prefixes(self) -> Sequence[str]:
        """Return the prefixes of the ids that the core gives (`mem`)."""

    @property
    def kinds(self) -> Sequence[str]:
        """Return the kinds of records that it dumps, in the order in which they are loaded."""

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield everything, without loss and always in the same order."""

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return the tool and the arguments by which a host would have written the record.

        Raises:
            Skipped: the record has no such shape.
        """

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write one record; what is not the owner's own export comes in governing nothing.

        Raises:
            Skipped: the record cannot be written.
        """

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield what does not fit together among the core's rows, derived ones included."""

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole id names something that is there."""

    def touched(self, row_id: int) -> str | None:
        """Return the public id of what a touch counted, or None if the core has no uses."""

    def doom(self, session: Session, public_id: str) -> Doomed:
        """Return what goes with a thing that is erased; nothing is changed.

        Raises:
            MyelinError: the core's error for an id that it does not know.
        """

    def tell(self, row: Put | Delete) -> Record | None:
        """Return what happened to a row, by the names of its columns, or None if it is not told."""
