"""The adaptation core's door: the hub, the book of proposals, and what outcomes say of memories."""

from myelin.cores.adaptation.applying import Hubs
from myelin.cores.adaptation.book import ProposalBook
from myelin.cores.adaptation.queries import harmful_counts, outcome_kinds
from myelin.cores.adaptation.service import AdaptationHub
from myelin.cores.adaptation.tables import TABLES
from myelin.cores.adaptation.upkeep import AdaptationUpkeep

__all__ = [
    "TABLES",
    "AdaptationHub",
    "AdaptationUpkeep",
    "Hubs",
    "ProposalBook",
    "harmful_counts",
    "outcome_kinds",
]
