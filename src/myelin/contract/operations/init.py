# @generated from spec/owner.yaml#init by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `init` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Seeded


class InitArgs(arguments.Arguments):
    """What a call of `init` passes."""

    default_sensitivity: arguments.Sensitivity = "normal"
    bare: arguments.Flag = False
    meta: arguments.Flag = False
    new: arguments.Flag = False


class InitResult(TypedDict):
    """What `init` answers, its brain aside."""

    path: str
    why: str
    key: str
    phrase: str
    seeded: Seeded
    server: NotRequired[list[str]]
