# @generated from spec/owner.yaml#stats by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `stats` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import ArchivePolicy, ClassCounts, SensitivityCounts, TierCounts


class StatsArgs(arguments.Arguments):
    """What a call of `stats` passes."""


class StatsResult(TypedDict):
    """What `stats` answers, its brain aside."""

    live: int
    superseded: int
    by_class: ClassCounts
    by_tier: TierCounts
    by_sensitivity: SensitivityCounts
    links: int
    default_sensitivity: str
    writable: bool
    archive_policy: ArchivePolicy
