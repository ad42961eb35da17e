# @generated from spec/owner.yaml#export_skill by codegen. Do not edit: change the spec, then run 'make gen'.
"""What `export_skill` takes and answers."""

from typing import TypedDict

from myelin.contract import arguments


class ExportSkillArgs(arguments.Arguments):
    """What a call of `export_skill` passes."""

    name: arguments.Name
    version: arguments.VersionNumber | None = None


class ExportSkillResult(TypedDict):
    """What `export_skill` answers, its brain aside."""

    name: str
    skill_md: str
