"""The rules that a spec keeps before anything is rendered: one function each, and all are run."""

import copy
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import jsonschema

from codegen import names, openapi, schema
from codegen.examples import with_ids
from codegen.load import Complaint, Key
from codegen.model import OPERATION_FILES, Command, Field, Operation, Spec, release
from codegen.portable import unportable

Rule = Callable[[Spec], Iterator[Complaint]]
Places = Iterator[tuple[str, tuple[Key, ...], Field]]

LARGEST_EXACT = (1 << 53) - 1
"""The largest integer that every reader of JSON takes exactly."""
SAID_OF = {
    "values": {"field", "known"},
    "pattern": {"field"},
    "empty": {"field"},
    "max_bytes": {"field", "size", "limit"},
}
"""What a broken rule of an argument can say of itself, by the rule."""
CALLERS = {
    "operations": {"host"},
    "owner": {"owner", "owner_at_terminal"},
    "control": {"principal", "operator"},
}
"""The callers that the operations of each file are for."""
GLOBAL_FLAGS = {"--data", "--name", "--json", "--force-network", "--help", "-h"}


def errors_are_known(spec: Spec) -> Iterator[Complaint]:
    """Report errors that an entry names and errors.yaml does not define."""
    for document, place, code in _named_errors(spec):
        if code not in spec.errors:
            text = f"{place[-3]} names the error {code}, which spec/errors.yaml does not define"
            yield spec.complain(document, *place, text=text)


def errors_are_used(spec: Spec) -> Iterator[Complaint]:
    """Report errors that no entry names and that are not of every call."""
    used = {code for _, _, code in _named_errors(spec)}
    for error in spec.errors.values():
        if error.of is None and error.name not in used:
            text = f"nothing names the error {error.name}: name it, say `of`, or delete it"
            yield spec.complain("errors", error.name, text=text)


def errors_are_named_once(spec: Spec) -> Iterator[Complaint]:
    """Report errors that an entry names although every call or request may answer them."""
    general = {
        **{name: {"every call", "every write"} for name in OPERATION_FILES},
        "control": {"every request"},
        "routes": {"every request"},
    }
    for document, place, code in _named_errors(spec):
        error = spec.errors.get(code)
        if error is not None and error.of in general.get(document, ()):
            text = f"{place[-3]} need not name {code}, which is of {error.of}"
            yield spec.complain(document, *place, text=text)


def types_are_known(spec: Spec) -> Iterator[Complaint]:
    """Report fields of a type that types.yaml does not define, and types that hold themselves."""
    for document, place, field in _all_fields(spec):
        if field.type not in spec.scalars and field.type not in spec.objects:
            text = f"{field.name} has the type {field.type}, which spec/types.yaml does not define"
            yield spec.complain(document, *place, text=text)
    for name in spec.scalars.keys() & spec.objects.keys():
        yield spec.complain("types", "objects", name, text=f"{name} is a scalar and an object")
    for name in spec.objects:
        if name in _parts(spec, name):
            text = f"{name} holds itself, and a published schema has no references"
            yield spec.complain("types", "objects", name, text=text)


def types_are_used(spec: Spec) -> Iterator[Complaint]:
    """Report types that no argument, result, object or resource is made of."""
    used = {field.type for _, _, field in _all_fields(spec)}
    for group, kinds in (("scalars", spec.scalars), ("objects", spec.objects)):
        for name in kinds.keys() - used - {"brain"}:
            yield spec.complain("types", group, name, text=f"nothing is a {name}: delete it")


def arguments_are_bounded(spec: Spec) -> Iterator[Complaint]:
    """Report arguments without a limit, and lists and defaults that say too little or too much."""
    for document, place, field in _arguments(spec):
        if field.many and field.max_items is None:
            yield spec.complain(document, *place, text=f"{field.name} is a list without max_items")
        if not field.many and field.max_items is not None:
            yield spec.complain(document, *place, text=f"{field.name} is no list: drop max_items")
        if field.many and not field.required and field.default != []:
            yield spec.complain(document, *place, text=f"{field.name} needs `default: []`")
        if field.required and field.default is not None:
            text = f"{field.name} is required and has a default: write {field.name}?"
            yield spec.complain(document, *place, text=text)
        scalar = spec.scalars.get(field.type)
        if scalar is None or scalar.base == "boolean":
            continue
        if scalar.base in {"integer", "number"}:
            if scalar.maximum is None or scalar.maximum > LARGEST_EXACT:
                text = f"{field.name} is a {field.type}: give it a maximum, at most 2^53 - 1"
                yield spec.complain(document, *place, text=text)
            continue
        if not (scalar.values or scalar.pattern or scalar.max_bytes):
            text = f"{field.name} is a {field.type}, which has no limit: give it max_bytes"
            yield spec.complain(document, *place, text=text)


