"""The door of the adaptation core: the hub, the list of proposals, tables and constants."""

from typing import TYPE_CHECKING

from myelin.kernel.lazy import door

if TYPE_CHECKING:
    from myelin.cores.adaptation.hubs import Hubs as Hubs
    from myelin.cores.adaptation.proposal_list import ProposalList as ProposalList
    from myelin.cores.adaptation.queries import harmful_counts as harmful_counts
    from myelin.cores.adaptation.queries import outcome_kinds as outcome_kinds
    from myelin.cores.adaptation.rules import Rules as Rules
    from myelin.cores.adaptation.service import AdaptationHub as AdaptationHub
    from myelin.cores.adaptation.tables import TABLES as TABLES
    from myelin.cores.adaptation.upkeep import AdaptationUpkeep as AdaptationUpkeep

__getattr__ = door(
    __name__,
    {
        "Hubs": "hubs",
        "ProposalList": "proposal_list",
        "harmful_counts": "queries",
        "outcome_kinds": "queries",
        "Rules": "rules",
        "AdaptationHub": "service",
        "TABLES": "tables",
        "AdaptationUpkeep": "upkeep",
    },
)
