# @generated from spec/owner.yaml#completion by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `completion` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class CompletionArgs(arguments.Arguments):
    """What a call of `completion` passes."""


class CompletionResult(TypedDict):
    """What `completion` answers, its brain aside."""

    shell: str
    script: str
