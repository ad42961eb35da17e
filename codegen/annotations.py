"""The Python annotations of arguments, results and objects."""

from codegen import names
from codegen.model import Command, Field, Parameter, Scalar, Spec

_PLAIN = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "map": "dict[str, str]",
}


PARAMETER_TYPES = {
    "text": "str",
    "number": "int",
    "flag": "bool",
    "time": "str",
    "end_time": "str",
}


def result(spec: Spec, field: Field) -> str:
    """Return the annotation of a field that we fill: its type, without its bounds."""
    if field.type in spec.objects:
        plain = spec.objects[field.type].pascal
    else:
        plain = _PLAIN[spec.scalars[field.type].base]
    whole = f"list[{plain}]" if field.many else plain
    return whole if field.required else f"NotRequired[{whole}]"


def scalar(kind: Scalar) -> str:
    """Return the annotation of a kind of argument, which enforces its bounds."""
    if kind.values:
        return f"Literal[{', '.join(repr(value) for value in kind.values)}]"
    if kind.base == "map":
        text = f"Annotated[str, text(max_bytes={kind.max_bytes})]"
        return f"dict[{text}, {text}]"
    bounds: dict[str, object] = {}
    if kind.base == "string":
        if kind.max_bytes is not None:
            bounds["max_bytes"] = kind.max_bytes
        if kind.lines != "one":
            bounds["lines"] = kind.lines
        if kind.visible:
            bounds["visible"] = True
        if kind.moment:
            bounds["moment"] = True
        if kind.fold is not None:
            bounds["fold"] = kind.fold
        if kind.pattern is not None:
            bounds["pattern"] = kind.pattern
        return f"Annotated[str, text({_keywords(bounds)})]"
    if kind.minimum is not None:
        bounds["ge"] = kind.minimum
    if kind.maximum is not None:
        bounds["le"] = kind.maximum
    if not bounds:
        return _PLAIN[kind.base]
    return f"Annotated[{_PLAIN[kind.base]}, Field({_keywords(bounds)})]"


def argument(spec: Spec, field: Field) -> str:
    """Return the annotation of a field that a caller fills."""
    if field.type in spec.objects:
        whole = spec.objects[field.type].pascal
    else:
        whole = f"arguments.{names.pascal(field.type)}"
    if field.many:
        bound = f", Field(max_length={field.max_items})" if field.max_items else ""
        whole = f"Annotated[list[{whole}]{bound}]" if bound else f"list[{whole}]"
    if field.required or field.default is not None:
        return whole
    return f"{whole} | None"


def default(field: Field) -> str:
    """Return what follows the annotation of an argument: its default, its alias, or nothing."""
    options: dict[str, object] = {}
    if field.python != field.name:
        options["alias"] = field.name
    if field.default == []:
        factory = "default_factory=list"
        return f" = Field({', '.join([factory, _keywords(options)] if options else [factory])})"
    if not field.required:
        options["default"] = field.default
    if not options:
        return ""
    if list(options) == ["default"]:
        return f" = {field.default!r}"
    return f" = Field({_keywords(options)})"


def _keywords(options: dict[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def parameter(each: Parameter) -> str:
    """Return what a command's method takes for one of its parameters."""
    plain = PARAMETER_TYPES[each.type]
    if each.many and not each.rest:
        return f"list[{plain}]"
    always = each.required or each.default is not None or each.type == "flag"
    return plain if always else f"{plain} | None"


def typer_parameter(each: Parameter) -> str:
    """Return the annotation and default by which Typer parses a parameter."""
    metavar = each.name.upper()
    if each.option:
        shape = "" if each.type == "flag" else f", metavar={metavar!r}"
        flags = ", ".join(repr(flag) for flag in each.flags)
        info = f"typer.Option({flags}{shape}, help={each.doc!r})"
    else:
        info = f"typer.Argument(metavar={metavar!r}, help={each.doc!r})"
    plain = f"list[{PARAMETER_TYPES[each.type]}] | None" if each.many else parameter(each)
    whole = f"Annotated[{plain}, {info}]"
    if each.required:
        return whole
    return f"{whole} = {False if each.type == 'flag' else each.default!r}"


def values(spec: Spec, command: Command, each: Parameter) -> tuple[str, ...]:
    """Return the closed list of a parameter's values: its own, or that of the argument it feeds."""
    if each.values or not command.answers or len(each.feeds) != 1:
        return each.values
    fields = {field.name: field.type for field in spec.operations[command.answers[0]].args}
    kind = spec.scalars.get(fields.get(each.feeds[0], ""))
    return () if kind is None else kind.values
