# @generated from spec/owner.yaml#unset_preference by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `unset_preference` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Preference


class UnsetPreferenceArgs(arguments.Arguments):
    """What a call of `unset_preference` passes."""

    key: arguments.PreferenceKey


class UnsetPreferenceResult(TypedDict):
    """What `unset_preference` answers, its brain aside."""

    preference: Preference
