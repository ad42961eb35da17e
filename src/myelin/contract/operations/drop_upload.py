# @generated from spec/control.yaml#drop_upload by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `drop_upload` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class DropUploadArgs(arguments.Arguments):
    """What a call of `drop_upload` passes."""

    id: arguments.BrainWord
    upload: arguments.UploadId


class DropUploadResult(TypedDict):
    """What `drop_upload` answers, its brain aside."""
