"""Public names of the preferences core: the hub and the protocols that it depends on."""

from myelin.cores.preferences.queries import PreferenceRow
from myelin.cores.preferences.rules import is_protected
from myelin.cores.preferences.service import PreferenceHub, Proposals, Upstream
from myelin.cores.preferences.tables import TABLES
from myelin.cores.preferences.upkeep import PreferenceUpkeep

__all__ = [
    "TABLES",
    "PreferenceHub",
    "PreferenceRow",
    "PreferenceUpkeep",
    "Proposals",
    "Upstream",
    "is_protected",
]
