# @generated from spec/owner.yaml#list_hosts by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_hosts` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import HostState


class ListHostsArgs(arguments.Arguments):
    """What a call of `list_hosts` passes."""


class ListHostsResult(TypedDict):
    """What `list_hosts` answers, its brain aside."""

    hosts: list[HostState]
