"""The commands of the spec as frozen values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from codegen import names


@dataclass(frozen=True)
class Parameter:
    """A positional value or an option of a command."""

    name: str
    feeds: tuple[str, ...]
    """The arguments of the command's operation that it fills."""
    handed_as: str
    """The name under which its command gets it: that of one argument, or its own."""
    type: str
    many: bool
    required: bool
    doc: str
    default: Any
    option: bool
    flags: tuple[str, ...] = ()
    rest: bool = False
    """Whether it takes every word of the line that is no flag of the command."""
    stdin: bool = False
    """Whether `-` stands for the text of standard input."""
    values: tuple[str, ...] = ()
    """The closed list of its values."""
    completes: str | None = None
    """What its values are, if they are found when they are asked for: `brains`."""

    @property
    def python(self) -> str:
        """Return the name under which its command's method takes it."""
        return names.python(self.handed_as)

    @property
    def shown(self) -> str:
        """Return how messages name it: its long flag, or the word of its usage."""
        return self.flags[0] if self.option else self.name.upper()


@dataclass(frozen=True)
class Command:
    """An entry of commands.yaml."""

    name: str
    other_names: tuple[str, ...]
    answers: tuple[str, ...]
    """The operations whose results it prints; the first is the one that its parameters fill."""
    doc: str
    detail: str
    parameters: tuple[Parameter, ...]
    errors: tuple[str, ...]
    since: str
    served: bool

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that people type: `core add`."""
        return tuple(self.name.split())

    @property
    def method(self) -> str:
        """Return the method that answers it: `core_add`."""
        plain = self.name.replace(" ", "_").replace("-", "_")
        # A method named `list` would hide the type from the methods beside it.
        return f"{plain}_" if plain in ("list", "help") else names.python(plain)


def command(name: str, entry: Mapping[str, Any], served: Mapping[str, Any]) -> Command:
    """Return the command of an entry of commands.yaml; `served` are its release and its state."""

    def parameters(raw: Mapping[str, Mapping[str, Any]], *, option: bool) -> Iterator[Parameter]:
        for key, value in raw.items():
            plain, required = names.required(key)
            type_, many = names.list_type(value["type"])
            flags = (f"--{names.kebab(plain)}", *value.get("short", [])) if option else ()
            default = value.get("default")
            feeds = value.get("feeds", plain)
            one = isinstance(feeds, str)
            values = value.get("values", [])
            closed = isinstance(values, list)
            yield Parameter(
                name=plain,
                feeds=(feeds,) if one else tuple(feeds),
                handed_as=feeds if one else plain,
                type=type_,
                many=many,
                required=required,
                doc=value["doc"],
                default=default,
                option=option,
                flags=flags,
                rest=value.get("rest", False),
                stdin=value.get("stdin", False),
                values=tuple(values) if closed else (),
                completes=None if closed else values,
            )

    return Command(
        name=name,
        other_names=tuple(entry.get("other_names", ())),
        answers=_answers(entry.get("operation")),
        doc=entry["doc"],
        detail=entry.get("detail", ""),
        parameters=(
            *parameters(entry.get("arguments", {}), option=False),
            *parameters(entry.get("options", {}), option=True),
        ),
        errors=tuple(entry.get("errors", ())),
        **served,
    )


def _answers(value: str | list[str] | None) -> tuple[str, ...]:
    if value is None:
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
