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
}
