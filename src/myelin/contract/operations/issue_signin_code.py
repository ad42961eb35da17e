# @generated from spec/control.yaml#issue_signin_code by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `issue_signin_code` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class IssueSigninCodeArgs(arguments.Arguments):
    """What a call of `issue_signin_code` passes."""

    email: arguments.Email


class IssueSigninCodeResult(TypedDict):
    """What `issue_signin_code` answers, its brain aside."""

    email: str
    code: str
