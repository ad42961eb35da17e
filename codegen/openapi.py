"""The OpenAPI document of the routes: paths, parameters, bodies, answers and errors."""

import re
from collections.abc import Iterator
from typing import Any

from codegen import schema
from codegen.examples import with_ids
from codegen.model import Route, Spec

PARAMETER = re.compile(r"{([a-z][a-z_]*)}")
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "hint", "retry"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string"},
                "hint": {"type": "string"},
                "retry": {"type": "boolean"},
                "details": {"type": "object", "properties": {}},
            },
        }
    },
}


def document(spec: Spec) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of every declared route."""
    paths: dict[str, Any] = {}
    for route in spec.routes.values():
        paths.setdefault(route.path, {})[route.method.lower()] = _entry(spec, route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Myelin", "version": spec.version},
        "paths": paths,
        "components": {
            "schemas": {"Error": _ERROR},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def path_parameters(route: Route) -> tuple[str, ...]:
    """Return the names in the path of a route, in order."""
    return tuple(PARAMETER.findall(route.path))


def body_of(spec: Spec, route: Route) -> str:
    """Return how the body of a route is sent: `none`, `json` or `bytes`."""
    if route.body is not None:
        return route.body
    return "json" if _json_arguments(spec, route) else "none"


def _json_arguments(spec: Spec, route: Route) -> dict[str, Any]:
    """Return the schemas of the arguments that the JSON body of a route carries, by name."""
    operation = spec.operations.get(route.operation or "")
    if operation is None or route.method in ("GET", "DELETE", "PUT"):
        return {}
    elsewhere = {*path_parameters(route), *route.request_headers}
    properties: dict[str, Any] = schema.input_schema(spec, operation)["properties"]
    return {name: each for name, each in properties.items() if name not in elsewhere}


def _entry(spec: Spec, route: Route) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.doc,
        "security": [] if route.scope == "none" else [{"token": [route.scope]}],
    }
    if parameters := list(_parameters(spec, route)):
        entry["parameters"] = parameters
    if body := _body(spec, route):
        entry["requestBody"] = body
    entry["responses"] = _good(spec, route) | dict(_errors(spec, route))
    return entry


def _parameters(spec: Spec, route: Route) -> Iterator[dict[str, Any]]:
    """Yield the parameters of a route: of its path, its headers and its query."""
    properties, required = _inputs(spec, route)
    given: dict[str, Any] = next(_examples(spec, route), {})

    def parameter(name: str, where: str, shown: str) -> dict[str, Any]:
        needed = where == "path" or name in required
        entry = {"name": shown, "in": where, "required": needed, "schema": _of(properties, name)}
        return entry | ({"example": given[name]} if name in given else {})

    in_path, in_body = path_parameters(route), _json_arguments(spec, route)
    for name in in_path:
        yield parameter(name, "path", name)
    for name, header in route.request_headers.items():
        yield parameter(name, "header", header)
    for name in properties:
        if name not in in_path and name not in route.request_headers and name not in in_body:
            yield parameter(name, "query", name)


def _body(spec: Spec, route: Route) -> dict[str, Any] | None:
    """Return the description of a route's body, or None if it takes none."""
    if route.body is not None:
        content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
        return {"required": True, "content": content}
    properties = _json_arguments(spec, route)
    if not properties:
        return None
    required = [name for name in properties if name in _inputs(spec, route)[1]]
    schema_: dict[str, Any] = {"type": "object", "properties": properties}
    schema_ |= {"additionalProperties": False} | ({"required": required} if required else {})
    content_: dict[str, Any] = {"schema": schema_}
    examples = [
        {name: value for name, value in arguments.items() if name in properties}
        for arguments in _examples(spec, route)
    ]
    if examples:
        content_["example"] = examples[0]
    return {"required": bool(required), "content": {"application/json": content_}}


def _good(spec: Spec, route: Route) -> dict[str, Any]:
    """Return the descriptions of the answers that are no error, by status."""
    good: dict[str, Any] = {"description": "Done."}
    if route.answer_headers:
        good["headers"] = {name: {"schema": {"type": "string"}} for name in route.answer_headers}
    operation = spec.operations.get(route.operation or "")
    if route.answer == "bytes":
        schema_ = {"type": "string", "format": "binary"}
        good["content"] = {"application/octet-stream": {"schema": schema_}}
        return {"200": good, "206": good | {"description": "The range that was asked for."}}
    if operation is not None and route.answer == "json":
        content: dict[str, Any] = {"schema": schema.output_schema(spec, operation)}
        good["content"] = {"application/json": content}
    return {str(route.status): good}


def _examples(spec: Spec, route: Route) -> Iterator[dict[str, Any]]:
    """Yield the arguments of each example of a route."""
    operation = spec.operations.get(route.operation or "")
    for example in () if operation is None else operation.examples:
        yield with_ids(example.args)


def _inputs(spec: Spec, route: Route) -> tuple[dict[str, Any], list[str]]:
    """Return the schemas of the arguments of a route by name, and the required ones."""
    operation = spec.operations.get(route.operation or "")
    inputs = {} if operation is None else schema.input_schema(spec, operation)
    return inputs.get("properties", {}), inputs.get("required", [])


def _of(properties: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = properties.get(name, {"type": "string"})
    return found


def _errors(spec: Spec, route: Route) -> Iterator[tuple[str, dict[str, Any]]]:
    operation = spec.operations.get(route.operation or "")
    own = route.errors if operation is None else (*route.errors, *spec.errors_of(operation))
    general = [error.name for error in spec.errors.values() if error.of == "every request"]
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys([*own, *general]):
        by_status.setdefault(spec.errors[code].http, []).append(code)
    for status, codes in sorted(by_status.items()):
        reference = {"$ref": "#/components/schemas/Error"}
        yield str(status), {"description": ", ".join(codes), "content": _json(reference)}


def _json(value: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": value}}
