# @generated from spec/control.yaml#register_brain by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `register_brain` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RegisteredBrain


class RegisterBrainArgs(arguments.Arguments):
    """What a call of `register_brain` passes."""

    id: arguments.BrainId
    name: arguments.BrainName
    verifier: arguments.Verifier
    owner: arguments.PublicKey
    proof: arguments.Signature
    generation: arguments.QuotaCount = 1


class RegisterBrainResult(TypedDict):
    """What `register_brain` answers, its brain aside."""

    brain: RegisteredBrain
