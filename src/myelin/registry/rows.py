"""What is stored of a document: its versions, and which of them are the reviewed and the latest."""

from typing import NamedTuple

from myelin.documents.versions import Heads


class Version(NamedTuple):
    """One version of a document, as its author wrote it."""

    id: int
    name: str
    version: int
    origin: str
    actor: str | None
    recorded_at: int
    reviewed_at: int | None
    retired_at: int | None
    """Set in the latest version of a name that the owner took out of use; it counts for all."""
    yaml: str

    @property
    def reviewed(self) -> bool:
        """Return whether the owner approved this version."""
        return self.reviewed_at is not None


class Names(NamedTuple):
    """A name with the versions that matter of it."""

    name: str
    heads: Heads
    retired: bool

    @property
    def versions(self) -> tuple[int, ...]:
        """Return the reviewed and the latest version, one where they are the same."""
        return tuple(dict.fromkeys(v for v in (self.heads.reviewed, self.heads.latest) if v))
