# @generated from spec/owner.yaml#create_snapshot by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `create_snapshot` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import NamedPosition


class CreateSnapshotArgs(arguments.Arguments):
    """What a call of `create_snapshot` passes."""


class CreateSnapshotResult(TypedDict):
    """What `create_snapshot` answers, its brain aside."""

    snapshot: NamedPosition
