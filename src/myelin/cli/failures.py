"""Errors on the command line: their text and their exit codes.

A person reads about the flag or argument that was typed, never about a tool's argument. With
`--json` the error is one document on standard output, and nothing goes to standard error.
"""

import re
from typing import TYPE_CHECKING, Any

from myelin.cli.console import Console, Lines, show
from myelin.contract.errors import ArgumentInvalid, Declined, InternalError
from myelin.kernel.errors import MyelinError

if TYPE_CHECKING:
    from myelin.surface.command_table import Command, Parameter

_PATTERNS = {
    "^mem_": "must be the id of a memory, such as mem_7f2a, or its beginning",
    "^[a-z0-9][a-z0-9._-]": "must be 1 to 63 of a-z, 0-9, `.`, `_` and `-`",
}
"""How the patterns of ids and names read to a person."""
EXIT_USAGE = 2
EXIT_DECLINED = 3
EXIT_FINDINGS = 4
EXIT_DAMAGED = 5


def report(console: Console, error: MyelinError, command: "Command | None" = None) -> int:
    """Print an error in the words of the command line and return the exit code."""
    if console.json:
        document = error.as_dict()
        said = {"message": _message(error, command), "hint": _hint(error, command)}
        document["error"] |= said
        console.document(document)
    else:
        message, *more = lines(error, command)
        show(console.remarks, Lines([f"myelin: {message}", *more]))
    return error.exit_code


def lines(error: MyelinError, command: "Command | None" = None) -> list[str]:
    """Return an error in the words of the command line: what is true, each problem, what to do."""
    return [
        _message(error, command),
        *_problems(error, command),
        *_finding(error, command),
        _hint(error, command),
    ]


def usage(console: Console, command: str, problem: str, line: str) -> int:
    """Print what is wrong with the words of a command and how it is used; return the exit code."""
    if console.json:
        details = {"problems": [{"path": "", "rule": "usage", "message": problem}]}
        error = ArgumentInvalid(count=1, tool=command, details=details)
        document = error.as_dict()
        document["error"] |= {"message": problem, "hint": line}
        console.document(document)
    else:
        show(console.remarks, Lines([f"myelin: {problem}", line]))
    return EXIT_USAGE


def declined(console: Console) -> int:
    """Print that the person said no, so that nothing happened; return the exit code."""
    error = Declined()
    if console.json:
        return report(console, error)
    console.remark(error.message)
    return EXIT_DECLINED


def internal(console: Console, where: str) -> int:
    """Print an internal error and return the exit code.

    `where` is its type and function. Its text may hold content, so it is not printed.
    """
    console.remark(f"myelin: failed at {where}")
    return report(console, InternalError(details={"where": where}))


def _message(error: MyelinError, command: "Command | None") -> str:
    problems = error.details.get("problems", [])
    if isinstance(error, ArgumentInvalid):
        if len(problems) != 1:
            return f"{len(problems)} problems with the arguments."
        return _argument(problems[0], command).removesuffix(".") + "."
    if problems:
        kind = "process" if "process" in error.code else "standard"
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        return f"The {kind} is not valid: {count}."
    if "field" in error.slots:
        # The field is the first word of these messages.
        field, _, rest = error.message.partition(" ")
        return f"{_shown(field, command)} {rest}"
    return _with_commands(error.message)


def _hint(error: MyelinError, command: "Command | None") -> str:
    if isinstance(error, ArgumentInvalid) and command is not None:
        return f"`myelin help {command.name}` says what it takes."
    return error.cli_hint or _with_commands(error.hint)


def _with_commands(text: str) -> str:
    """Return a text with the commands in the place of the tools that it names."""
    from myelin.surface.command_table import COMMANDS

    for command in COMMANDS:
        for tool in command.operations[:1]:
            # Other names of tools are English words too.
            if "_" in tool:
                text = re.sub(rf"`?\b{tool}\b`?", f"`myelin {command.name}`", text)
    return text


def _problems(error: MyelinError, command: "Command | None") -> list[str]:
    problems: list[dict[str, Any]] = error.details.get("problems", [])
    if not isinstance(error, ArgumentInvalid):
        return [f"  {_in_document(problem)}" for problem in problems]
    if len(problems) == 1:
        # The message says it already.
        return []
    return [f"  {_argument(one, command)}" for one in problems]


def _argument(problem: dict[str, Any], command: "Command | None") -> str:
    """Return what is wrong with one argument, which is named as it is typed."""
    message = str(problem["message"])
    for pattern, said in _PATTERNS.items():
        if pattern in message:
            message = said
    return f"{_shown(problem['path'], command)} {message}".strip()


def _finding(error: MyelinError, command: "Command | None") -> list[str]:
    """Return the rule and the place of a credential."""
    details = error.details
    if not {"field", "rule", "offset"} <= details.keys():
        return []
    place = _shown(details["field"], command)
    return [f"  {place}: rule {details['rule']}, byte {details['offset']}"]


def _in_document(problem: dict[str, Any]) -> str:
    """Return a problem of a document with its line, its column and the field that it is in."""
    place = problem["path"].removeprefix("/").replace("/", ".")
    line = f"line {problem['line']}, column {problem['column']}: " if "line" in problem else ""
    return f"{line}{place + ': ' if place else ''}{problem['message']}"


def _shown(path: str, command: "Command | None") -> str:
    """Return the flag or argument that a path of a tool's arguments means, as it is typed.

    `/links/0/type` and `links.0.type` are both of `--link`.
    """
    steps = path.removeprefix("/").replace("/", ".").split(".")
    first = steps[0]
    for one in command.parameters if command is not None else ():
        typed = one.shown.removeprefix("--").replace("-", "_").casefold()
        if first in (*one.feeds, one.name.rstrip("_"), typed):
            return shown(one)
    return ".".join(steps)


def shown(parameter: "Parameter") -> str:
    """Return how a message names a parameter: `--class`, or `argument TEXT`."""
    return parameter.shown if parameter.flags else f"argument {parameter.shown}"
