# @generated from spec/owner.yaml#purge by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `purge` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import PurgeReceipt, RotatedKey


class PurgeArgs(arguments.Arguments):
    """What a call of `purge` passes."""

    id: arguments.LabelArgument
    reason: arguments.PurgeReason
    rotate_key: arguments.Flag = False


class PurgeResult(TypedDict):
    """What `purge` answers, its brain aside."""

    purged: list[str]
    mentions: list[str]
    decided_by: str
    snapshots_renamed: int
    receipt: PurgeReceipt
    key: NotRequired[RotatedKey]
