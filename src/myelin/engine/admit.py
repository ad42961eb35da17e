"""The check before anything runs: known arguments, the model's limits, no secret in a write."""

import difflib
import functools
import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from myelin.contract import errors
from myelin.contract.errors import ArgumentInvalid, ArgumentUnknown
from myelin.contract.schema import published
from myelin.documents.plain_yaml import plain, read
from myelin.engine.operation import Operation
from myelin.engine.repair import repaired
from myelin.kernel import actors
from myelin.kernel.errors import MyelinError
from myelin.kernel.text import first_control, is_visible

Scan = Callable[[Iterable[tuple[str, str]]], None]
"""Takes (field, text) of every text in the arguments; raises SecretRefused on a credential."""

_NAME_CHARS_MAX = 64
# The argument that holds a document, in every tool that takes one.
_DOCUMENT = "yaml"


def admit(operation: Operation, arguments: Mapping[str, Any], *, scan: Scan) -> BaseModel:
    """Return the arguments of a call as its model: repaired, then checked.

    Raises:
        ArgumentUnknown: an argument has a name that the tool does not know.
        ArgumentInvalid: arguments cannot be used; all problems at once.
        SecretRefused: a write holds what looks like a credential.
    """
    model, schema = _model(operation.args_path), _input_schema(operation.name)
    given = repaired(schema, arguments)
    problems: list[ErrorDetails] = []
    try:
        args = model.model_validate(given)
    except ValidationError as refused:
        problems = refused.errors(include_url=False, include_input=False)
    # Outside of the handler, so that no error of ours holds pydantic's, which quotes its input.
    if problems:
        raise _translate(operation, schema, problems, scan)
    if operation.effect == "write":
        # As given: a text that the model brought to another form may hide a credential. And as a
        # document is read: YAML has other ways to write the same text.
        scan([*texts(given), *_document_texts(given)])
    return args


def admit_actor(name: str | None, *, scan: Scan) -> str | None:
    """Return the name that a client gives itself, or None where it cannot be kept as one."""
    if name is None or not is_visible(name) or first_control(name, one_line=True) is not None:
        return None
    if len(name.encode("utf-8", "surrogatepass")) > _NAME_CHARS_MAX or _is_secret(name, scan):
        return None
    if actors.problem(name) is not None:
        return None
    return name


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Return every text inside a value of JSON with the field that it stands in (`links.0.to`)."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from texts(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts(inner, f"{path}.{index}")


def _document_texts(arguments: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return every text of the YAML document among the arguments, with its place in it."""
    document = arguments.get(_DOCUMENT)
    if isinstance(document, str):
        root, _ = read(document)
        if root is not None:
            yield from texts(plain(root), _DOCUMENT)


@functools.cache
def _model(args_path: str) -> type[BaseModel]:
    module, _, name = args_path.partition(":")
    model: type[BaseModel] = getattr(importlib.import_module(module), name)
    return model


@functools.cache
def _input_schema(name: str) -> Mapping[str, Any]:
    # The published schema says what is asked for, so repairs and hints cannot differ from it.
    schema: Mapping[str, Any] = published(name)["input"]
    return schema


def _translate(
    operation: Operation,
    schema: Mapping[str, Any],
    problems: list[ErrorDetails],
    scan: Scan,
) -> MyelinError:
    for problem in problems:
        if problem["type"] == "extra_forbidden":
            return _unknown(operation, schema, problem["loc"], scan)
    dedicated = [_dedicated_error(operation, problem) for problem in problems]
    for error in dedicated:
        if error is not None and None not in dedicated:
            return error
    return ArgumentInvalid(
        count=len(problems),
        tool=operation.name,
        details={
            "problems": [
                {"path": _pointer(one["loc"]), "rule": one["type"], "message": _message(one)}
                for one in problems
            ]
        },
    )


def _unknown(
    operation: Operation,
    schema: Mapping[str, Any],
    loc: tuple[int | str, ...],
    scan: Scan,
) -> ArgumentUnknown:
    name = str(loc[-1])
    known = _names_at(schema, loc[:-1])
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    suggestion = f"Did you mean {near[0]}?" if near else f"It takes: {', '.join(known)}."
    shown = "that name"
    if _may_be_shown(name, scan):
        shown = ".".join(map(str, [*loc[:-1], name]))
    return ArgumentUnknown(tool=operation.name, argument=shown, suggestion=suggestion)


def _may_be_shown(name: str, scan: Scan) -> bool:
    """Return whether a name is one: it may be anything, a credential in the wrong place too."""
    if not name.isidentifier() or len(name) > _NAME_CHARS_MAX:
        return False
    return not _is_secret(name, scan)


def _is_secret(text: str, scan: Scan) -> bool:
    try:
        scan([("name", text)])
    except errors.SecretRefused:
        return True
    return False


def _names_at(schema: Mapping[str, Any], loc: tuple[int | str, ...]) -> list[str]:
    """Return the names known where a problem is: at the top, or in an object inside."""
    for step in loc:
        schema = schema["items"] if isinstance(step, int) else schema["properties"][step]
    return list(schema["properties"])


def _dedicated_error(operation: Operation, problem: ErrorDetails) -> MyelinError | None:
    """Return the error that the spec dedicates to breaking this rule, if there is one."""
    pointer = _pointer(problem["loc"])
    pattern = "/".join("*" if step.isdigit() else step for step in pointer.split("/"))
    code = operation.soft.get(pattern, {}).get(problem["type"])
    if code is None:
        return None
    context = problem.get("ctx", {})
    # What a broken rule can say of itself; the generator refuses an error that asks for more.
    slots = {
        "field": pointer.removeprefix("/").replace("/", "."),
        "size": context.get("size"),
        "limit": context.get("limit"),
        "known": _listed(context.get("expected", "")),
    }
    error: Any = errors.BY_CODE[code]
    dedicated: MyelinError = error(**{slot: slots[slot] for slot in error.slots})
    return dedicated


def _message(problem: ErrorDetails) -> str:
    """Return what is wrong with a value, in one wording for all types."""
    context = problem.get("ctx", {})
    match problem["type"]:
        case "missing":
            return "is missing"
        case "string_type":
            return "must be a text"
        case "int_type" | "int_from_float":
            return "must be a whole number"
        case "float_type":
            return "must be a number"
        case "bool_type":
            return "must be true or false"
        case "list_type":
            return "must be a list"
        case "dict_type" | "model_type" | "model_attributes_type":
            return "must be an object"
        case "literal_error":
            return f"must be one of: {_listed(context['expected'])}"
        case "greater_than_equal":
            return f"must be at least {context['ge']}"
        case "less_than_equal":
            return f"must be at most {context['le']}"
        case "too_long":
            return f"has {context['actual_length']} items; the limit is {context['max_length']}"
    return problem["msg"]


def _listed(expected: str) -> str:
    """Return the words of a closed list, which pydantic gives as `'a', 'b' or 'c'`."""
    return expected.replace("'", "").replace(" or ", ", ")


def _pointer(loc: tuple[int | str, ...]) -> str:
    return "".join(f"/{step}" for step in loc)
