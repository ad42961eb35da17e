# @generated from spec/control.yaml#remove_user by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `remove_user` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import User


class RemoveUserArgs(arguments.Arguments):
    """What a call of `remove_user` passes."""

    email: arguments.Email


class RemoveUserResult(TypedDict):
    """What `remove_user` answers, its brain aside."""

    user: User
