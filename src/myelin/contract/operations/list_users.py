# @generated from spec/control.yaml#list_users by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_users` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import User


class ListUsersArgs(arguments.Arguments):
    """What a call of `list_users` passes."""

    tenant: arguments.TenantId | None = None


class ListUsersResult(TypedDict):
    """What `list_users` answers, its brain aside."""

    users: list[User]
