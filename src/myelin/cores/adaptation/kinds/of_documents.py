"""What the kinds that save the owner's document share: saving, checking, the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from myelin.contract.errors import ProcessInvalid
from myelin.cores.adaptation import rules
from myelin.cores.adaptation.kinds.kind import Context
from myelin.documents.versions import difference
from myelin.registry import Version

if TYPE_CHECKING:
    from myelin.contract.operations.save_process import SaveProcessResult


def save_process(at: Context, body: str) -> SaveProcessResult:
    """Save the owner's document as the next version of its name and return the result."""
    # The model costs time to build, and only accepting needs it.
    from myelin.contract.operations.save_process import SaveProcessArgs

    return at.hubs.processes.save_process(at.session, SaveProcessArgs(yaml=body))


def applied(saved: SaveProcessResult) -> str:
    """Return name and number of a saved process."""
    return rules.versioned(saved["name"], saved["version"])


def invalid(path: str, message: str) -> ProcessInvalid:
    """Return the error for a document that is not what the proposal asks for."""
    return ProcessInvalid(count=1, details=problem(path, message))


def problem(path: str, message: str) -> dict[str, Any]:
    """Return the details of an error with one problem."""
    found = {"path": path, "line": 1, "column": 1, "rule": "proposal", "message": message}
    return {"problems": [found]}


def from_version(before: Version, body: str) -> str:
    """Return the unified diff from a stored version to the owner's document."""
    return difference(before.yaml, body, f"{before.name}@{before.version}", "your document")
