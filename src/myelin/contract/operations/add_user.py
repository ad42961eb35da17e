# @generated from spec/control.yaml#add_user by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `add_user` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import User


class AddUserArgs(arguments.Arguments):
    """What a call of `add_user` passes."""

    tenant: arguments.TenantId
    email: arguments.Email


class AddUserResult(TypedDict):
    """What `add_user` answers, its brain aside."""

    user: User
