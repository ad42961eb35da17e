"""Parse the YAML of a process of one of three kinds into a model, or return all problems."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from myelin.contract.errors import ProcessInvalid
from myelin.documents.matching import has_word, normalised
from myelin.documents.plain_yaml import read
from myelin.documents.problem import Problem, listed
from myelin.documents.reader import Field, FieldRule, Reader, required_of

KINDS = ("workflow", "skill", "loop")
RESERVED_NAMES = ("myelin-loop",)
TRIGGERS_MAX = 32
STEPS_MAX = 100
ITERATIONS_MAX = 100
_LISTED_MAX = 32
_TITLE_BYTES_MAX = 200
_SUMMARY_BYTES_MAX = 4096
TRIGGER_BYTES_MAX = 128
_STEP_BYTES_MAX = 4096
_GUIDANCE_BYTES_MAX = 65536

SHARED_FIELDS: Mapping[str, FieldRule] = {
    "kind": FieldRule("`workflow`, `skill` or `loop`.", required=True),
    "name": FieldRule(
        "1 to 63 lower case letters, digits and hyphens, or a name as agentskills.io allows it.",
        required=True,
    ),
    "title": FieldRule(f"One line, at most {_TITLE_BYTES_MAX} bytes.", required=True),
    "summary": FieldRule(f"What it is for, at most {_SUMMARY_BYTES_MAX} bytes.", required=True),
    "triggers": FieldRule(
        f"1 to {TRIGGERS_MAX} words or phrases that call for it, each at most"
        f" {TRIGGER_BYTES_MAX} bytes.",
        required=True,
    ),
    "requires": FieldRule(f"At most {_LISTED_MAX} memories or processes to read first."),
}
KIND_FIELDS: Mapping[str, Mapping[str, FieldRule]] = {
    "workflow": {
        "steps": FieldRule(f"1 to {STEPS_MAX} steps, in order.", required=True),
    },
    "skill": {
        "produces": FieldRule("What it makes."),
        "guidance": FieldRule("How to make it, as Markdown.", required=True),
        "examples": FieldRule(f"At most {_LISTED_MAX} examples."),
        "standard": FieldRule("The name of the standard to validate with."),
    },
    "loop": {
        "phases": FieldRule(f"1 to {STEPS_MAX} steps without gates, repeated.", required=True),
        "exit_when": FieldRule("The condition that ends the loop.", required=True),
        "max_iterations": FieldRule(f"1 to {ITERATIONS_MAX}.", required=True),
    },
}
STEP_FIELDS: Mapping[str, FieldRule] = {
    "id": FieldRule("A name that is unique in the list.", required=True),
    "do": FieldRule(f"What to do, at most {_STEP_BYTES_MAX} bytes.", required=True),
    "check": FieldRule("What must hold before the next step."),
    "gate": FieldRule("`owner`: stop until a person agrees. Only steps of a workflow have it."),
}
_GATES = ("owner",)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a workflow or phase of a loop; a gate stops it until a person agrees."""

    id: str
    do: str
    check: str = ""
    gate: str = ""


