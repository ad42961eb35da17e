# @generated from spec/owner.yaml#diff_process by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `diff_process` takes and answers."""

from typing import Annotated, TypedDict

from pydantic import Field

from myelin.contract import arguments


class DiffProcessArgs(arguments.Arguments):
    """What a call of `diff_process` passes."""

    name: arguments.Name
    versions: Annotated[list[arguments.VersionNumber], Field(max_length=2)] = Field(
        default_factory=list
    )


DiffProcessResult = TypedDict(
    "DiffProcessResult",
    {
        "name": str,
        "from": int,
        "to": int,
        "diff": str,
    },
)
"""What `diff_process` answers, its brain aside."""
