# @generated from spec/owner.yaml#show_preference by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `show_preference` takes and answers."""

from typing import NotRequired, TypedDict

from myelin.contract import arguments
from myelin.contract.types import Preference, ResolvedPreference


class ShowPreferenceArgs(arguments.Arguments):
    """What a call of `show_preference` passes."""

    key: arguments.PreferenceKey


class ShowPreferenceResult(TypedDict):
    """What `show_preference` answers, its brain aside."""

    preference: NotRequired[ResolvedPreference]
    history: list[Preference]