@dataclass(frozen=True, slots=True)
class Process:
    """One process; the fields of the other kinds are empty."""

    kind: str
    name: str
    title: str
    summary: str
    triggers: tuple[str, ...]
    requires: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    phases: tuple[Step, ...] = ()
    exit_when: str = ""
    max_iterations: int = 0
    produces: str = ""
    guidance: str = ""
    examples: tuple[str, ...] = ()
    standard: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields that the document has, as a tool serves them."""
        fields: dict[str, Any] = {
            name: getattr(self, name) for name in (*SHARED_FIELDS, *KIND_FIELDS[self.kind])
        }
        for name in ("steps", "phases"):
            if name in fields:
                fields[name] = [_written(step) for step in fields[name]]
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in fields.items()
            if value
        }


def parse_process(text: str) -> Process:
    """Return the process that a YAML document describes.

    Raises:
        ProcessInvalid: it has problems; all of them, each with path, line, column and advice.
    """
    process, problems = read_process(text)
    if process is None:
        raise ProcessInvalid(count=len(problems), details={"problems": listed(problems)})
    return process


def read_process(text: str) -> tuple[Process | None, list[Problem]]:
    """Return the process of a document, or None, and every problem that it has."""
    root, problems = read(text)
    if root is None:
        return None, problems
    reader = Reader()
    process = _process(reader, Field(root, ""))
    return (None if reader.problems else process), reader.problems


def _process(reader: Reader, top: Field) -> Process:
    kind = _kind_of(top)
    everything = tuple(dict.fromkeys(name for names in KIND_FIELDS.values() for name in names))
    # Without a known kind its fields cannot be judged: the kind is the one problem.
    own = KIND_FIELDS.get(kind, {})
    known = reader.fields(
        top,
        (*SHARED_FIELDS, *(own or everything)),
        (*required_of(SHARED_FIELDS), *required_of(own)),
        {name: f"A {kind} has no `{name}`: {_owner(name)} has." for name in everything},
    )
    at = known.get
    return Process(
        kind=reader.choice(at("kind"), KINDS),
        name=_name(reader, at("name")),
        title=reader.text(at("title"), bytes_max=_TITLE_BYTES_MAX),
        summary=reader.text(at("summary"), bytes_max=_SUMMARY_BYTES_MAX, lines=True).strip(),
        triggers=_triggers(reader, at("triggers")),
        requires=_texts(reader, at("requires"), _TITLE_BYTES_MAX),
        steps=_steps(reader, at("steps"), gates=True),
        phases=_steps(reader, at("phases"), gates=False),
        exit_when=reader.text(at("exit_when"), bytes_max=_STEP_BYTES_MAX, lines=True).strip(),
        max_iterations=reader.integer(at("max_iterations"), 1, ITERATIONS_MAX),
        produces=reader.text(at("produces"), bytes_max=_SUMMARY_BYTES_MAX, lines=True).strip(),
        guidance=reader.text(at("guidance"), bytes_max=_GUIDANCE_BYTES_MAX, lines=True),
        examples=_texts(reader, at("examples"), _GUIDANCE_BYTES_MAX, lines=True),
        standard=reader.name(at("standard")),
    )


def _kind_of(top: Field) -> str:
    value = top.node.value
    kind = value.get("kind") if isinstance(value, dict) else None
    return kind.value if kind is not None and isinstance(kind.value, str) else ""


def _owner(name: str) -> str:
    return next(f"a {kind}" for kind, names in KIND_FIELDS.items() if name in names)


def _name(reader: Reader, at: Field | None) -> str:
    name = reader.name(at, unicode=True)
    if at is not None and name in RESERVED_NAMES:
        reader.refuse(at, "name_reserved", "Choose another name: this one is Myelin's own.")
    return name


def _triggers(reader: Reader, listing: Field | None) -> tuple[str, ...]:
    seen: set[str] = set()

    def trigger(at: Field) -> str:
        text = reader.text(at, bytes_max=TRIGGER_BYTES_MAX)
        if text and not has_word(text):
            reader.refuse(at, "trigger", "Write a word: a letter or a digit must be in it.")
        reader.unique(seen, at, normalised(text), "trigger")
        return text

    return reader.each(listing, 1, TRIGGERS_MAX, trigger)


def _texts(
    reader: Reader, listing: Field | None, bytes_max: int, *, lines: bool = False
) -> tuple[str, ...]:
    return reader.each(
        listing, 1, _LISTED_MAX, lambda at: reader.text(at, bytes_max=bytes_max, lines=lines)
    )


def _steps(reader: Reader, listing: Field | None, *, gates: bool) -> tuple[Step, ...]:
    allowed = tuple(name for name in STEP_FIELDS if gates or name != "gate")
    elsewhere = {"gate": "Only the steps of a workflow have a gate."}
    seen: set[str] = set()
    steps = []
    for item in reader.items(listing, 1, STEPS_MAX):
        known = reader.fields(item, allowed, required_of(STEP_FIELDS), elsewhere)
        identity = reader.name(known.get("id"))
        reader.unique(seen, known.get("id"), identity, "step")
        steps.append(
            Step(
                id=identity,
                do=reader.text(known.get("do"), bytes_max=_STEP_BYTES_MAX, lines=True).strip(),
                check=reader.text(
                    known.get("check"), bytes_max=_STEP_BYTES_MAX, lines=True
                ).strip(),
                gate=reader.choice(known.get("gate"), _GATES),
            )
        )
    return tuple(steps)


def _written(step: Step) -> dict[str, str]:
    fields = {"id": step.id, "do": step.do, "check": step.check, "gate": step.gate}
    return {name: value for name, value in fields.items() if value}
