# @generated from spec/owner.yaml#retire_process by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `retire_process` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Process


class RetireProcessArgs(arguments.Arguments):
    """What a call of `retire_process` passes."""

    name: arguments.Name


class RetireProcessResult(TypedDict):
    """What `retire_process` answers, its brain aside."""

    process: Process
