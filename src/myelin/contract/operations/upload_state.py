# @generated from spec/control.yaml#upload_state by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `upload_state` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments


class UploadStateArgs(arguments.Arguments):
    """What a call of `upload_state` passes."""

    id: arguments.BrainWord
    upload: arguments.UploadId


class UploadStateResult(TypedDict):
    """What `upload_state` answers, its brain aside."""

    state: str
    received: int
    expires_at: str
    token: NotRequired[str]
