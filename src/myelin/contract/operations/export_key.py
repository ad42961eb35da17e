# @generated from spec/owner.yaml#export_key by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `export_key` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ExportKeyArgs(arguments.Arguments):
    """What a call of `export_key` passes."""

    base64: arguments.Flag = False
    generation: arguments.KeyGeneration = 1


class ExportKeyResult(TypedDict):
    """What `export_key` answers, its brain aside."""

    phrase: str
