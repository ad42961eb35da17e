# @generated from spec/owner.yaml#list_snapshots by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_snapshots` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import RestorePoint


class ListSnapshotsArgs(arguments.Arguments):
    """What a call of `list_snapshots` passes."""


class ListSnapshotsResult(TypedDict):
    """What `list_snapshots` answers, its brain aside."""

    snapshots: list[RestorePoint]
    states: int
    oldest: NotRequired[RestorePoint]
    newest: NotRequired[RestorePoint]
