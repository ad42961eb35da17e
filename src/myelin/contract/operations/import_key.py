# @generated from spec/owner.yaml#import_key by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `import_key` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ImportKeyArgs(arguments.Arguments):
    """What a call of `import_key` passes."""


class ImportKeyResult(TypedDict):
    """What `import_key` answers, its brain aside."""

    key: str