def defaults_fit(spec: Spec) -> Iterator[Complaint]:
    """Report defaults that the argument itself would refuse."""
    for each in spec.operations.values():
        properties = schema.input_schema(spec, each)["properties"]
        for field in each.args:
            if field.default is None:
                continue
            for problem in _problems(properties[field.name], field.default):
                place = (each.document, each.name, "args", _key(field))
                text = f"the default of {field.name}: {problem.message}"
                yield spec.complain(*place, text=text)


def dedicated_errors_are_listed(spec: Spec) -> Iterator[Complaint]:
    """Report operations that do not name an error that belongs to one of their arguments."""
    for each in spec.operations.values():
        soft = schema.soft_errors(spec, each)
        for code in {code for rules in soft.values() for code in rules.values()}:
            if code not in each.errors:
                text = f"an argument of {each.name} answers {code}: name it in its errors"
                yield spec.complain(each.document, each.name, "errors", text=text)


def dedicated_errors_can_be_made(spec: Spec) -> Iterator[Complaint]:
    """Report errors of an argument's own that say more than a broken rule knows."""
    for scalar in spec.scalars.values():
        for rule, code in scalar.errors.items():
            place = ("scalars", scalar.name, "errors", rule)
            if code not in spec.errors:
                text = f"{scalar.name} answers {code}, which spec/errors.yaml does not define"
                yield spec.complain("types", *place, text=text)
                continue
            for slot in sorted(set(spec.errors[code].slots) - SAID_OF[rule]):
                text = f"{code} needs {slot}, which the rule {rule} of {scalar.name} does not know"
                yield spec.complain("types", *place, text=text)


def schemas_are_portable(spec: Spec) -> Iterator[Complaint]:
    """Report schemas and descriptions that some client would refuse."""
    for each in spec.operations.values():
        sides = {
            "args": schema.input_schema(spec, each),
            "result": schema.listed_schema(spec, each),
        }
        for side, published in sides.items():
            if side == "args" and published["additionalProperties"] is not False:
                text = f"{each.name}: the arguments are open to others"
                yield spec.complain(each.document, each.name, side, text=text)
            for problem in unportable(published):
                text = f"{each.name}: {problem}"
                yield spec.complain(each.document, each.name, side, text=text)
        if len(each.description.encode()) >= 2048:
            text = f"{each.name} has a description of 2 KiB or more"
            yield spec.complain(each.document, each.name, "description", text=text)


def examples_fit(spec: Spec) -> Iterator[Complaint]:
    """Report examples whose arguments or result the operation's schemas refuse."""
    for each in spec.operations.values():
        for at, example in enumerate(each.examples):
            sides = {
                "args": (schema.input_schema(spec, each), example.args),
                "result": (_partial(schema.output_schema(spec, each)), example.result),
            }
            for side, (published, value) in sides.items():
                for problem in _problems(published, with_ids(value)):
                    place = (each.name, "examples", at, side, *problem.absolute_path)
                    text = f"an example of {each.name}: {problem.message}"
                    yield spec.complain(each.document, *place, text=text)


def names_are_unique(spec: Spec) -> Iterator[Complaint]:
    """Report names that would meet in one generated file or on one wire."""
    kinds: list[tuple[str, tuple[Key, ...], str]] = [
        *(("types", ("objects", name), names.pascal(name)) for name in spec.objects),
        *((each.document, (each.name,), each.name) for each in _every_entry(spec)),
        *(("mcp", ("resources", r.name), r.uri) for r in spec.resources.values()),
        *(("routes", (r.name,), f"{r.method} {r.path}") for r in spec.routes.values()),
        *(("commands", ("commands", c.name), c.method) for c in spec.commands.values()),
        *(
            ("commands", ("commands", c.name, "other_names"), other)
            for c in spec.commands.values()
            for other in c.other_names
        ),
        *(
            ("settings", (s.name,), given)
            for s in spec.settings.values()
            for given in (s.environment, s.flag)
            if given is not None
        ),
    ]
    # An operation has one name, whichever file declares it.
    groups = [("operation" if kind in OPERATION_FILES else kind, name) for kind, _, name in kinds]
    counts = Counter(groups)
    for (document, place, name), group in zip(kinds, groups, strict=True):
        if counts[group] > 1:
            yield spec.complain(document, *place, text=f"{name} is declared twice")
    for document, place, field in _all_fields(spec):
        entry = _at(spec.documents[document].data, place[:-1])
        if isinstance(entry, Mapping) and {field.name, f"{field.name}?"} <= entry.keys():
            yield spec.complain(document, *place, text=f"{field.name} is there with and without ?")


