# @generated from spec/resources.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""Every resource that this version serves, by its address, in the order of the spec."""

from myelin.engine.binding import ResourceBinding
from myelin.surface import operations

RESOURCES: dict[str, ResourceBinding] = {
    "myelin://core": ResourceBinding(
        uri="myelin://core",
        name="core",
        core="memory",
        since="0.1",
        title="What always applies",
        description="The core tier of this project's brain, by trust. Reading it counts as no use.",
        mime_type="application/json",
        operation=operations.read_core,
        errors=(),
    ),
    "myelin://processes": ResourceBinding(
        uri="myelin://processes",
        name="processes",
        core="processes",
        since="0.2",
        title="Processes",
        description="The workflows, skills and loops of this brain without their bodies.",
        mime_type="application/json",
        operation=operations.read_processes,
        errors=(),
    ),
    "myelin://standards": ResourceBinding(
        uri="myelin://standards",
        name="standards",
        core="quality",
        since="0.2",
        title="Standards",
        description="The standards of this brain without their rules.",
        mime_type="application/json",
        operation=operations.read_standards,
        errors=(),
    ),
}
