# @generated from spec/control.yaml#shred_remote by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `shred_remote` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ShredRemoteArgs(arguments.Arguments):
    """What a call of `shred_remote` passes."""

    id: arguments.BrainWord
    if_match: arguments.StateTag | None = None
    name: arguments.BrainName
    manifest: arguments.Manifest


class ShredRemoteResult(TypedDict):
    """What `shred_remote` answers, its brain aside."""

    shredded: bool
    tokens: list[str]
