"""Public names of the quality engine: the hub of a brain's standards, and pure checks."""

from myelin.cores.quality.document import Standard, parse_standard, read_standard
from myelin.cores.quality.rules import LiveStandard, RiskTable, check_text
from myelin.cores.quality.service import QualityHub

__all__ = [
    "LiveStandard",
    "QualityHub",
    "RiskTable",
    "Standard",
    "check_text",
    "parse_standard",
    "read_standard",
]
