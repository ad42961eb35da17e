# @generated from spec/owner.yaml#diff_standard by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `diff_standard` takes and answers."""

from typing import Annotated, TypedDict

from pydantic import Field

from myelin.contract import arguments


class DiffStandardArgs(arguments.Arguments):
    """What a call of `diff_standard` passes."""

    name: arguments.Name
    versions: Annotated[list[arguments.VersionNumber], Field(max_length=2)] = Field(
        default_factory=list
    )


DiffStandardResult = TypedDict(
    "DiffStandardResult",
    {
        "name": str,
        "from": int,
        "to": int,
        "diff": str,
    },
)
"""What `diff_standard` answers, its brain aside."""
