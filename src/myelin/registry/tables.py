"""The source tables of versioned documents, and of the files that belong to a version."""

from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Governing, Leaving, SourceTable

_COLUMNS = (
    Column(name="id", doc="The id of this version.", kind="row"),
    Column(name="name", doc="The name of the document.", logged=1),
    Column(name="version", doc="The number of the version.", kind="integer", least=1, logged=1),
    Column(name="origin", doc="Who wrote it.", kind="word", words=tuple(Origin), logged=1),
    Column(
        name="actor", doc="The name of the client or agent that wrote it.", optional=True, logged=1
    ),
    Column(name="recorded_at", doc="When it was written.", kind="time"),
    Column(
        name="reviewed_at",
        doc="When the owner made it the reviewed version.",
        kind="time",
        optional=True,
    ),
    Column(
        name="retired_at", doc="When the document was taken out of use.", kind="time", optional=True
    ),
    Column(name="changed_at", kind="time", exported=False),
    Column(name="yaml", doc="The document itself.", searched=True),
)


def document_table(name: str, *, prefix: str) -> SourceTable:
    """Return the declaration of a table of versioned documents."""
    return SourceTable(
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

ATTACHMENT = SourceTable(
    name="attachment",
    order=("process_id", "path"),
    leaves=Leaving(),
    # Text that a skill brings along is taken from the owner's own exports only.
    own_exports_only=True,
    columns=(
        Column(name="id", kind="row", exported=False),
        Column(
            name="process_id",
            doc="The version of a skill that the file belongs to.",
            kind="id",
            field="process",
            refers="process",
            prefix="prc",
            withheld="stays",
            owner=True,
        ),
        Column(name="path", doc="Its path beside the SKILL.md.", searched=True),
        Column(name="text", doc="Its text.", searched=True),
    ),
)
