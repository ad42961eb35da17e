# @generated from spec/operations.yaml#get_skill by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `get_skill` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Attachment, Process


class GetSkillArgs(arguments.Arguments):
    """What a call of `get_skill` passes."""

    name: arguments.Name
    version: arguments.VersionNumber | None = None
    file: arguments.FilePath | None = None


class GetSkillResult(TypedDict):
    """What `get_skill` answers, its brain aside."""

    process: Process
    yaml: str
    files: NotRequired[list[Attachment]]
    content: NotRequired[str]
