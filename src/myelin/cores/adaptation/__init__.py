"""The adaptation core's door: the hub, the book of proposals, and what memories misled."""

from myelin.cores.adaptation.applying import Hubs
from myelin.cores.adaptation.book import ProposalBook
from myelin.cores.adaptation.queries import harmful_counts, session_sql
from myelin.cores.adaptation.service import AdaptationHub

__all__ = [
    "AdaptationHub",
    "Hubs",
    "ProposalBook",
    "harmful_counts",
    "session_sql",
]
