# @generated from spec/control.yaml#limit_tenant by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `limit_tenant` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Tenant


class LimitTenantArgs(arguments.Arguments):
    """What a call of `limit_tenant` passes."""

    tenant: arguments.TenantId
    brains: arguments.QuotaCount | None = None
    bytes: arguments.QuotaBytes | None = None
    requests_per_minute: arguments.QuotaCount | None = None
    writes_per_minute: arguments.QuotaCount | None = None


class LimitTenantResult(TypedDict):
    """What `limit_tenant` answers, its brain aside."""

    tenant: Tenant
