# @generated from spec/owner.yaml#import_brain by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `import_brain` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import LeftOut


class ImportBrainArgs(arguments.Arguments):
    """What a call of `import_brain` passes."""


class ImportBrainResult(TypedDict):
    """What `import_brain` answers, its brain aside."""

    owned: bool
    added: int
    lowered: int
    known: int
    left_out: list[LeftOut]
