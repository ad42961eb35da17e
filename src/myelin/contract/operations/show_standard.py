# @generated from spec/owner.yaml#show_standard by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `show_standard` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import StandardSummary


class ShowStandardArgs(arguments.Arguments):
    """What a call of `show_standard` passes."""

    name: arguments.Name
    version: arguments.VersionNumber | None = None


class ShowStandardResult(TypedDict):
    """What `show_standard` answers, its brain aside."""

    standard: StandardSummary
    yaml: str
