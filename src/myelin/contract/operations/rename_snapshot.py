# @generated from spec/owner.yaml#rename_snapshot by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `rename_snapshot` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class RenameSnapshotArgs(arguments.Arguments):
    """What a call of `rename_snapshot` passes."""

    label: arguments.LabelArgument
    new_label: arguments.LabelArgument


class RenameSnapshotResult(TypedDict):
    """What `rename_snapshot` answers, its brain aside."""

    name: str
    new_name: str
    files: int
    decided_by: str
