"""Published schemas: every client takes them, and the argument models accept what they accept."""

import importlib
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from codegen import model
from codegen.portable import unportable
from myelin.contract.schema import published
from myelin.engine.repair import repaired
from myelin.server.answers import _listed_tool
from myelin.surface.operations import OPERATIONS
from myelin.surface.tools import TOOLS
from tests.architecture.tree import ROOT
from tests.surface.strategies import accepted_by

SPEC = model.loaded(ROOT)
ALL = tuple(SPEC.operations)
# What JSON Schema says in characters or not at all, and the models say exactly; see spec/README.md.
BEYOND_SCHEMAS = {"controls", "unicode", "max_bytes", "empty", "moment", "slug"}
READ_BY_A_MODEL = ("name", "description", "inputSchema")
READ_BYTES_MAX = 13_000
LISTED_BYTES_MAX = 30_000

SOME = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def arguments_of(tool: str) -> type[BaseModel]:
    module = importlib.import_module(f"myelin.contract.operations.{tool}")
    name = "".join(part.capitalize() for part in tool.split("_")) + "Args"
    found: type[BaseModel] = getattr(module, name)
    return found


def admitted(tool: str, value: Any) -> BaseModel:
    """Return the arguments of a call as the door of a tool takes them."""
    return arguments_of(tool).model_validate(repaired(published(tool)["input"], value))


def refusals(tool: str, value: Any) -> set[str]:
    try:
        admitted(tool, value)
    except ValidationError as refused:
        return {problem["type"] for problem in refused.errors()}
    return set()


def schema_accepts(tool: str, value: Any) -> bool:
    return jsonschema.Draft202012Validator(published(tool)["input"]).is_valid(value)


@pytest.mark.parametrize("tool", ALL)
@pytest.mark.parametrize("side", ["input", "output", "listed"])
def test_a_published_schema_is_one_that_every_client_takes(tool: str, side: str) -> None:
    schema = published(tool).get(side)
    if schema is None:
        assert side == "listed"
        assert tool not in TOOLS
        return
    jsonschema.Draft202012Validator.check_schema(schema)
    assert list(unportable(schema)) == []


@pytest.mark.parametrize("tool", TOOLS)
def test_a_client_gets_the_types_of_what_a_tool_answers(tool: str) -> None:
    def types(node: dict[str, Any]) -> Any:
        if node["type"] == "object":
            return {name: types(inner) for name, inner in node["properties"].items()}
        return [types(node["items"])] if node["type"] == "array" else node["type"]

    listed, whole = types(published(tool)["listed"]), types(published(tool)["output"])
    assert listed == whole | {"brain": {}}


NAMING = [name for name, one in SPEC.operations.items() if one.names_brain == "always"]


@pytest.mark.parametrize("tool", sorted(set(NAMING) & set(ALL)))
def test_every_answer_names_its_brain(tool: str) -> None:
    output = published(tool)["output"]
    assert "brain" in output["required"]
    assert output["properties"]["brain"]["required"] == ["id", "name", "kind"]


@pytest.mark.parametrize("tool", ALL)
@SOME
@given(data=st.data())
def test_what_the_schema_accepts_is_accepted(tool: str, data: st.DataObject) -> None:
    value = data.draw(accepted_by(published(tool)["input"]))
    assert refusals(tool, value) <= BEYOND_SCHEMAS


NOT_THAT = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=3)), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.sampled_from(["null", "[]", "{}", "5", "5.0", "true", '["x"]', "NaN", "[" * 5_000, 1e300]),
)


@pytest.mark.parametrize("tool", ALL)
@SOME
@given(data=st.data())
def test_what_the_schema_refuses_is_refused_unless_a_repair_mends_it(
    tool: str, data: st.DataObject
) -> None:
    schema = published(tool)["input"]
    value = dict(data.draw(accepted_by(schema)))
    names = [*schema["properties"], "another"]
    name = data.draw(st.sampled_from(names))
    if data.draw(st.booleans()):
        value.pop(name, None)
    else:
        value[name] = data.draw(NOT_THAT)
    if schema_accepts(tool, value):
        assert refusals(tool, value) <= BEYOND_SCHEMAS
    elif not schema_accepts(tool, repaired(schema, value)):
        assert refusals(tool, value) != set()


