# @generated from spec/mcp.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""Every resource that this version serves, by its address, in the order of the spec."""

from myelin.engine.operation import Resource
from myelin.surface.operations import OPERATIONS

RESOURCES: dict[str, Resource] = {
    "myelin://core": Resource(
        uri="myelin://core",
        name="core",
        operation=OPERATIONS["list_core"],
        title="What always applies",
        description="The core tier of this project's brain, by trust. Reading it counts as no use.",
        mime_type="application/json",
    ),
    "myelin://preferences": Resource(
        uri="myelin://preferences",
        name="preferences",
        operation=OPERATIONS["get_preferences"],
        title="Preferences that hold",
        description="What the owner prefers, by key, with the source of each value.",
        mime_type="application/json",
    ),
    "myelin://processes": Resource(
        uri="myelin://processes",
        name="processes",
        operation=OPERATIONS["list_processes"],
        title="Processes",
        description="The workflows, skills and loops of this brain without their bodies.",
        mime_type="application/json",
    ),
    "myelin://standards": Resource(
        uri="myelin://standards",
        name="standards",
        operation=OPERATIONS["list_standards"],
        title="Standards",
        description="The standards of this brain without their rules.",
        mime_type="application/json",
    ),
}