def bindings_are_known(spec: Spec) -> Iterator[Complaint]:
    """Report tools, resources and commands that are bound to what no operation is."""
    for document, place, name, code in _bindings(spec):
        if code not in spec.operations:
            text = f"{name} is for {code}, which no file of operations declares"
            yield spec.complain(document, *place, text=text)


def bindings_are_allowed(spec: Spec) -> Iterator[Complaint]:
    """Report tools and resources that would let a model do what is the owner's."""
    for document, place, name, code in _bindings(spec):
        operation = spec.operations.get(code)
        if document != "mcp" or operation is None:
            continue
        if operation.who != "host":
            text = f"{name} is the {operation.who}'s: no model may reach it"
            yield spec.complain(document, *place, text=text)
        if place[0] == "tools":
            for key in ("description", "hints", "examples"):
                declared = spec.documents[operation.document].data[code]
                if key not in declared and not (key == "hints" and operation.effect == "read"):
                    text = f"{code} is a tool and has no {key}"
                    yield spec.complain(operation.document, code, text=text)


def operations_are_whole(spec: Spec) -> Iterator[Complaint]:
    """Report operations whose parts do not go together, and those that nothing is bound to."""
    bound = {code for _, _, _, code in _bindings(spec)}
    for each in spec.operations.values():

        def complain(text: str, each: Operation = each) -> Complaint:
            return spec.complain(each.document, each.name, text=f"{each.name} {text}")

        if each.name not in bound:
            yield complain("is bound to no tool, resource, command or route: bind it or delete it")
        if each.confirmed is not None and each.who == "host":
            yield complain("is confirmed by a person, and a host may call it")
        if each.core is not None and each.module is not None:
            yield complain("is answered by a core and by a module of the owner's: choose one")
        if each.module is not None and each.who == "host":
            yield complain("is about a whole brain, and a host may call it")
        if each.document == "control" and each.names_brain != "never":
            yield complain("is of a server's records: it needs `names_brain: never`")
        if each.who == "principal" and each.module is None:
            yield complain("is for the sender of a request, and no module answers it")
        if each.decides and (each.core is None or each.confirmed is None):
            yield complain("is told who decided, and has no core, or nobody confirms it")
        if each.snapshot is not None and each.effect != "write":
            yield complain("only reads and takes a snapshot first")
        if each.who not in CALLERS[each.document]:
            yield complain(f"is for {each.who}: declare it in another file of operations")


def commands_cover_their_operations(spec: Spec) -> Iterator[Complaint]:
    """Report commands that cannot give an argument of their operation, or come before it."""
    for command in spec.commands.values():
        place = ("commands", command.name, "operation")
        for code in command.answers[:1]:
            operation = spec.operations.get(code)
            if operation is not None and release(command.since) < release(operation.since):
                text = f"{command.name} is served before {code}: it needs since {operation.since}"
                yield spec.complain("commands", *place, text=text)
        operation = spec.operations.get(command.answers[0]) if command.answers else None
        if operation is None:
            continue
        fed = {
            name.removeprefix("no_") for parameter in command.parameters for name in parameter.feeds
        }
        for field in operation.args:
            if field.name not in fed:
                text = f"{command.name} has no way to give {field.name} of {operation.name}"
                yield spec.complain("commands", *place, text=text)


def routes_are_bound(spec: Spec) -> Iterator[Complaint]:
    """Report served routes without an operation, and path parameters that are no argument."""
    for route in spec.routes.values():
        operation = spec.operations.get(route.operation or "")
        if operation is None:
            if route.served and route.operation is None:
                text = f"{route.name} is served and names no operation"
                yield spec.complain("routes", route.name, text=text)
            continue
        required = {field.name for field in operation.args if field.required}
        for name in openapi.path_parameters(route):
            if name not in required:
                text = f"{route.name} has {{{name}}} in its path, no required argument of"
                text = f"{text} {operation.name}"
                yield spec.complain("routes", route.name, "path", text=text)


def commands_parse(spec: Spec) -> Iterator[Complaint]:
    """Report commands of a group that is not declared, and options that are taken twice."""
    groups = {command.words[0] for command in spec.commands.values() if len(command.words) == 2}
    for command in spec.commands.values():
        place = ("commands", command.name)
        if len(command.words) == 2 and command.words[0] not in spec.command_groups:
            text = f"the group {command.words[0]} is not declared under groups"
            yield spec.complain("commands", *place, text=text)
        yield from _twice(spec, command)
        yield from _not_last(spec, command)
    for group in spec.command_groups.keys() - groups:
        yield spec.complain("commands", "groups", group, text=f"no command is of the group {group}")


def _not_last(spec: Spec, command: Command) -> Iterator[Complaint]:
    positional = [parameter for parameter in command.parameters if not parameter.option]
    for parameter in command.parameters:
        if parameter.rest and (len(positional) != 1 or parameter.option or not parameter.many):
            text = f"{command.name}: {parameter.name} takes the rest of the line: it must be its"
            text = f"{text} only argument, and a list"
            yield spec.complain("commands", "commands", command.name, text=text)


