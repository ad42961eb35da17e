# @generated from spec/owner.yaml#remove_snapshot by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `remove_snapshot` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class RemoveSnapshotArgs(arguments.Arguments):
    """What a call of `remove_snapshot` passes."""

    label: arguments.LabelArgument


class RemoveSnapshotResult(TypedDict):
    """What `remove_snapshot` answers, its brain aside."""

    name: str
    files: int
    decided_by: str
