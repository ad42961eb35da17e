"""The quality engine's door: standards, the checks of texts and actions, and checks alone."""

from myelin.cores.quality.document import parse_standard
from myelin.cores.quality.rules import check_text
from myelin.cores.quality.service import QualityHub

__all__ = ["QualityHub", "check_text", "parse_standard"]
