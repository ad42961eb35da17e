# @generated from spec/control.yaml#list_tenants by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `list_tenants` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Tenant


class ListTenantsArgs(arguments.Arguments):
    """What a call of `list_tenants` passes."""


class ListTenantsResult(TypedDict):
    """What `list_tenants` answers, its brain aside."""

    tenants: list[Tenant]
