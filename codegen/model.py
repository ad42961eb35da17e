"""The spec as frozen values: what the rules judge and the templates see, and nothing else."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codegen import names
from codegen.commands import Command as Command
from codegen.commands import Parameter as Parameter
from codegen.commands import command
from codegen.load import Complaint, Document, Key, read
from codegen.shapes import shape_complaints

OPERATION_FILES = ("operations", "owner", "control")
PLATFORMS = ("linux", "darwin", "win32")
FILES = ("types", "errors", *OPERATION_FILES, "mcp", "commands", "routes", "settings", "hosts")
SLOT = re.compile(r"{(\w+)}")
PROBLEMS = "problems"
OF_RECORDS = (
    "argument_unknown",
    "argument_invalid",
    "brain_busy",
    "storage_full",
    "storage_failed",
    "internal_error",
)
"""What every operation on a server's own records may answer with; none of them takes a key."""


@dataclass(frozen=True)
class Scalar:
    """A named kind of value without parts, and the bounds that it keeps."""

    name: str
    base: str
    values: tuple[str, ...] = ()
    pattern: str | None = None
    max_bytes: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    lines: str = "one"
    visible: bool = False
    moment: bool = False
    fold: str | None = None
    """The form that a text is brought to: `slug`."""
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Field:
    """A named place in arguments, a result or an object."""

    name: str
    type: str
    many: bool
    required: bool
    doc: str
    max_items: int | None = None
    default: Any = None

    @property
    def python(self) -> str:
        """Return its name as Python can spell it."""
        return names.python(self.name)


