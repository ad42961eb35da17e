# @generated from spec/control.yaml#shred_as_operator by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `shred_as_operator` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ShredAsOperatorArgs(arguments.Arguments):
    """What a call of `shred_as_operator` passes."""

    tenant: arguments.TenantId
    brain: arguments.LabelArgument


class ShredAsOperatorResult(TypedDict):
    """What `shred_as_operator` answers, its brain aside."""

    shredded: bool
    brain: str
    revoked: list[str]
