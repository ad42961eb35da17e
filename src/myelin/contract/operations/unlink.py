# @generated from spec/owner.yaml#unlink by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `unlink` takes and answers."""

from typing import TypedDict

from pydantic import Field

from myelin.contract import arguments
from myelin.contract.types import Link


class UnlinkArgs(arguments.Arguments):
    """What a call of `unlink` passes."""

    from_: arguments.MemoryId = Field(alias="from")
    to: arguments.MemoryId
    type: arguments.LinkType


class UnlinkResult(TypedDict):
    """What `unlink` answers, its brain aside."""

    link: Link
