# @generated from spec/owner.yaml#show_process by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `show_process` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Process


class ShowProcessArgs(arguments.Arguments):
    """What a call of `show_process` passes."""

    name: arguments.Name
    version: arguments.VersionNumber | None = None


class ShowProcessResult(TypedDict):
    """What `show_process` answers, its brain aside."""

    process: Process
    yaml: str
