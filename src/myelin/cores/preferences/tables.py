"""The source table of the preferences core."""

from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Governing, Leaving, SourceTable

PREFERENCE = SourceTable(
    name="preference",
    prefix="prf",
    order=("recorded_at", "id"),
    opening="key",
    taken_back=True,
    leaves=Leaving(unless_private=True),
    governing=Governing(
        inserted="new.origin = 'owner'",
        updated="old.origin = 'owner' OR new.origin = 'owner'",
        deleted="old.origin = 'owner'",
    ),
    columns=(
        Column(name="id", doc="Its id.", kind="row"),
        Column(name="key", doc="Its key.", identity=True),
        Column(name="value", doc="Its value.", identity=True, searched=True),
        Column(name="statement", doc="The sentence that set it.", searched=True),
        Column(name="origin", doc="Who set it.", kind="word", words=tuple(Origin), logged=1),
        Column(name="recorded_at", doc="When it was set.", kind="time"),
        Column(name="superseded_at", doc="When it ceased to hold.", kind="time", optional=True),
        Column(
            name="superseded_by",
            doc="The preference that took its place. Without one it was taken back.",
            kind="id",
            optional=True,
            refers="preference",
            prefix="prf",
            withheld="cleared",
        ),
    ),
)

TABLES = (PREFERENCE,)
