# @generated from spec/owner.yaml#rename_tag by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `rename_tag` takes and answers."""

from typing import NotRequired, TypedDict

from pydantic import Field

from myelin.contract import arguments


class RenameTagArgs(arguments.Arguments):
    """What a call of `rename_tag` passes."""

    from_: arguments.ShortName = Field(alias="from")
    to: arguments.ShortName


class RenameTagResult(TypedDict):
    """What `rename_tag` answers, its brain aside."""

    renamed: list[str]
    record: NotRequired[int]
