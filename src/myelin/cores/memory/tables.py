"""The source tables of the memory core."""

from myelin.contract import words
from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Governing, Leaving, SourceTable

SUPERSEDES = "supersedes"
"""The link type that only the engine writes: from a memory to the one that it corrects."""
LINK_TYPES = (SUPERSEDES, *words.LINK_TYPE)
ORIGINS = tuple(Origin)

MEMORY = SourceTable(
    name="memory",
    prefix="mem",
    order=("recorded_at", "id"),
    opening="content",
    leaves=Leaving(),
    governing=Governing(
        inserted="new.tier = 'core'",
        updated="old.tier = 'core' OR new.tier = 'core'",
        deleted="old.tier = 'core'",
    ),
    columns=(
        Column(name="id", doc="Its id.", kind="row"),
        Column(name="class", doc="Its class.", kind="word", words=words.MEMORY_CLASS, logged=1),
        Column(name="content", doc="Its text, at most 16 KiB.", identity=True, searched=True),
        Column(name="subject", doc="What it is about, in one line.", optional=True),
        Column(name="tags", doc="Its tags.", kind="texts", absent="[]"),
        Column(name="aliases", doc="Other words by which it is found.", kind="texts", absent="[]"),
        Column(
            name="session",
            doc="The session that wrote it, as the client names it.",
            optional=True,
            logged=5,
        ),
        Column(
            name="actor",
            doc="The name of the client or agent that wrote it.",
            optional=True,
            logged=4,
        ),
        Column(name="tier", doc="Its tier.", kind="word", words=words.MEMORY_TIER, logged=2),
        Column(
            name="sensitivity",
            doc="Whether it may leave this machine.",
            kind="word",
            words=words.SENSITIVITY,
        ),
        Column(name="origin", doc="Who wrote it.", kind="word", words=ORIGINS, logged=3),
        Column(name="evidence", doc="How sure the writer was.", kind="word", words=words.EVIDENCE),
        Column(name="evidence_ref", doc="Where the evidence is.", optional=True),
        Column(name="observed_at", doc="From when on it was true.", kind="time", optional=True),
        Column(name="recorded_at", doc="When it was written.", kind="time"),
        Column(
            name="superseded_at",
            doc="When another memory took its place.",
            kind="time",
            optional=True,
        ),
        Column(
            name="superseded_by",
            doc="That memory.",
            kind="id",
            optional=True,
            refers="memory",
            prefix="mem",
            withheld="cleared",
        ),
    ),
)

MEMORY_USE = SourceTable(
    name="memory_use",
    exported=False,
    own_exports_only=True,
    leaves=Leaving(),
    columns=(
        Column(
            name="id", kind="row", exported=False, refers="memory", withheld="stays", owner=True
        ),
        Column(name="uses", doc="How often it was served and counted.", kind="integer", least=1),
        Column(name="last_used_at", doc="When that was last.", kind="time", absent=0),
    ),
)

LINK = SourceTable(
    name="link",
    order=("recorded_at", "from_id", "to_id", "type"),
    leaves=Leaving(),
    first_fields=("kind", "type"),
    columns=(
        Column(name="id", kind="row", exported=False),
        Column(
            name="from_id",
            doc="The memory that the link begins at.",
            kind="id",
            field="from",
            refers="memory",
            prefix="mem",
            withheld="stays",
            owner=True,
        ),
        Column(
            name="to_id",
            doc="The memory that it leads to.",
            kind="id",
            field="to",
            refers="memory",
            prefix="mem",
            withheld="stays",
            owner=True,
        ),
        Column(name="type", doc="What it says.", kind="word", words=LINK_TYPES),
        Column(name="origin", doc="Who wrote it.", kind="word", words=ORIGINS),
        Column(name="recorded_at", doc="When it was written.", kind="time"),
        Column(name="withdrawn_at", doc="When it was taken back.", kind="time", optional=True),
    ),
)

TABLES = (MEMORY, MEMORY_USE, LINK)
