"""The table of a brain's own settings, which every brain has from its first moment."""

from myelin.kernel.tables import Column, Leaving, SourceTable

SETTINGS = ("format_name", "brain_name", "brain_kind", "default_sensitivity", "created_at")
"""The settings that every brain has; no other one leaves the device."""

META = SourceTable(
    name="meta",
    exported=False,
    leaves=Leaving(only=("key", SETTINGS)),
    columns=(
        Column(name="id", kind="row"),
        Column(name="key"),
        Column(name="value"),
    ),
)
