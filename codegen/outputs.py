"""Which files come out of the spec: their path, their template and what the template is given."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from codegen.model import Object, Spec

OWNED = ("src/myelin/contract", "src/myelin/surface", "docs/generated")
"""Every file below these folders is generated; one that is not rendered is an orphan."""


@dataclass(frozen=True)
class Output:
    """One file to render."""

    path: str
    template: str
    source: str
    values: dict[str, Any] = field(default_factory=dict)


def outputs(spec: Spec) -> Iterator[Output]:
    """Return every file that the spec renders to, schemas aside."""
    contract, surface, docs = OWNED
    yield Output(f"{contract}/__init__.py", "contract.py.jinja", "spec/")
    yield Output(f"{contract}/version.py", "version.py.jinja", "spec/ and pyproject.toml")
    yield Output(f"{contract}/arguments.py", "arguments.py.jinja", "spec/types.yaml")
    yield Output(f"{contract}/words.py", "words.py.jinja", "spec/types.yaml")
    yield Output(f"{contract}/types.py", "types.py.jinja", "spec/types.yaml")
    yield Output(f"{contract}/errors.py", "errors.py.jinja", "spec/errors.yaml")
    yield Output(f"{contract}/settings.py", "settings.py.jinja", "spec/settings.yaml")
    yield Output(f"{contract}/hosts.py", "hosts.py.jinja", "spec/hosts.yaml")
    declared = "spec/operations.yaml"
    folder = f"{contract}/operations"
    yield Output(f"{folder}/__init__.py", "contract_operations.py.jinja", declared)
    yield Output(f"{contract}/schema/__init__.py", "contract_schema.py.jinja", declared)
    for operation in spec.operations.values():
        yield Output(
            f"{folder}/{operation.name}.py",
            "operation.py.jinja",
            f"spec/{operation.document}.yaml#{operation.name}",
            {"operation": operation, "parts": objects_in(spec, operation.args)},
        )
    yield Output(f"{surface}/__init__.py", "surface.py.jinja", "spec/")
    yield Output(f"{surface}/operations.py", "operations.py.jinja", declared)
    yield Output(f"{surface}/tools.py", "surface_tools.py.jinja", "spec/mcp.yaml")
    yield Output(f"{surface}/resources.py", "surface_resources.py.jinja", "spec/mcp.yaml")
    yield Output(f"{surface}/routes.py", "surface_routes.py.jinja", "spec/routes.yaml")
    yield Output(f"{surface}/commands.py", "commands.py.jinja", "spec/commands.yaml")
    yield Output(f"{surface}/command_table.py", "command_table.py.jinja", "spec/commands.yaml")
    yield from _manual(spec, f"{surface}/man")
    for page, source in (
        ("tools", "operations"),
        ("errors", "errors"),
        ("commands", "commands"),
        ("settings", "settings"),
        ("hosts", "hosts"),
        ("resources", "mcp"),
        ("routes", "routes"),
    ):
        yield Output(f"{docs}/{page}.md", f"{page}.md.jinja", f"spec/{source}.yaml")


def _manual(spec: Spec, folder: str) -> Iterator[Output]:
    source = "spec/commands.yaml"
    yield Output(f"{folder}/myelin.1", "man.1.jinja", source)
    for command in spec.commands.values():
        if command.served:
            page = f"{folder}/myelin-{command.name.replace(' ', '-')}.1"
            yield Output(page, "man_command.1.jinja", source, {"command": command})
            for other in command.other_names:
                page = f"{folder}/myelin-{other}.1"
                yield Output(page, "man_other.1.jinja", source, {"command": command})


def objects_in(spec: Spec, fields: tuple[Any, ...]) -> list[Object]:
    """Return the objects that fields are made of, each once, parts before wholes."""
    found: dict[str, Object] = {}
    for each in fields:
        if each.type in spec.objects:
            kind = spec.objects[each.type]
            for part in objects_in(spec, kind.fields):
                found.setdefault(part.name, part)
            found.setdefault(kind.name, kind)
    return list(found.values())
