# @generated from spec/operations.yaml#get_preferences by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `get_preferences` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import ResolvedPreference


class GetPreferencesArgs(arguments.Arguments):
    """What a call of `get_preferences` passes."""

    session: arguments.TextsByKey | None = None
    prefix: arguments.PreferenceKey | None = None


class GetPreferencesResult(TypedDict):
    """What `get_preferences` answers, its brain aside."""

    preferences: list[ResolvedPreference]
    note: NotRequired[str]
