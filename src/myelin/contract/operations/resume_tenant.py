# @generated from spec/control.yaml#resume_tenant by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `resume_tenant` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Tenant


class ResumeTenantArgs(arguments.Arguments):
    """What a call of `resume_tenant` passes."""

    tenant: arguments.TenantId


class ResumeTenantResult(TypedDict):
    """What `resume_tenant` answers, its brain aside."""

    tenant: Tenant
