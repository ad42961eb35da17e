"""The rows of documents: versions, and the reviewed and latest version of each name."""

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
    """Set in the latest version of a retired name. It applies to all versions of the name."""
    yaml: str

    @property
    def reviewed(self) -> bool:
        """Return whether the owner approved this version."""
        return self.reviewed_at is not None


class Names(NamedTuple):
    """A document name with its reviewed and latest versions."""

    name: str
    heads: Heads
    retired: bool

    @property
    def versions(self) -> tuple[int, ...]:
        """Return the reviewed and the latest version, once if they are the same."""
        return tuple(dict.fromkeys(v for v in (self.heads.reviewed, self.heads.latest) if v))
