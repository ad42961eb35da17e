"""Named documents in versions: saving, the reviewed and the latest one, approving and retiring."""

from myelin.registry.approvals import Approvals
from myelin.registry.registry import NAMES_MAX, Registry, Revision, Saved, diff_of
from myelin.registry.rows import Names, Version

__all__ = [
    "NAMES_MAX",
    "Approvals",
    "Names",
    "Registry",
    "Revision",
    "Saved",
    "Version",
    "diff_of",
]
