# @generated from spec/control.yaml#list_copies by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_copies` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RemoteSnapshot


class ListCopiesArgs(arguments.Arguments):
    """What a call of `list_copies` passes."""

    id: arguments.BrainWord


class ListCopiesResult(TypedDict):
    """What `list_copies` answers, its brain aside."""

    snapshots: list[RemoteSnapshot]
