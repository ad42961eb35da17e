"""The released surface only grows: what a version has served, every later one serves alike."""

import json
from typing import Any

from codegen import model
from codegen.outputs import objects_in
from tests.architecture.tree import ROOT

SPEC = model.loaded(ROOT)
KEPT = ROOT / "tests/surface/released.json"
LEANER = {"item", "process"}
"""Objects that leave out a default or a part that a list does not need, since 0.4."""

PROMISED: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))


def keys(fields: tuple[model.Field, ...]) -> list[str]:
    """Return names as the spec spells them: what may be absent ends in `?`."""
    return [field.name if field.required else f"{field.name}?" for field in fields]


def fields_served() -> tuple[model.Field, ...]:
    """Return the arguments and results of what is served, and the parts of their objects."""
    served = [
        side
        for operation in SPEC.operations.values()
        if operation.served
        for side in (operation.args, operation.result)
    ]
    own = tuple(field for fields in served for field in fields)
    return own + tuple(field for each in objects_in(SPEC, own) for field in each.fields)


def surface() -> dict[str, Any]:
    """Return what this version serves, by kind and name."""
    return {
        "tools": {
            tool.name: {"args": keys(tool.operation.args), "result": keys(tool.operation.result)}
            for tool in SPEC.tools.values()
            if tool.served
        },
        "resources": sorted(each.uri for each in SPEC.resources.values() if each.served),
        "commands": {
            command.name: sorted(
                flag for parameter in command.parameters for flag in parameter.flags
            )
            for command in SPEC.commands.values()
            if command.served
        },
        "answers": {
            command.name: list(command.answers)
            for command in SPEC.commands.values()
            if command.served
        },
        "documents": {
            operation.name: keys(operation.result)
            for operation in SPEC.operations.values()
            if operation.served
        },
        "objects": {each.name: keys(each.fields) for each in objects_in(SPEC, fields_served())},
        "values": {
            field.type: list(SPEC.scalars[field.type].values)
            for field in fields_served()
            if field.type in SPEC.scalars and SPEC.scalars[field.type].values
        },
        "errors": {error.name: error.exit for error in SPEC.errors.values()},
        "settings": sorted(each.name for each in SPEC.settings.values() if each.served),
    }


def test_what_was_promised_is_still_there() -> None:
    now = surface()
    for name, tool in PROMISED["tools"].items():
        # An argument may become optional, a result may gain; neither the other way round.
        args = set(now["tools"][name]["args"])
        for arg in tool["args"]:
            assert {arg, f"{arg.removesuffix('?')}?"} & args, f"{name} takes {arg} no more"
        required = {arg for arg in args if not arg.endswith("?")}
        assert required <= set(tool["args"]), f"{name} demands more than it did"
        assert set(tool["result"]) <= set(now["tools"][name]["result"]), name
    for kind in ("resources", "settings"):
        assert set(PROMISED[kind]) <= set(now[kind])
    for kind in ("commands", "answers", "documents", "objects", "values"):
        for name, parts in PROMISED[kind].items():
            still = set(now[kind][name])
            if name in LEANER:
                still |= {part.removesuffix("?") for part in still}
            assert set(parts) <= still, f"{kind}: {name} has lost a part"
    assert PROMISED["errors"].items() <= now["errors"].items()


def test_what_is_served_is_promised() -> None:
    assert surface() == PROMISED, "promise what is new: python -m tests.surface.test_released"


if __name__ == "__main__":
    test_what_was_promised_is_still_there()
    KEPT.write_text(json.dumps(surface(), indent=1, ensure_ascii=False) + "\n", "utf-8")
