# @generated from spec/owner.yaml#outcome_statistics by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `outcome_statistics` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import MemoryTally, ProcessTally, ProposalCounts, TaskKindTally


class OutcomeStatisticsArgs(arguments.Arguments):
    """What a call of `outcome_statistics` passes."""


class OutcomeStatisticsResult(TypedDict):
    """What `outcome_statistics` answers, its brain aside."""

    outcomes: int
    since: str
    by_task_kind: list[TaskKindTally]
    by_process: list[ProcessTally]
    helped: list[MemoryTally]
    misled: list[MemoryTally]
    proposals: ProposalCounts
