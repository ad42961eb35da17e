"""The source tables of versioned documents: processes and standards have the same columns."""

from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Governing, Leaving, Table

_COLUMNS = (
    Column(name="id", kind="row"),
    Column(name="name", logged=True),
    Column(name="version", kind="integer", least=1, logged=True),
    Column(name="origin", kind="word", words=tuple(Origin), logged=True),
    Column(name="actor", optional=True, logged=True),
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
        # A host's new version copies the retired mark of the one before it, which decides nothing.
        governing=Governing(
            inserted="new.reviewed_at IS NOT NULL",
            updated=(
                "old.reviewed_at IS NOT new.reviewed_at OR old.retired_at IS NOT new.retired_at"
            ),
            deleted="old.reviewed_at IS NOT NULL",
        ),
        columns=_COLUMNS,
    )


PROCESS = document_table("process", prefix="prc")
STANDARD = document_table("standard", prefix="std")
