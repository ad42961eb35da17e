# @generated from spec/control.yaml#create_copy by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `create_copy` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RemoteSnapshot


class CreateCopyArgs(arguments.Arguments):
    """What a call of `create_copy` passes."""

    id: arguments.BrainWord
    name: arguments.TokenName | None = None


class CreateCopyResult(TypedDict):
    """What `create_copy` answers, its brain aside."""

    snapshot: RemoteSnapshot
