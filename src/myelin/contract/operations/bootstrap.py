# @generated from spec/control.yaml#bootstrap by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `bootstrap` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class BootstrapArgs(arguments.Arguments):
    """What a call of `bootstrap` passes."""

    email: arguments.Email


class BootstrapResult(TypedDict):
    """What `bootstrap` answers, its brain aside."""

    tenant: str
    user: str
    token: str
    secret: str
