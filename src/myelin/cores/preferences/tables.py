"""The source table of the preferences core."""

from myelin.kernel.audience import Origin
from myelin.kernel.tables import Column, Governing, Leaving, Table

PREFERENCE = Table(
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
        Column(name="id", kind="row"),
        Column(name="key", identity=True),
        Column(name="value", identity=True, searched=True),
        Column(name="statement", searched=True),
        Column(name="origin", kind="word", words=tuple(Origin), logged=1),
        Column(name="recorded_at", kind="time"),
        Column(name="superseded_at", kind="time", optional=True),
        Column(
            name="superseded_by",
            kind="id",
            optional=True,
            refers="preference",
            prefix="prf",
            withheld="cleared",
        ),
    ),
)

TABLES = (PREFERENCE,)
