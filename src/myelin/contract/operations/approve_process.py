# @generated from spec/owner.yaml#approve_process by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `approve_process` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Process


class ApproveProcessArgs(arguments.Arguments):
    """What a call of `approve_process` passes."""

    name: arguments.Name
    version: arguments.VersionNumber


class ApproveProcessResult(TypedDict):
    """What `approve_process` answers, its brain aside."""

    process: Process
