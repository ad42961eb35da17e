# @generated from spec/control.yaml#open_upload by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `open_upload` takes and answers."""

from typing import Annotated, TypedDict

from pydantic import Field

from myelin.contract import arguments


class UploadAnnouncement(arguments.Arguments):
    """What an upload will bring."""

    from_: arguments.FileBytes = Field(alias="from")
    bytes: arguments.FileBytes
    sha256: arguments.Digest


class OpenUploadArgs(arguments.Arguments):
    """What a call of `open_upload` passes."""

    id: arguments.BrainWord
    if_match: arguments.StateTag | None = None
    manifest: arguments.Manifest
    upload: UploadAnnouncement
    verifier: arguments.Verifier | None = None
    chain: Annotated[list[arguments.Manifest], Field(max_length=1000)] = Field(default_factory=list)
    forget: arguments.Flag = False


class OpenUploadResult(TypedDict):
    """What `open_upload` answers, its brain aside."""

    upload: str
    part_bytes: int
    received: int
    expires_at: str
