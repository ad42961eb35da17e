# @generated from spec/control.yaml#commit_rekey by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `commit_rekey` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class CommitRekeyArgs(arguments.Arguments):
    """What a call of `commit_rekey` passes."""

    id: arguments.BrainWord
    upload: arguments.UploadId
    if_match: arguments.StateTag | None = None


class CommitRekeyResult(TypedDict):
    """What `commit_rekey` answers, its brain aside."""

    token: str
    revision: int
    manifest_number: int
