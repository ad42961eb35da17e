"""Finding the admin route of a request in the table that the spec generates."""

from __future__ import annotations

import functools
import re
from importlib import resources

from myelin.contract.errors import MethodRefused, RouteUnknown
from myelin.surface.routes import ROUTES, Route

_PARAMETER = re.compile(r"{([a-z_]+)}")


def route_of(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the served route of a request, and the values in its path.

    Raises:
        RouteUnknown: no route has that path.
        MethodRefused: a route has the path, but not for this method.
    """
    found = [(route, match) for pattern, route in _table() if (match := pattern.fullmatch(path))]
    if not found:
        raise RouteUnknown
    for route, match in found:
        if route.method == method:
            return route, match.groupdict()
    raise MethodRefused


def methods_of(path: str) -> list[str]:
    """Return the methods that a path takes."""
    return sorted(route.method for pattern, route in _table() if pattern.fullmatch(path))


@functools.cache
def openapi() -> bytes:
    """Return the OpenAPI document of the routes."""
    return resources.files("myelin.surface").joinpath("openapi.json").read_bytes()


@functools.cache
def _table() -> tuple[tuple[re.Pattern[str], Route], ...]:
    return tuple(
        (re.compile(_PARAMETER.sub(r"(?P<\1>[^/]+)", route.path)), route)
        for route in ROUTES.values()
        if route.served and route.operation is not None
    )
