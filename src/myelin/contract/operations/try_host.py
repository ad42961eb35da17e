# @generated from spec/owner.yaml#try_host by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `try_host` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments


class TryHostArgs(arguments.Arguments):
    """What a call of `try_host` passes."""

    host: arguments.Name
    scope: arguments.HostScope | None = None


class TryHostResult(TypedDict):
    """What `try_host` answers, its brain aside."""

    host: str
    scope: str
    answered: bool
    tools: int
    brain: NotRequired[str]
    ms: int
    problem: NotRequired[str]