@dataclass(frozen=True)
class Object:
    """A kind of value with named parts."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    open: bool = False

    @property
    def pascal(self) -> str:
        """Return its class name."""
        return names.pascal(self.name)


@dataclass(frozen=True)
class Error:
    """An entry of errors.yaml."""

    name: str
    fault: str
    http: int
    exit: int
    retry: bool
    on_mcp: str
    """How /mcp answers it: as an HTTP `status`, as an error of the `tool`, or `never`."""
    message: str
    hint: str
    cli_hint: str | None = None
    """The hint on the command line, if `hint` speaks of tools."""
    of: str | None = None

    @property
    def pascal(self) -> str:
        """Return its class name."""
        return names.pascal(self.name)

    @property
    def slots(self) -> tuple[str, ...]:
        """Return the names that its message and hint leave open, each once, but for `problems`."""
        found = dict.fromkeys(SLOT.findall(self.message + self.hint))
        return tuple(slot for slot in found if slot != PROBLEMS)

    @property
    def names_problems(self) -> bool:
        """Return whether its message quotes the first of its `details.problems`."""
        return f"{{{PROBLEMS}}}" in self.message


@dataclass(frozen=True)
class Example:
    """A call of a tool and a part of what it answers."""

    given: str
    args: Mapping[str, Any]
    result: Mapping[str, Any]


@dataclass(frozen=True)
class Confirmation:
    """What a person has to confirm before an operation changes anything."""

    what: str
    by: str
    """`answer`: a question is answered with yes; `id`: the whole id is typed."""
    without_terminal: str
    """`recorded`: it goes ahead and the log says so; `flag`: it needs a flag that says so."""


@dataclass(frozen=True)
class Operation:
    """An entry of a file of operations: one thing that Myelin does."""

    name: str
    document: str
    """The file of the spec that declares it."""
    core: str | None
    """The core whose method answers it, or None if it is answered outside of a transaction."""
    method: str
    module: str | None
    """The module whose function answers it: of `myelin.owner`, or of `myelin.control`."""
    decides: bool
    """Whether the method is told who decided, as `decided_by`."""
    effect: str
    who: str
    title: str
    description: str
    args: tuple[Field, ...]
    result: tuple[Field, ...]
    errors: tuple[str, ...]
    hints: Mapping[str, bool]
    examples: tuple[Example, ...]
    names_brain: str
    """Whether the result names its brain: `always`, `sometimes` or `never`."""
    snapshot: str | None
    confirmed: Confirmation | None
    since: str
    served: bool

    @property
    def pascal(self) -> str:
        """Return the stem of its class names."""
        return names.pascal(self.name)

    @property
    def takes(self) -> str:
        """Return the parameters of its typed call: session, brain, principal or operator."""
        if self.document == "control":
            return self.who
        return "session" if self.module is None else "brain"


@dataclass(frozen=True)
class Tool:
    """An entry of the tools of mcp.yaml: the MCP binding of the operation of its name."""

    operation: Operation
    always_loaded: bool
    """Whether a host that loads tools on demand is told to load it from the start."""

    @property
    def name(self) -> str:
        """Return the name that clients call it by."""
        return self.operation.name

    @property
    def served(self) -> bool:
        """Return whether this version serves it."""
        return self.operation.served


@dataclass(frozen=True)
class Resource:
    """An entry of the resources of mcp.yaml: a fixed address that answers an operation."""

    name: str
    uri: str
    operation: str
    title: str
    description: str
    since: str
    served: bool


@dataclass(frozen=True)
class Prompt:
    """A prompt, or a family of them, of mcp.yaml."""

    name: str
    description: str
    since: str


@dataclass(frozen=True)
class Route:
    """An entry of routes.yaml."""

    name: str
    path: str
    method: str
    scope: str
    doc: str
    operation: str | None
    """The operation that it answers; a route that is not served yet may have none."""
    errors: tuple[str, ...]
    since: str
    served: bool
    to_pull: bool = False
    """Whether a suspended tenant and a token that expired a short time ago may use it."""
    request_headers: Mapping[str, str] = field(default_factory=dict)
    """The header of each argument that is sent as one."""
    body: str | None = None
    """`bytes`: the body is raw bytes; otherwise it is JSON where there are arguments for it."""
    answer: str = "json"
    """`json`, `bytes` or `none`."""
    status: int = 200
    answer_headers: Mapping[str, str] = field(default_factory=dict)
    """A template of each header of the answer; braces name parts of the result."""


@dataclass(frozen=True)
class Setting:
    """An entry of settings.yaml."""

    name: str
    doc: str
    environment: str | None
    flag: str | None
    file: str | None
    """The type of its value in config.json, if it may be given there."""
    example: Any
    default: str | None
    secret: bool
    since: str
    served: bool


@dataclass(frozen=True)
class HostScope:
    """A file of a host that holds entries of servers, by platform, and the folder that it gives."""

    file: Mapping[str, str]
    other_file: str | None
    """Used in the place of `file` if it exists and `file` does not."""
    folder: str
    starts_in: str | None


@dataclass(frozen=True)
class Host:
    """An entry of hosts.yaml."""

    name: str
    title: str
    page: str
    programs: tuple[str, ...]
    folders: Mapping[str, tuple[str, ...]]
    format: str
    entries: tuple[str, ...]
    members: Mapping[str, Any]
    command_is_list: bool
    newer: Mapping[str, Any] | None
    """From which major version of the host on other entries and members hold."""
    scopes: Mapping[str, HostScope]
    instructions: str | None
    then: str


@dataclass(frozen=True)
class Spec:
    """Everything that the spec declares, in its own order, and where each entry stands."""

    version: str
    documents: Mapping[str, Document]
    scalars: Mapping[str, Scalar]
    objects: Mapping[str, Object]
    errors: Mapping[str, Error]
    operations: Mapping[str, Operation]
    tools: Mapping[str, Tool]
    resources: Mapping[str, Resource]
    prompts: Mapping[str, Prompt]
    commands: Mapping[str, Command]
    routes: Mapping[str, Route]
    settings: Mapping[str, Setting]
    hosts: Mapping[str, Host]
    command_groups: Mapping[str, str]

    def complain(self, document: str, *place: Key, text: str) -> Complaint:
        """Return a complaint about a place of one of the documents."""
        return self.documents[document].complain(place, text)

    def errors_of(self, operation: Operation) -> tuple[str, ...]:
        """Return every error that an operation may answer with, those of all calls included."""
        if operation.document == "control":
            return tuple(dict.fromkeys([*operation.errors, *OF_RECORDS]))
        groups = {"every call"} | ({"every write"} if operation.effect == "write" else set())
        general = [error.name for error in self.errors.values() if error.of in groups]
        return tuple(dict.fromkeys([*operation.errors, *general]))


def load(root: Path) -> tuple[Spec | None, list[Complaint]]:
    """Return the spec of a tree, or every complaint about its form.

    The version of the product, which decides what is served, comes from its pyproject.toml.
    """
    documents: dict[str, Document] = {}
    complaints: list[Complaint] = []
    for name in FILES:
        document, problems = read(root, f"spec/{name}.yaml")
        complaints += problems
        if document is not None:
            documents[name] = document
            complaints += shape_complaints(name, document)
    if complaints:
        return None, complaints
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return _build(project["version"], documents), []


def loaded(root: Path) -> Spec:
    """Return the spec of a tree that is known to be in form.

    Raises:
        ValueError: it is not; the message holds every complaint.
    """
    spec, complaints = load(root)
    if spec is None:
        raise ValueError("\n".join(map(str, complaints)))
    return spec


def release(version: str) -> tuple[int, ...]:
    """Return a version as numbers that compare: `0.10` is later than `0.9`."""
    return tuple(int(part) for part in version.split("."))


def _build(version: str, documents: Mapping[str, Document]) -> Spec:
    data = {name: document.data for name, document in documents.items()}

    def served(entry: Mapping[str, Any]) -> dict[str, Any]:
        since = entry["since"]
        return {"since": since, "served": release(since) <= release(version)}

    operations = {
        name: _operation(name, document, entry, served(entry))
        for document in OPERATION_FILES
        for name, entry in data[document].items()
    }

    return Spec(
        version=version,
        documents=documents,
        scalars={n: Scalar(n, **_tuples(e)) for n, e in data["types"]["scalars"].items()},
        objects={
            n: Object(n, e["doc"], _fields(e["fields"]), e.get("open", False))
            for n, e in data["types"]["objects"].items()
        },
        errors={n: Error(n, **e) for n, e in data["errors"].items()},
        operations=operations,
        tools={
            n: Tool(operations[n], e.get("always_loaded", False))
            for n, e in data["mcp"]["tools"].items()
            if n in operations
        },
        resources={
            n: Resource(**{**e, **served(e), "name": n})
            for n, e in data["mcp"]["resources"].items()
        },
        prompts={n: Prompt(n, **e) for n, e in data["mcp"]["prompts"].items()},
        commands={n: command(n, e, served(e)) for n, e in data["commands"]["commands"].items()},
        routes={
            n: Route(**_tuples({"errors": [], "operation": None, **e, **served(e), "name": n}))
            for n, e in data["routes"].items()
        },
        settings={
            n: Setting(
                name=n,
                doc=e["doc"],
                environment=e.get("environment"),
                flag=e.get("flag"),
                file=e.get("file"),
                example=e.get("example"),
                default=e.get("default"),
                secret=e.get("secret", False),
                **served(e),
            )
            for n, e in data["settings"].items()
        },
        hosts={name: _host(name, entry) for name, entry in data["hosts"].items()},
        command_groups=data["commands"]["groups"],
    )


def _host(name: str, entry: Mapping[str, Any]) -> Host:
    folders = entry["found"].get("folders", [])
    return Host(
        name=name,
        title=entry["title"],
        page=entry["page"],
        programs=tuple(entry["found"].get("programs", ())),
        folders=_by_platform(folders, lambda one: (one,) if isinstance(one, str) else tuple(one)),
        format=entry["format"],
        entries=tuple(entry["entries"]),
        members=entry.get("members", {}),
        command_is_list=entry.get("command") == "list",
        newer=entry.get("newer"),
        scopes={
            scope: HostScope(
                _by_platform(one["file"], str), one.get("or"), one["folder"], one.get("starts_in")
            )
            for scope, one in entry["scopes"].items()
        },
        instructions=entry.get("instructions"),
        then=entry["then"],
    )


def _by_platform(value: Any, shaped: Callable[[Any], Any]) -> dict[str, Any]:
    """Return a value for each platform, be it one for all or one each."""
    given = value if isinstance(value, Mapping) else dict.fromkeys(PLATFORMS, value)
    return {platform: shaped(given[platform]) for platform in PLATFORMS}


def _tuples(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in entry.items()}


def _fields(raw: Mapping[str, Mapping[str, Any]]) -> tuple[Field, ...]:
    def one(key: str, entry: Mapping[str, Any]) -> Field:
        name, required = names.required(key)
        type_, many = names.list_type(entry["type"])
        bounds = {key: entry[key] for key in ("max_items", "default") if key in entry}
        return Field(name, type_, many, required, entry["doc"], **bounds)

    return tuple(one(key, entry) for key, entry in raw.items())


def _operation(
    name: str, document: str, entry: Mapping[str, Any], served: Mapping[str, Any]
) -> Operation:
    hints = entry.get("hints", {"destructive": False, "idempotent": True})
    confirmed = entry.get("confirmed")
    return Operation(
        name=name,
        document=document,
        core=entry.get("core"),
        method=entry.get("method", name),
        module=entry.get("module"),
        decides=entry.get("decides", False),
        effect=entry["effect"],
        who=entry["who"],
        title=entry["title"],
        description=entry.get("description", ""),
        args=_fields(entry["args"]),
        result=_fields(entry["result"]),
        errors=tuple(entry["errors"]),
        hints={
            "readOnlyHint": entry["effect"] == "read",
            "destructiveHint": hints["destructive"],
            "idempotentHint": hints["idempotent"],
            # The brain is a file of this project: no operation reaches anything outside it.
            "openWorldHint": False,
        },
        examples=tuple(
            Example(e["given"], e["args"], e["result"]) for e in entry.get("examples", ())
        ),
        names_brain=entry.get("names_brain", "always"),
        snapshot=entry.get("snapshot"),
        confirmed=None if confirmed is None else Confirmation(**confirmed),
        **served,
    )
