# @generated from spec/owner.yaml#connect_host by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `connect_host` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import HostFile


class ConnectHostArgs(arguments.Arguments):
    """What a call of `connect_host` passes."""

    host: arguments.Name | None = None
    scope: arguments.HostScope | None = None
    print: arguments.Flag = False
    remove: arguments.Flag = False
    instructions: arguments.Flag = False
    check: arguments.Flag = False
    yes: arguments.Flag = False


class ConnectHostResult(TypedDict):
    """What `connect_host` answers, its brain aside."""

    host: str
    scope: str
    entry: str
    files: list[HostFile]
    written: bool
