# @generated from spec/owner.yaml#log by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `log` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments
from myelin.contract.types import LogEntry


class LogArgs(arguments.Arguments):
    """What a call of `log` passes."""

    since: arguments.Moment | None = None
    limit: arguments.LogLimit = 50


class LogResult(TypedDict):
    """What `log` answers, its brain aside."""

    entries: list[LogEntry]
