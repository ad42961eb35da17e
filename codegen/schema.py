"""The JSON Schemas that clients are given: plain, without references, the same for every client."""

from typing import Any

from codegen.model import Field, Object, Operation, Scalar, Spec


def input_schema(spec: Spec, operation: Operation) -> dict[str, Any]:
    """Return the JSON Schema of the arguments of an operation."""
    return _object(spec, operation.args, described=True)


def output_schema(spec: Spec, operation: Operation) -> dict[str, Any]:
    """Return the JSON Schema of the result of an operation, the brain included.

    It carries types alone: a client gets it with every list of tools, and docs/generated holds
    the rest.
    """
    result = operation.result
    if operation.names_brain != "never":
        required = operation.names_brain == "always"
        brain = Field("brain", "brain", many=False, required=required, doc="Which brain answered.")
        result = (brain, *result)
    return _object(spec, result, described=False)


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
    spec: Spec, fields: tuple[Field, ...], *, described: bool, open_: bool = False
) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {field.name: _field(spec, field, described=described) for field in fields},
        "additionalProperties": open_,
    }
    if required := [field.name for field in fields if field.required]:
        schema["required"] = required
    return schema


def _field(spec: Spec, field: Field, *, described: bool) -> dict[str, Any]:
    kind: Object | Scalar = spec.objects.get(field.type) or spec.scalars[field.type]
    if isinstance(kind, Object):
        schema = _object(spec, kind.fields, described=described, open_=kind.open)
    else:
        schema = _scalar(kind) if described else _plain(kind)
    if field.many:
        schema = {"type": "array", "items": schema}
        if field.max_items is not None:
            schema["maxItems"] = field.max_items
    if described:
        if field.default not in (None, []):
            schema["default"] = field.default
        schema["description"] = field.doc
    return schema


def _plain(scalar: Scalar) -> dict[str, Any]:
    if scalar.base == "map":
        # Some hosts refuse a list of tools for an object without `properties`.
        return {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}}
    return {"type": scalar.base}


def _scalar(scalar: Scalar) -> dict[str, Any]:
    schema = _plain(scalar)
    if scalar.base == "map":
        if scalar.max_bytes is not None:
            schema["additionalProperties"]["maxLength"] = scalar.max_bytes
        return schema
    if scalar.values:
        schema["enum"] = list(scalar.values)
    if scalar.pattern is not None:
        schema["pattern"] = scalar.pattern
    if scalar.visible:
        schema["minLength"] = 1
    if scalar.max_bytes is not None:
        # A limit of bytes is a limit of characters too; the model counts the bytes.
        schema["maxLength"] = scalar.max_bytes
    if scalar.minimum is not None:
        schema["minimum"] = scalar.minimum
    if scalar.maximum is not None:
        schema["maximum"] = scalar.maximum
    return schema
