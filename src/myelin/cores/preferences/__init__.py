"""The preferences core's door: the hub, and what it asks of others."""

from myelin.cores.preferences.queries import PreferenceRow
from myelin.cores.preferences.rules import is_protected
from myelin.cores.preferences.service import PreferenceHub, Proposals, Upstream

__all__ = ["PreferenceHub", "PreferenceRow", "Proposals", "Upstream", "is_protected"]
