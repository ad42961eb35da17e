# @generated from spec/owner.yaml#demo by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `demo` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class DemoArgs(arguments.Arguments):
    """What a call of `demo` passes."""


class DemoResult(TypedDict):
    """What `demo` answers, its brain aside."""

    passed: bool
    text: str
