# @generated from spec/control.yaml#receive_part by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `receive_part` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ReceivePartArgs(arguments.Arguments):
    """What a call of `receive_part` passes."""

    id: arguments.BrainWord
    upload: arguments.UploadId
    offset: arguments.FileBytes
    content_digest: arguments.HeaderValue


class ReceivePartResult(TypedDict):
    """What `receive_part` answers, its brain aside."""

    received: int
