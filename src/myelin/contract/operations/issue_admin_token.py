# @generated from spec/control.yaml#issue_admin_token by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `issue_admin_token` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import User


class IssueAdminTokenArgs(arguments.Arguments):
    """What a call of `issue_admin_token` passes."""

    email: arguments.Email


class IssueAdminTokenResult(TypedDict):
    """What `issue_admin_token` answers, its brain aside."""

    user: User
    token: str
    secret: str
