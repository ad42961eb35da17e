# @generated from spec/control.yaml#commit_upload by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `commit_upload` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class CommitUploadArgs(arguments.Arguments):
    """What a call of `commit_upload` passes."""

    id: arguments.BrainWord
    upload: arguments.UploadId
    if_match: arguments.StateTag | None = None


class CommitUploadResult(TypedDict):
    """What `commit_upload` answers, its brain aside."""

    token: str
    revision: int
    manifest_number: int
