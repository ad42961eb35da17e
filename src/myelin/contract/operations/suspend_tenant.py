# @generated from spec/control.yaml#suspend_tenant by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `suspend_tenant` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Tenant


class SuspendTenantArgs(arguments.Arguments):
    """What a call of `suspend_tenant` passes."""

    tenant: arguments.TenantId


class SuspendTenantResult(TypedDict):
    """What `suspend_tenant` answers, its brain aside."""

    tenant: Tenant
