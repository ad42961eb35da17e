"""The quality engine's door: standards as documents, checks of texts, known risks of actions."""

from myelin.cores.quality.document import Standard, parse_standard, read_standard
from myelin.cores.quality.rules import LiveStandard, RiskTable, check_text

__all__ = [
    "LiveStandard",
    "RiskTable",
    "Standard",
    "check_text",
    "parse_standard",
    "read_standard",
]
