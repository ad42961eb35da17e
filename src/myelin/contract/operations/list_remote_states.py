# @generated from spec/control.yaml#list_remote_states by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_remote_states` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import RemoteState


class ListRemoteStatesArgs(arguments.Arguments):
    """What a call of `list_remote_states` passes."""

    brain: arguments.BrainWord | None = None
    cursor: arguments.ListCursor | None = None
    limit: arguments.PageLimit = 200


class ListRemoteStatesResult(TypedDict):
    """What `list_remote_states` answers, its brain aside."""

    points: list[RemoteState]
    next_cursor: NotRequired[str]
