# @generated from spec/control.yaml#remote_state by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `remote_state` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Epoch


class RemoteStateArgs(arguments.Arguments):
    """What a call of `remote_state` passes."""

    id: arguments.BrainWord
    after: arguments.ManifestNumber = 0


class RemoteStateResult(TypedDict):
    """What `remote_state` answers, its brain aside."""

    brain: str
    token: str
    epoch: int
    seq: int
    length: int
    head_bytes: int
    revision: int
    generation: int
    verifier: str
    owner: str
    restored_at: NotRequired[str]
    manifests: list[str]
    more: bool
    epochs: list[Epoch]
    uploads_open: int