def _twice(spec: Spec, command: Command) -> Iterator[Complaint]:
    flags = Counter(flag for parameter in command.parameters for flag in parameter.flags)
    for flag, times in flags.items():
        if times > 1 or flag in GLOBAL_FLAGS:
            text = f"{command.name} takes {flag} twice"
            yield spec.complain("commands", "commands", command.name, text=text)
    positional = [parameter for parameter in command.parameters if not parameter.option]
    for before, after in itertools.pairwise(positional):
        if after.required and not before.required:
            text = f"{command.name} takes {after.name} after {before.name}, which may be left out"
            yield spec.complain("commands", "commands", command.name, text=text)


def _key(field: Field) -> str:
    return field.name if field.required else f"{field.name}?"


def _bindings(spec: Spec) -> Iterator[tuple[str, tuple[Key, ...], str, str]]:
    """Yield document, place, name and operation of every binding."""
    for tool in spec.documents["mcp"].data["tools"]:
        yield "mcp", ("tools", tool), tool, tool
    for resource in spec.resources.values():
        place = ("resources", resource.name, "operation")
        yield "mcp", place, resource.uri, resource.operation
    for route in spec.routes.values():
        if route.operation is not None:
            yield "routes", (route.name, "operation"), route.name, route.operation
    for command in spec.commands.values():
        for code in command.answers:
            yield "commands", ("commands", command.name, "operation"), command.name, code


def _every_entry(spec: Spec) -> Iterator[Operation]:
    """Yield each entry of the files of operations, also those of a name that two declare."""
    for document in OPERATION_FILES:
        for name in spec.documents[document].data:
            yield replace(spec.operations[name], document=document)


def _arguments(spec: Spec) -> Places:
    for each in spec.operations.values():
        for field in each.args:
            yield each.document, (each.name, "args", _key(field)), field


def _all_fields(spec: Spec) -> Places:
    for each in spec.objects.values():
        for field in each.fields:
            yield "types", ("objects", each.name, "fields", _key(field)), field
    for operation in spec.operations.values():
        for side, fields in (("args", operation.args), ("result", operation.result)):
            for field in fields:
                yield operation.document, (operation.name, side, _key(field)), field


def _named_errors(spec: Spec) -> Iterator[tuple[str, tuple[Key, ...], str]]:
    entries: list[tuple[str, tuple[Key, ...], tuple[str, ...]]] = [
        *((each.document, (each.name,), each.errors) for each in spec.operations.values()),
        *(("commands", ("commands", c.name), c.errors) for c in spec.commands.values()),
        *(("routes", (route.name,), route.errors) for route in spec.routes.values()),
    ]
    for document, place, codes in entries:
        for at, code in enumerate(codes):
            yield document, (*place, "errors", at), code


def _parts(spec: Spec, name: str, seen: frozenset[str] = frozenset()) -> set[str]:
    found: set[str] = set()
    for field in spec.objects[name].fields:
        if field.type in spec.objects and field.type not in seen:
            found |= {field.type} | _parts(spec, field.type, seen | {field.type})
    return found


def _at(data: Any, place: tuple[Key, ...]) -> Any:
    for key in place:
        data = data[key]
    return data


def _problems(published: Mapping[str, Any], value: Any) -> Iterator[jsonschema.ValidationError]:
    return iter(jsonschema.Draft202012Validator(published).iter_errors(value))


def _partial(published: dict[str, Any]) -> dict[str, Any]:
    relaxed = copy.deepcopy(published)

    def visit(node: Any) -> None:
        if isinstance(node, dict):
            node.pop("required", None)
            for each in node.values():
                visit(each)

    visit(relaxed)
    return relaxed


STRUCTURE: tuple[Rule, ...] = (
    errors_are_known,
    errors_are_used,
    errors_are_named_once,
    types_are_known,
    types_are_used,
    arguments_are_bounded,
    names_are_unique,
    bindings_are_known,
    bindings_are_allowed,
    operations_are_whole,
    commands_cover_their_operations,
    commands_parse,
    routes_are_bound,
)
SCHEMAS: tuple[Rule, ...] = (
    defaults_fit,
    dedicated_errors_are_listed,
    dedicated_errors_can_be_made,
    schemas_are_portable,
    examples_fit,
)
"""Rules about published schemas, which need every type to be known."""


def complaints(spec: Spec) -> list[Complaint]:
    """Return every complaint of every rule that can be asked."""
    found = [complaint for rule in STRUCTURE for complaint in rule(spec)]
    if not any(types_are_known(spec)):
        found += [complaint for rule in SCHEMAS for complaint in rule(spec)]
    return found
