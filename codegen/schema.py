"""The JSON Schemas that clients are given: plain, without references, the same for every client."""

from typing import Any

from codegen.model import Field, Object, Operation, Scalar, Spec

LONG_BYTES = 1024
"""A text that may be this long has its limit published; what is shorter is a name or a line."""


def input_schema(spec: Spec, operation: Operation) -> dict[str, Any]:
    """Return the JSON Schema of the arguments of an operation.

    Only the arguments themselves are described: a model reads every byte of it, and the names of
    the parts inside say what they are.
    """
    schema = _object(spec, operation.args)
    for field in operation.args:
        published = schema["properties"][field.name]
        if field.default not in (None, []):
            published["default"] = field.default
        published["description"] = field.doc
    return schema


def output_schema(spec: Spec, operation: Operation) -> dict[str, Any]:
    """Return the JSON Schema of the result of an operation, the brain included."""
    result = operation.result
    if operation.names_brain != "never":
        required = operation.names_brain == "always"
        brain = Field("brain", "brain", many=False, required=required, doc="Which brain answered.")
        result = (brain, *result)
    return _object(spec, result, bounded=False)


def listed_schema(spec: Spec, operation: Operation) -> dict[str, Any]:
    """Return the schema of a tool's result as clients get it with every list of tools.

    It carries types alone, and of the brain only that it is there: the whole is output_schema.
    """
    properties = {field.name: _typed(spec, field) for field in operation.result}
    return {
        "type": "object",
        "properties": {"brain": {"type": "object", "properties": {}}, **properties},
    }


def soft_errors(spec: Spec, operation: Operation) -> dict[str, dict[str, str]]:
    """Return, for each place in the arguments, the rules that have an error of their own."""
    soft: dict[str, dict[str, str]] = {}

    def visit(fields: tuple[Field, ...], above: str) -> None:
        for field in fields:
            place = f"{above}/{field.name}" + ("/*" if field.many else "")
            if field.type in spec.objects:
                visit(spec.objects[field.type].fields, place)
            elif errors := spec.scalars[field.type].errors:
                # The names on the left are the types that the argument models report.
                soft[place] = {
                    {"values": "literal_error"}.get(rule, rule): code
                    for rule, code in errors.items()
                }

    visit(operation.args, "")
    return soft


def _object(
    spec: Spec, fields: tuple[Field, ...], *, bounded: bool = True, open_: bool = False
) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {field.name: _field(spec, field, bounded=bounded) for field in fields},
        "additionalProperties": open_,
    }
    if required := [field.name for field in fields if field.required]:
        schema["required"] = required
    return schema


def _field(spec: Spec, field: Field, *, bounded: bool) -> dict[str, Any]:
    kind: Object | Scalar = spec.objects.get(field.type) or spec.scalars[field.type]
    if isinstance(kind, Object):
        schema = _object(spec, kind.fields, bounded=bounded, open_=kind.open)
    else:
        schema = _bounded(kind) if bounded else _plain(kind)
    return _listed(field, schema, bounded=bounded)


def _typed(spec: Spec, field: Field) -> dict[str, Any]:
    kind: Object | Scalar = spec.objects.get(field.type) or spec.scalars[field.type]
    if isinstance(kind, Object):
        parts = {part.name: _typed(spec, part) for part in kind.fields}
        schema: dict[str, Any] = {"type": "object", "properties": parts}
    else:
        schema = _plain(kind)
    return _listed(field, schema, bounded=False)


def _listed(field: Field, schema: dict[str, Any], *, bounded: bool) -> dict[str, Any]:
    if not field.many:
        return schema
    schema = {"type": "array", "items": schema}
    if bounded and field.max_items is not None:
        schema["maxItems"] = field.max_items
    return schema


def _plain(scalar: Scalar) -> dict[str, Any]:
    if scalar.base == "map":
        # Some hosts refuse a list of tools for an object without `properties`.
        return {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}}
    return {"type": scalar.base}


def _bounded(scalar: Scalar) -> dict[str, Any]:
    schema = _plain(scalar)
    if scalar.base == "map":
        return schema
    if scalar.values:
        schema["enum"] = list(scalar.values)
    if scalar.pattern is not None:
        schema["pattern"] = scalar.pattern
    if scalar.max_bytes is not None and scalar.max_bytes >= LONG_BYTES:
        # A limit of bytes is a limit of characters too; the model counts the bytes.
        schema["maxLength"] = scalar.max_bytes
    if scalar.minimum is not None:
        schema["minimum"] = scalar.minimum
    if scalar.maximum is not None:
        schema["maximum"] = scalar.maximum
    return schema
