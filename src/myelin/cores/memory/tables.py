"""The source tables of the memory core."""

from myelin.contract import words
from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Governing, Leaving, Table

SUPERSEDES = "supersedes"
"""The link type that only the engine writes: from a memory to the one that it corrects."""
LINK_TYPES = (SUPERSEDES, *words.LINK_TYPE)
ORIGINS = tuple(Origin)

MEMORY = Table(
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
        Column(name="id", kind="row"),
        Column(name="class", kind="word", words=words.MEMORY_CLASS, logged=1),
        Column(name="content", identity=True, searched=True),
        Column(name="subject", optional=True),
        Column(name="tags", kind="texts", absent="[]"),
        Column(name="aliases", kind="texts", absent="[]"),
        Column(name="session", optional=True, logged=5),
        Column(name="actor", optional=True, logged=4),
        Column(name="tier", kind="word", words=words.MEMORY_TIER, logged=2),
        Column(name="sensitivity", kind="word", words=words.SENSITIVITY),
        Column(name="origin", kind="word", words=ORIGINS, logged=3),
        Column(name="evidence", kind="word", words=words.EVIDENCE),
        Column(name="evidence_ref", optional=True),
        Column(name="observed_at", kind="time", optional=True),
        Column(name="recorded_at", kind="time"),
        Column(name="superseded_at", kind="time", optional=True),
        Column(
            name="superseded_by",
            kind="id",
            optional=True,
            refers="memory",
            prefix="mem",
            withheld="cleared",
        ),
    ),
)

MEMORY_USE = Table(
    name="memory_use",
    exported=False,
    own_exports_only=True,
    leaves=Leaving(),
    columns=(
        Column(
            name="id", kind="row", exported=False, refers="memory", withheld="stays", owner=True
        ),
        Column(name="uses", kind="integer", least=1),
        Column(name="last_used_at", kind="time", absent=0),
    ),
)

LINK = Table(
    name="link",
    order=("recorded_at", "from_id", "to_id", "type"),
    leaves=Leaving(),
    first_fields=("kind", "type"),
    columns=(
        Column(name="id", kind="row", exported=False),
        Column(
            name="from_id",
            kind="id",
            field="from",
            refers="memory",
            prefix="mem",
            withheld="stays",
            owner=True,
        ),
        Column(
            name="to_id",
            kind="id",
            field="to",
            refers="memory",
            prefix="mem",
            withheld="stays",
            owner=True,
        ),
        Column(name="type", kind="word", words=LINK_TYPES),
        Column(name="origin", kind="word", words=ORIGINS),
        Column(name="recorded_at", kind="time"),
        Column(name="withdrawn_at", kind="time", optional=True),
    ),
)

TABLES = (MEMORY, MEMORY_USE, LINK)
