"""The door of the adaptation core: the hub, the list of proposals, tables and constants."""

from myelin.cores.adaptation.hubs import Hubs
from myelin.cores.adaptation.proposal_list import ProposalList
from myelin.cores.adaptation.queries import harmful_counts, outcome_kinds
from myelin.cores.adaptation.rules import Rules
from myelin.cores.adaptation.service import AdaptationHub
from myelin.cores.adaptation.tables import TABLES
from myelin.cores.adaptation.upkeep import AdaptationUpkeep

__all__ = [
    "TABLES",
    "AdaptationHub",
    "AdaptationUpkeep",
    "Hubs",
    "ProposalList",
    "Rules",
    "harmful_counts",
    "outcome_kinds",
]
