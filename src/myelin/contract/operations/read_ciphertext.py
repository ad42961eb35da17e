# @generated from spec/control.yaml#read_ciphertext by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `read_ciphertext` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ReadCiphertextArgs(arguments.Arguments):
    """What a call of `read_ciphertext` passes."""

    id: arguments.BrainWord
    epoch: arguments.EpochWord
    range: arguments.HeaderValue | None = None
    if_match: arguments.StateTag | None = None


class ReadCiphertextResult(TypedDict):
    """What `read_ciphertext` answers, its brain aside."""
