"""The base class of the errors of the contract, which are generated from the spec."""

import traceback
from collections.abc import Mapping
from typing import Any, ClassVar, Literal


class MyelinError(Exception):
    """An error of the contract: a code, a message, a hint, and whether a retry can succeed."""

    code: ClassVar[str]
    fault: ClassVar[Literal["caller", "ours"]]
    http_status: ClassVar[int]
    exit_code: ClassVar[int]
    retry: ClassVar[bool]
    on_mcp: ClassVar[Literal["status", "tool", "never"]]
    """How `/mcp` of a server answers it: as an HTTP status, or as an error of the tool."""
    slots: ClassVar[tuple[str, ...]]
    """The names of its keyword arguments, but for `details`."""
    cli_hint: ClassVar[str | None] = None
    """The hint on the command line, if `hint` speaks of tools and their arguments."""

    def __init__(
        self, message: str, *, hint: str, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = dict(details or {})

    def as_dict(self) -> dict[str, Any]:
        """Return the one shape of an error on every transport: `{"error": {code, message, …}}`."""
        error: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "retry": self.retry,
        }
        if self.details:
            error["details"] = self.details
        return {"error": error}


def in_words(details: Mapping[str, Any]) -> str:
    """Return the first of `details["problems"]` as a phrase, and how many more there are."""
    problems = details["problems"]
    first = problems[0]
    place = first["path"].removeprefix("/").replace("/", ".")
    if "line" in first:
        place = f"line {first['line']}, {place}:" if place else f"line {first['line']}:"
    phrase = f"{place} {first['message']}".strip().removesuffix(".")
    more = len(problems) - 1
    return (
        phrase
        if not more
        else f"{phrase} (and {more} more {'problem' if more == 1 else 'problems'})"
    )


class SavedRefusal(Exception):
    """Carries an error out of an operation whose writes are saved all the same.

    The runner of the operation commits its transaction and then raises the error.
    """

    def __init__(self, error: MyelinError) -> None:
        super().__init__(error.code)
        self.error = error


def where(error: BaseException) -> str:
    """Return the type of an error and the function that raised it: what may be logged of it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    return f"{type(error).__name__}{place}"
