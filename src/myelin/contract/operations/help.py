# @generated from spec/owner.yaml#help by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `help` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class HelpArgs(arguments.Arguments):
    """What a call of `help` passes."""


class HelpResult(TypedDict):
    """What `help` answers, its brain aside."""

    command: str
    text: str
