# @generated from spec/control.yaml#create_token by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `create_token` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import ListedToken


class CreateTokenArgs(arguments.Arguments):
    """What a call of `create_token` passes."""

    name: arguments.TokenName
    scope: arguments.Scope
    brain: arguments.BrainWord | None = None
    expires_at: arguments.Moment | None = None


class CreateTokenResult(TypedDict):
    """What `create_token` answers, its brain aside."""

    token: ListedToken
    secret: str
