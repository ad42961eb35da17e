"""One tool as the engine sees it: what answers it, how it is admitted, and what it may raise."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Binding:
    """A row of `myelin.surface.tools.TOOLS`; generated from the spec, never written by hand."""

    name: str
    core: str
    effect: Literal["read", "write"]
    since: str
    served: bool
    title: str
    description: str
    hints: Mapping[str, bool]
    args_path: str
    """Where the arguments' model lives, as `module:Class`; loaded on first use, not at start."""
    operation: Callable[..., Any]
    """Called with the engine, the store's session and the admitted arguments."""
    errors: tuple[str, ...]
    schema_name: str
    soft: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Argument name to rule to the error that answers for it: `class` to `enum` to `class_unknown`."""
