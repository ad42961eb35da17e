# @generated from spec/owner.yaml#explain_recall by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `explain_recall` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import Explanation


class ExplainRecallArgs(arguments.Arguments):
    """What a call of `explain_recall` passes."""

    query: arguments.QueryText


class ExplainRecallResult(TypedDict):
    """What `explain_recall` answers, its brain aside."""

    explained: list[Explanation]
