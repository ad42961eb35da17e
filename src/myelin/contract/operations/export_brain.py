# @generated from spec/owner.yaml#export_brain by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `export_brain` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import RecordCounts


class ExportBrainArgs(arguments.Arguments):
    """What a call of `export_brain` passes."""


class ExportBrainResult(TypedDict):
    """What `export_brain` answers, its brain aside."""

    folder: str
    files: int
    records: RecordCounts
