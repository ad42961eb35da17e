"""Public names of the quality engine: the hub of a brain's standards, and pure checks."""

from typing import TYPE_CHECKING

from myelin.kernel.lazy import door

if TYPE_CHECKING:
    from myelin.cores.quality.document import Standard as Standard
    from myelin.cores.quality.document import parse_standard as parse_standard
    from myelin.cores.quality.document import read_standard as read_standard
    from myelin.cores.quality.rules import LiveStandard as LiveStandard
    from myelin.cores.quality.rules import RiskTable as RiskTable
    from myelin.cores.quality.rules import Rules as Rules
    from myelin.cores.quality.rules import check_text as check_text
    from myelin.cores.quality.service import QualityHub as QualityHub

__getattr__ = door(
    __name__,
    {
        "Standard": "document",
        "parse_standard": "document",
        "read_standard": "document",
        "LiveStandard": "rules",
        "RiskTable": "rules",
        "check_text": "rules",
        "Rules": "rules",
        "QualityHub": "service",
    },
)
