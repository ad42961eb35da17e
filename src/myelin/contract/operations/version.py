# @generated from spec/owner.yaml#version by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `version` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class VersionArgs(arguments.Arguments):
    """What a call of `version` passes."""


class VersionResult(TypedDict):
    """What `version` answers, its brain aside."""

    version: str
