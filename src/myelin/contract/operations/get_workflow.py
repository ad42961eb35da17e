# @generated from spec/operations.yaml#get_workflow by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `get_workflow` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Process


class GetWorkflowArgs(arguments.Arguments):
    """What a call of `get_workflow` passes."""

    name: arguments.Name
    version: arguments.VersionNumber | None = None


class GetWorkflowResult(TypedDict):
    """What `get_workflow` answers, its brain aside."""

    process: Process
    yaml: str
