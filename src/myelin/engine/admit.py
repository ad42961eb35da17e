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
from myelin.engine.operation import Operation
from myelin.kernel.errors import MyelinError
from myelin.kernel.text import first_control, is_visible

Scan = Callable[[Iterable[tuple[str, str]]], None]
"""Takes (field, text) of every text in the arguments; raises SecretRefused on a credential."""

_NAME_CHARS_MAX = 64


def admit(operation: Operation, arguments: Mapping[str, Any], *, scan: Scan) -> BaseModel:
    """Return the arguments of a call as its model, checked as the published schema says.

    Raises:
        ArgumentUnknown: an argument has a name that the tool does not know.
        ArgumentInvalid: arguments cannot be used; all problems at once.
        SecretRefused: a write holds what looks like a credential.
    """
    model = _model(operation.args_path)
    problems: list[ErrorDetails] = []
    try:
        args = model.model_validate(dict(arguments))
    except ValidationError as refused:
        problems = refused.errors(include_url=False, include_input=False)
    # Outside of the handler, so that no error of ours holds pydantic's, which quotes its input.
    if problems:
        raise _translate(operation, model, problems, scan)
    if operation.effect == "write":
        scan(list(texts(args.model_dump(by_alias=True, exclude_defaults=True))))
    return args


def admit_actor(name: str | None, *, scan: Scan) -> str | None:
    """Return the name that a client gives itself, or None where it cannot be kept as one."""
    if name is None or not is_visible(name) or first_control(name, one_line=True) is not None:
        return None
    if len(name.encode("utf-8", "surrogatepass")) > _NAME_CHARS_MAX or _is_secret(name, scan):
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


@functools.cache
def _model(args_path: str) -> type[BaseModel]:
    module, _, name = args_path.partition(":")
    model: type[BaseModel] = getattr(importlib.import_module(module), name)
    return model


def _translate(
    operation: Operation, model: type[BaseModel], problems: list[ErrorDetails], scan: Scan
) -> MyelinError:
    for problem in problems:
        if problem["type"] == "extra_forbidden":
            return _unknown(operation, model, problem["loc"], scan)
    soft = [_soft_error(operation, problem) for problem in problems]
    for error in soft:
        if error is not None and None not in soft:
            return error
    return ArgumentInvalid(
        count=len(problems),
        tool=operation.name,
        details={
            "problems": [
                {"path": _pointer(one["loc"]), "rule": one["type"], "message": one["msg"]}
                for one in problems
            ]
        },
    )


def _unknown(
    operation: Operation, model: type[BaseModel], loc: tuple[int | str, ...], scan: Scan
) -> ArgumentUnknown:
    name = str(loc[-1])
    known = _names_at(model, loc[:-1])
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    suggestion = f"Did you mean {near[0]}?" if near else f"It takes: {', '.join(known)}."
    shown = name if _may_be_shown(name, scan) else "that name"
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


def _names_at(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """Return the names known where a problem is: at the top, or inside the objects of a list."""
    schema = model.model_json_schema(by_alias=True)
    here = schema
    for step in loc:
        here = here["items"] if isinstance(step, int) else here["properties"][step]
        if "$ref" in here:
            here = schema["$defs"][here["$ref"].rpartition("/")[2]]
    return list(here["properties"])


def _soft_error(operation: Operation, problem: ErrorDetails) -> MyelinError | None:
    """Return the error that the spec dedicates to breaking this rule, if there is one."""
    pointer = _pointer(problem["loc"])
    pattern = "/".join("*" if step.isdigit() else step for step in pointer.split("/"))
    code = operation.soft.get(pattern, {}).get(problem["type"])
    context = problem.get("ctx", {})
    field = pointer.removeprefix("/").replace("/", ".")
    match code:
        case None:
            return None
        case "content_empty":
            return errors.ContentEmpty(field=field)
        case "content_too_large":
            return errors.ContentTooLarge(field=field, size=context["size"], limit=context["limit"])
        case "class_unknown":
            return errors.ClassUnknown(known=context["expected"].replace("'", ""))
        case "memory_unknown":
            return errors.MemoryUnknown()
        case "outcome_unknown":
            return errors.OutcomeUnknown()
        case "proposal_unknown":
            return errors.ProposalUnknown()
    raise LookupError(f"no error is made for {code}")


def _pointer(loc: tuple[int | str, ...]) -> str:
    return "".join(f"/{step}" for step in loc)
