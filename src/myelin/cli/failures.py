"""Errors on the command line: their text and their exit codes."""

from typing import Any

from myelin.cli.console import Console, Lines, show
from myelin.contract.errors import ArgumentInvalid, InternalError
from myelin.kernel.errors import MyelinError

EXIT_USAGE = 2
EXIT_DECLINED = 3
EXIT_FINDINGS = 4
EXIT_DAMAGED = 5


def report(console: Console, error: MyelinError) -> int:
    """Print an error, as a document too when a program reads, and return the exit code."""
    if console.json:
        console.document(error.as_dict())
    lines = [f"myelin: {error.message}", *_problems(error), *_finding(error), error.hint]
    show(console.remarks, Lines(lines))
    return error.exit_code


def usage(console: Console, command: str, problem: str, line: str) -> int:
    """Print what is wrong with the words of a command and how it is used; return the exit code."""
    if console.json:
        details = {"problems": [{"path": "", "rule": "usage", "message": problem}]}
        error = ArgumentInvalid(count=1, tool=command, details=details)
        console.document(error.as_dict())
    show(console.remarks, Lines([f"myelin: {problem}", line]))
    return EXIT_USAGE


def internal(console: Console) -> int:
    """Print that a fault is ours, without what it says: it may hold content; return the code."""
    return report(console, InternalError())


def _problems(error: MyelinError) -> list[str]:
    problems: list[dict[str, Any]] = error.details.get("problems", [])
    if len(problems) == 1:
        # The message says it already.
        return []
    return [f"  {_place(problem)}: {problem['message']}" for problem in problems]


def _finding(error: MyelinError) -> list[str]:
    """Return the rule and the place of a credential, which the hint of its error refers to."""
    details = error.details
    if not {"field", "rule", "offset"} <= details.keys():
        return []
    return [f"  {details['field']}: rule {details['rule']}, byte {details['offset']}"]


def _place(problem: dict[str, Any]) -> str:
    """Return where a problem is: in a document by line and column too."""
    if "line" not in problem:
        return str(problem["path"])
    return f"{problem['line']}:{problem['column']} {problem['path']}".rstrip()
