"""The source tables of the adaptation core."""

from myelin.contract import words
from myelin.cores.adaptation.kinds import KINDS
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.tables import Column, Governing, Leaving, Table

OUTCOME = Table(
    name="outcome",
    prefix="out",
    order=("recorded_at", "id"),
    opening="task",
    leaves=Leaving(unless_private=True),
    first_fields=(
        "kind", "id", "task", "task_kind", "outcome", "summary", "signal", "used", "violations",
        "memory", "recorded_at", "process", "sensitivity", "origin", "audience", "counts",
    ),
    columns=(
        Column(name="id", kind="row"),
        Column(name="task", identity=True, searched=True),
        Column(name="task_kind"),
        Column(name="outcome", kind="word", words=words.OUTCOME_KIND),
        Column(name="summary", identity=True, searched=True),
        Column(name="signal", kind="word", words=words.SIGNAL),
        Column(name="process", optional=True, inside="process", field="name"),
        Column(
            name="process_version",
            kind="integer",
            least=1,
            optional=True,
            inside="process",
            field="version",
        ),
        Column(name="sensitivity", kind="word", words=words.SENSITIVITY),
        Column(name="origin", kind="word", words=tuple(Origin), logged=1),
        Column(name="actor", optional=True),
        Column(name="audience", kind="word", words=tuple(Audience)),
        Column(name="counts", kind="flag"),
        Column(
            name="memory_id",
            kind="id",
            field="memory",
            refers="memory",
            prefix="mem",
            withheld="stays",
            owner=True,
        ),
        Column(name="recorded_at", kind="time"),
    ),
)  # fmt: skip

OUTCOME_USE = Table(
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
            kind="id",
            field="id",
            refers="memory",
            prefix="mem",
            withheld="stays",
        ),
        Column(name="verdict", kind="word", words=words.VERDICT),
    ),
)

OUTCOME_VIOLATION = Table(
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
        Column(name="standard"),
        Column(name="rule"),
        Column(name="times", kind="integer", least=1, field="count"),
    ),
)

PROPOSAL = Table(
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
        "id", "kind", "target", "state", "reason", "evidence", "created_at", "decided_at",
        "decided_by", "proposes", "origin", "sensitivity",
    ),
    columns=(
        Column(name="id", kind="row"),
        Column(name="kind", kind="word", words=tuple(KINDS), field="proposes", identity=True),
        Column(name="target", identity=True, names="memory", withheld="stays"),
        Column(name="state", kind="word", words=words.PROPOSAL_STATE),
        Column(name="reason"),
        Column(name="words", optional=True, searched=True),
        Column(name="body", optional=True, names="memory", withheld="stays", searched=True),
        Column(
            name="evidence", kind="ids", refers="outcome", prefix="out", withheld="cleared"
        ),
        Column(name="sensitivity", kind="word", words=words.SENSITIVITY),
        Column(name="origin", kind="word", words=tuple(Origin), logged=1),
        Column(name="created_at", kind="time"),
        Column(name="decided_at", kind="time", optional=True),
        Column(name="decided_by", optional=True, logged=1),
    ),
)  # fmt: skip

TABLES = (OUTCOME, OUTCOME_USE, OUTCOME_VIOLATION, PROPOSAL)
