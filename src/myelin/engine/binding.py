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
    """JSON pointer (`*` for any index) to pydantic error type to the code that answers for it.

    So `/class` to `literal_error` to `class_unknown`, `/links/*/to` to `pattern` to
    `memory_unknown`.
    """


@dataclass(frozen=True, slots=True)
class ResourceBinding:
    """A row of `myelin.surface.resources.RESOURCES`: a fixed address that only reads."""

    uri: str
    name: str
    core: str
    since: str
    title: str
    description: str
    mime_type: str
    operation: Callable[..., Any]
    """Called with the engine and the store's session."""
    errors: tuple[str, ...]
