"""The OpenAPI document of the routes: paths, parameters, bodies, answers and errors."""

import re
from collections.abc import Iterator
from typing import Any

from codegen import schema
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
    operation = spec.operations.get(route.operation or "")
    inputs = {} if operation is None else schema.input_schema(spec, operation)
    properties = inputs.get("properties", {})
    in_path = path_parameters(route)
    entry: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.doc,
        "security": [] if route.scope == "none" else [{"token": [route.scope]}],
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _of(properties, name)}
        for name in in_path
    ]
    others = {name: value for name, value in properties.items() if name not in in_path}
    required = [name for name in inputs.get("required", ()) if name not in in_path]
    if others and route.method in ("GET", "DELETE"):
        parameters += [
            {"name": name, "in": "query", "required": name in required, "schema": value}
            for name, value in others.items()
        ]
    elif others:
        body = {"type": "object", "properties": others, "additionalProperties": False}
        body |= {"required": required} if required else {}
        entry["requestBody"] = {"required": bool(required), "content": _json(body)}
    if parameters:
        entry["parameters"] = parameters
    good: dict[str, Any] = {"description": "Done."}
    if operation is not None:
        good["content"] = _json(schema.output_schema(spec, operation))
    entry["responses"] = {"200": good} | dict(_errors(spec, route))
    return entry


def _of(properties: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = properties.get(name, {"type": "string"})
    return found


def _errors(spec: Spec, route: Route) -> Iterator[tuple[str, dict[str, Any]]]:
    operation = spec.operations.get(route.operation or "")
    own = route.errors if operation is None else (*route.errors, *operation.errors)
    general = [error.name for error in spec.errors.values() if error.of == "every request"]
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys([*own, *general]):
        by_status.setdefault(spec.errors[code].http, []).append(code)
    for status, codes in sorted(by_status.items()):
        reference = {"$ref": "#/components/schemas/Error"}
        yield str(status), {"description": ", ".join(codes), "content": _json(reference)}


def _json(value: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": value}}
