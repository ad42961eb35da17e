# @generated from spec/operations.yaml#set_preference by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `set_preference` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Preference


class SetPreferenceArgs(arguments.Arguments):
    """What a call of `set_preference` passes."""

    key: arguments.PreferenceKey
    value: arguments.PreferenceValue
    statement: arguments.StatementText


class SetPreferenceResult(TypedDict):
    """What `set_preference` answers, its brain aside."""

    preference: Preference
    superseded: NotRequired[str]
