# @generated from spec/routes.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""Every declared REST route by its name, in the order of the spec."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """One route of the admin interface: where it is, and what a token needs for it."""

    name: str
    path: str
    method: str
    scope: str
    since: str
    served: bool
    doc: str
    errors: tuple[str, ...]


ROUTES: dict[str, Route] = {}
