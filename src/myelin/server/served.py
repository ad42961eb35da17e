"""The client of a request, and the interface of the brain that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from myelin.engine.operation import Operation, Resource


class ServedBrain(Protocol):
    """One brain, opened by the first call."""

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        """Return the result of an operation; `actor` is the client's name."""

    def read(self, resource: Resource) -> dict[str, Any]:
        """Return the content of a resource."""

    def prompts(self) -> list[dict[str, str]]:
        """Return name, title and description of every prompt."""

    def prompt(self, name: str, task: str) -> str:
        """Return the text of one prompt for a task."""

    def revision(self) -> object | None:
        """Return a value that differs after any change of the prompts."""


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request: the version that it speaks, its name, and the brain that it asks."""

    version: str
    name: str | None
    brain: ServedBrain
    may_write: bool = True
    """Whether the tools that write are shown to it and answered."""
