"""The interface of the brain that a server asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from myelin.engine.operation import Operation, Resource


class ServedBrain(Protocol):
    """What a server asks: one brain, opened when the first call needs it."""

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        """Return the result of an operation; `actor` is who the client says it is."""

    def read(self, resource: Resource) -> dict[str, Any]:
        """Return what a resource holds."""

    def prompts(self) -> list[dict[str, str]]:
        """Return name, title and description of every prompt."""

    def prompt(self, name: str, task: str) -> str:
        """Return one prompt written out for a task."""

    def revision(self) -> object | None:
        """Return what changes whenever the prompts may have changed."""
