"""Public names of the preferences core: the hub and the protocols that it depends on."""

from typing import TYPE_CHECKING

from myelin.kernel.lazy import door

if TYPE_CHECKING:
    from myelin.cores.preferences.queries import PreferenceRow as PreferenceRow
    from myelin.cores.preferences.rules import Rules as Rules
    from myelin.cores.preferences.rules import is_protected as is_protected
    from myelin.cores.preferences.service import PreferenceHub as PreferenceHub
    from myelin.cores.preferences.service import PreferenceProposals as PreferenceProposals
    from myelin.cores.preferences.service import Upstream as Upstream
    from myelin.cores.preferences.tables import TABLES as TABLES
    from myelin.cores.preferences.upkeep import PreferenceUpkeep as PreferenceUpkeep

__getattr__ = door(
    __name__,
    {
        "PreferenceRow": "queries",
        "is_protected": "rules",
        "Rules": "rules",
        "PreferenceHub": "service",
        "Proposals": "service",
        "Upstream": "service",
        "TABLES": "tables",
        "PreferenceUpkeep": "upkeep",
    },
)