def in_other_forms(schema: dict[str, Any], value: Any, draw: Callable[..., Any]) -> Any:
    """Return a value in a form that the three repairs bring back."""
    match schema["type"]:
        case "object" if schema["properties"]:
            value = {
                name: in_other_forms(schema["properties"][name], each, draw)
                for name, each in value.items()
            }
            for name in schema["properties"].keys() - value.keys():
                absent = draw(st.sampled_from([None, "", ...]))
                value |= {} if absent is ... else {name: absent}
        case "array":
            value = [in_other_forms(schema["items"], each, draw) for each in value]
        case "integer":
            value = draw(st.sampled_from([value, float(value)]))
        case "string":
            return value
    return json.dumps(value) if draw(st.booleans()) else value


@pytest.mark.parametrize("tool", ALL)
@SOME
@given(data=st.data())
def test_the_three_repairs_bring_back_the_same_arguments(tool: str, data: st.DataObject) -> None:
    schema = published(tool)["input"]
    value = {
        name: each
        for name, each in data.draw(accepted_by(schema)).items()
        # For an optional argument "" means that it was not given, whatever form it has.
        if each != "" or name in schema.get("required", ())
    }
    if refusals(tool, value):
        return
    other = {
        name: in_other_forms(schema["properties"][name], each, data.draw)
        for name, each in value.items()
    }
    for name in schema["properties"].keys() - value.keys():
        if data.draw(st.booleans()):
            other[name] = data.draw(st.sampled_from([None, ""]))
    assert admitted(tool, other) == admitted(tool, value)


def test_every_served_operation_has_its_schema_and_its_model() -> None:
    served = [operation.name for operation in SPEC.operations.values() if operation.served]
    assert list(OPERATIONS) == served
    assert list(TOOLS) == [tool.name for tool in SPEC.tools.values() if tool.served]
    for operation in OPERATIONS.values():
        assert published(operation.name)["input"]["type"] == "object"
        module, _, name = operation.args_path.partition(":")
        assert issubclass(getattr(importlib.import_module(module), name), BaseModel)


def size(value: Any) -> int:
    """Return the bytes of a value as a server sends it."""
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def test_the_list_of_tools_stays_small() -> None:
    listed = [_listed_tool(tool) for tool in TOOLS.values()]
    read = [{key: tool[key] for key in READ_BY_A_MODEL} for tool in listed]
    for what, tools, most, why in (
        ("names, descriptions and input schemas", read, READ_BYTES_MAX, "a model reads them"),
        ("the whole list", listed, LISTED_BYTES_MAX, "every session of a client begins with it"),
    ):
        total = size({"tools": tools})
        largest = sorted(((size(tool), tool["name"]) for tool in tools), reverse=True)
        assert total <= most, (
            f"{what} of the tools take {total:,} bytes, {total - most:,} more than the limit of"
            f" {most:,}, which is there because {why} before any work is done. Shorten"
            " descriptions and the docs of arguments in spec/operations.yaml, or leave out what a"
            " caller does not need. The largest: "
            + ", ".join(f"{name} {bytes_:,}" for bytes_, name in largest[:6])
        )


def test_only_what_replaces_something_is_marked_destructive() -> None:
    operations = {name: tool.operation for name, tool in SPEC.tools.items()}
    marked = {name for name, each in operations.items() if each.hints["destructiveHint"]}
    assert marked == {"save_process", "save_standard", "set_preference"}
    assert not any(each.hints["openWorldHint"] for each in operations.values())
    for each in operations.values():
        assert each.hints["readOnlyHint"] == (each.effect == "read")
