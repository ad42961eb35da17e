"""An operation as the engine sees it, and its MCP bindings; the spec generates the rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a person has to confirm before an operation changes anything."""

    what: str
    by: Literal["answer", "id"]
    """`answer`: a question is answered with yes. `id`: the whole id is typed."""
    without_terminal: Literal["recorded", "flag"]
    """`recorded`: it goes ahead, and the log says so. `flag`: a flag has to say so."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A row of `myelin.surface.operations.OPERATIONS`."""

    name: str
    core: str | None
    effect: Literal["read", "write"]
    """Which transaction it gets."""
    who: Literal["host", "owner", "owner_at_terminal", "principal", "operator"]
    """The least caller that may ask for it."""
    since: str
    args_path: str
    """Where the arguments' model lives, as `module:Class`; loaded on first use, not at start."""
    run: Callable[..., Any] | None
    """The typed call behind it: see `takes`. None if only its command can answer it."""
    errors: tuple[str, ...]
    soft: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """JSON pointer (`*` for any index) to pydantic error type to the code that answers for it.

    So `/class` to `literal_error` to `class_unknown`, `/links/*/to` to `pattern` to
    `memory_unknown`.
    """
    snapshot: str | None = None
    """The name of the snapshot that is taken first, with arguments in braces; a time is added."""
    confirmed: Confirmation | None = None
    takes: Literal["session", "brain", "principal", "operator"] = "session"
    """The parameters of `run`.

    `session`: the engine, the store's session and the admitted arguments (`dispatch.call`).
    `brain`: the whole brain, the admitted arguments and the owner to ask (`owner.calls.call`).
    `principal`: the server's records, the sender of a request and the admitted arguments
    (`control.calls.call`). `operator`: the server's records, the admitted arguments and the
    operator to ask (`control.calls.call_as_operator`).
    """
    raw: bool = False
    """Whether `run` also takes the raw bytes of a request."""
    decides: bool = False
    """Whether `run` is told who decided, as `decided_by`."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A row of `myelin.surface.tools.TOOLS`: the MCP binding of an operation."""

    operation: Operation
    title: str
    description: str
    hints: Mapping[str, bool]
    meta: Mapping[str, Any] = field(default_factory=dict)
    """What hosts read from `_meta`."""

    @property
    def name(self) -> str:
        """Return the name that clients call it by."""
        return self.operation.name


@dataclass(frozen=True, slots=True)
class Resource:
    """A row of `myelin.surface.resources.RESOURCES`: a fixed address that only reads."""

    uri: str
    name: str
    operation: Operation
    title: str
    description: str
    mime_type: str
