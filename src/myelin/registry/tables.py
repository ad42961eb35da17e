"""The source tables of versioned documents, and of the files that belong to a version."""

from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Leaving, Table

_COLUMNS = (
    Column(name="id", kind="row"),
    Column(name="name", logged=1),
    Column(name="version", kind="integer", least=1, logged=1),
    Column(name="origin", kind="word", words=tuple(Origin), logged=1),
    Column(name="actor", optional=True, logged=1),
    Column(name="recorded_at", kind="time"),
    Column(name="reviewed_at", kind="time", optional=True),
    Column(name="retired_at", kind="time", optional=True),
    Column(name="changed_at", kind="time", exported=False),
    Column(name="yaml", searched=True),
)


def document_table(name: str, *, prefix: str) -> Table:
    """Return the declaration of a table of versioned documents."""
    return Table(
        name=name,
        prefix=prefix,
        order=("name", "version"),
        leaves=Leaving(unless_private=True),
        columns=_COLUMNS,
    )


PROCESS = document_table("process", prefix="prc")
STANDARD = document_table("standard", prefix="std")

ATTACHMENT = Table(
    name="attachment",
    order=("process_id", "path"),
    leaves=Leaving(),
    # Text that a skill brings along is taken from the owner's own exports only.
    own_exports_only=True,
    columns=(
        Column(name="id", kind="row", exported=False),
        Column(
            name="process_id",
            kind="id",
            field="process",
            refers="process",
            prefix="prc",
            withheld="stays",
            owner=True,
        ),
        Column(name="path", searched=True),
        Column(name="text", searched=True),
    ),
)
