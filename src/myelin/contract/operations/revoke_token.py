# @generated from spec/control.yaml#revoke_token by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `revoke_token` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class RevokeTokenArgs(arguments.Arguments):
    """What a call of `revoke_token` passes."""

    id: arguments.TokenId


class RevokeTokenResult(TypedDict):
    """What `revoke_token` answers, its brain aside."""
