"""The source tables of the adaptation core."""

from myelin.contract import words
from myelin.cores.adaptation.kinds import KINDS
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.tables import Column, Governing, Leaving, SourceTable

OUTCOME = SourceTable(
    name="outcome",
    prefix="out",
    order=("recorded_at", "id"),
    opening="task",
    leaves=Leaving(unless_private=True),
    first_fields=(
        "kind",
        "id",
        "task",
        "task_kind",
        "outcome",
        "summary",
        "signal",
        "used",
        "violations",
        "memory",
        "recorded_at",
        "process",
        "sensitivity",
        "origin",
        "audience",
        "counts",
    ),
    columns=(
        Column(name="id", doc="Its id.", kind="row"),
        Column(name="task", doc="The task, in one line.", identity=True, searched=True),
        Column(name="task_kind", doc="The kind of the task."),
        Column(name="outcome", doc="How it ended.", kind="word", words=words.OUTCOME_KIND),
        Column(name="summary", doc="What happened.", identity=True, searched=True),
        Column(
            name="signal", doc="What the outcome was known by.", kind="word", words=words.SIGNAL
        ),
        Column(
            name="process",
            doc="The name of the process that was followed.",
            optional=True,
            inside="process",
            field="name",
        ),
        Column(
            name="process_version",
            doc="Its version.",
            kind="integer",
            least=1,
            optional=True,
            inside="process",
            field="version",
        ),
        Column(
            name="sensitivity",
            doc="Whether it may leave this machine.",
            kind="word",
            words=words.SENSITIVITY,
        ),
        Column(name="origin", doc="Who wrote it.", kind="word", words=tuple(Origin), logged=1),
        Column(name="actor", doc="The name of the client or agent that wrote it.", optional=True),
        Column(
            name="audience", doc="Where it was written from.", kind="word", words=tuple(Audience)
        ),
        Column(name="counts", doc="Whether it counts as evidence for proposals.", kind="flag"),
        Column(
            name="memory_id",
            doc="The memory that tells it.",
            kind="id",
            field="memory",
            refers="memory",
            prefix="mem",
            withheld="stays",
            owner=True,
        ),
        Column(name="recorded_at", doc="When it was written.", kind="time"),
    ),
)

OUTCOME_USE = SourceTable(
    name="outcome_use",
    exported=False,
    within="used",
    order=("outcome_id", "memory_id"),
    leaves=Leaving(),
    columns=(
        Column(name="id", kind="row", exported=False),
        Column(
            name="outcome_id",
            kind="id",
            exported=False,
            refers="outcome",
            prefix="out",
            withheld="stays",
            owner=True,
        ),
        Column(
            name="memory_id",
            doc="A memory that was used.",
            kind="id",
            field="id",
            refers="memory",
            prefix="mem",
            withheld="stays",
        ),
        Column(name="verdict", doc="Whether it helped.", kind="word", words=words.VERDICT),
    ),
)

OUTCOME_VIOLATION = SourceTable(
    name="outcome_violation",
    exported=False,
    within="violations",
    order=("outcome_id", "standard", "rule"),
    leaves=Leaving(),
    columns=(
        Column(name="id", kind="row", exported=False),
        Column(
            name="outcome_id",
            kind="id",
            exported=False,
            refers="outcome",
            prefix="out",
            withheld="stays",
            owner=True,
        ),
        Column(name="standard", doc="A standard that was violated."),
        Column(name="rule", doc="The rule of it."),
        Column(name="times", doc="How often.", kind="integer", least=1, field="count"),
    ),
)

PROPOSAL = SourceTable(
    name="proposal",
    prefix="prp",
    order=("created_at", "id"),
    leaves=Leaving(unless_private=True),
    own_exports_only=True,
    governing=Governing(
        inserted="new.state IN ('accepted', 'rejected')",
        updated=(
            "old.state IS NOT new.state"
            " AND ('accepted' IN (old.state, new.state) OR 'rejected' IN (old.state, new.state))"
        ),
    ),
    first_fields=(
        "id",
        "kind",
        "target",
        "state",
        "reason",
        "evidence",
        "created_at",
        "decided_at",
        "decided_by",
        "proposes",
        "origin",
        "sensitivity",
    ),
    columns=(
        Column(name="id", doc="Its id.", kind="row"),
        Column(
            name="kind",
            doc="What it proposes.",
            kind="word",
            words=tuple(KINDS),
            field="proposes",
            identity=True,
        ),
        Column(
            name="target", doc="What it is about.", identity=True, names="memory", withheld="stays"
        ),
        Column(name="state", doc="What became of it.", kind="word", words=words.PROPOSAL_STATE),
        Column(name="reason", doc="Why it was made."),
        Column(
            name="words", doc="The words of the client that made it.", optional=True, searched=True
        ),
        Column(
            name="body",
            doc="What it proposes to save, or the id of it.",
            optional=True,
            names="memory",
            withheld="stays",
            searched=True,
        ),
        Column(
            name="evidence",
            doc="The outcomes that speak for it.",
            kind="ids",
            refers="outcome",
            prefix="out",
            withheld="cleared",
        ),
        Column(
            name="sensitivity",
            doc="Whether it may leave this machine.",
            kind="word",
            words=words.SENSITIVITY,
        ),
        Column(name="origin", doc="Who made it.", kind="word", words=tuple(Origin), logged=1),
        Column(name="created_at", doc="When it was made.", kind="time"),
        Column(name="decided_at", doc="When it was decided.", kind="time", optional=True),
        Column(
            name="decided_by", doc="Who decided it: person or unattended.", optional=True, logged=1
        ),
    ),
)

TABLES = (OUTCOME, OUTCOME_USE, OUTCOME_VIOLATION, PROPOSAL)
