"""No write path repeats a credential: not a tool, not a command, in no answer, error or log."""

import base64
import io
import json
import logging
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin import assembly
from myelin.cli import app
from myelin.crypto import keys
from myelin.engine.engine import Engine
from myelin.kernel.errors import MyelinError
from myelin.server import failures
from myelin.surface.tools import TOOLS
from myelin.testing import call, temporary_engine
from tests.unit.secrets import fakes

PROCESS = """\
kind: skill
name: a-skill
title: {title}
summary: {summary}
triggers: [{trigger}]
{field}: x
guidance: |
  Do it.
  {guidance}
# {comment}
"""
STANDARD = """\
name: a-standard
title: {title}
rules:
  - {{id: a, check: require_prefix, text: "{text}", message: "{message}", {field}: 1}}
risks:
  - {{id: b, level: HIGH, match: ["{match}"], reason: "{reason}", instead: i}}
"""
PLAIN = {"content": "A plain fact.", "class": "note"}
MEMORY = "mem_0123456789ab"
OUTCOME = {
    "task": "Move it",
    "task_kind": "migration",
    "outcome": "success",
    "summary": "It went well.",
    "signal": "verification",
}
PREFERENCE = {"key": "a.b", "value": "c", "statement": "Always."}


def process(place: str, secret: str) -> str:
    places = ("title", "summary", "trigger", "guidance", "comment", "field")
    return PROCESS.format(**dict.fromkeys(places, "x") | {place: secret})


def standard(place: str, secret: str) -> str:
    places = ("title", "text", "message", "match", "reason", "field")
    return STANDARD.format(**dict.fromkeys(places, "x") | {place: secret})


# One way to give a text to a write: the tool, and its arguments with the secret somewhere inside.
Write = tuple[str, Callable[[str], dict[str, Any]]]
TOOL_WRITES: dict[str, Write] = {
    **{
        f"remember {name}": ("remember", lambda s, name=name: {**PLAIN, name: f"It is {s} ."})
        for name in ("content", "subject", "session", "actor", "evidence_ref", "supersedes")
    },
    "remember tags": ("remember", lambda s: {**PLAIN, "tags": ["a", s]}),
    "remember aliases": ("remember", lambda s: {**PLAIN, "aliases": [s]}),
    "remember class": ("remember", lambda s: {**PLAIN, "class": s}),
    "remember links": (
        "remember",
        lambda s: {**PLAIN, "links": [{"type": "supports", "to": s}]},
    ),
    "remember an unknown argument": ("remember", lambda s: {**PLAIN, s: "x"}),
    "remember too much": ("remember", lambda s: {**PLAIN, "content": f"{s} " + "x" * 20_000}),
    "link_memories from": (
        "link_memories",
        lambda s: {"from": s, "to": MEMORY, "type": "supports"},
    ),
    "link_memories type": ("link_memories", lambda s: {"from": MEMORY, "to": MEMORY, "type": s}),
    **{
        f"save_process {place}": (
            "save_process",
            lambda s, place=place: {"yaml": process(place, s)},
        )
        for place in ("title", "summary", "trigger", "guidance", "comment", "field")
    },
    **{
        f"log_outcome {name}": (
            "log_outcome",
            lambda s, name=name: {**OUTCOME, name: f"It is {s} ."},
        )
        for name in ("task", "task_kind", "summary", "outcome", "signal")
    },
    "log_outcome used": (
        "log_outcome",
        lambda s: {**OUTCOME, "used": [{"id": s, "verdict": "helpful"}]},
    ),
    "log_outcome process": (
        "log_outcome",
        lambda s: {**OUTCOME, "process": {"name": s, "version": 1}},
    ),
    **{
        f"log_outcome violations {name}": (
            "log_outcome",
            lambda s, name=name: {
                **OUTCOME,
                "violations": [{"standard": "a", "rule": "b"} | {name: s}],
            },
        )
        for name in ("standard", "rule")
    },
    **{
        f"set_preference {name}": (
            "set_preference",
            lambda s, name=name: {**PREFERENCE, name: f"Always {s} ."},
        )
        for name in ("key", "value", "statement")
    },
    "promote_to_core id": ("promote_to_core", lambda s: {"id": s, "reason": "It is needed."}),
    "promote_to_core reason": (
        "promote_to_core",
        lambda s: {"id": MEMORY, "reason": f"It is {s} ."},
    ),
    "save_process no YAML": ("save_process", lambda s: {"yaml": f"{{[{s}"}),
    **{
        f"save_standard {place}": (
            "save_standard",
            lambda s, place=place: {"yaml": standard(place, s)},
        )
        for place in ("title", "text", "message", "match", "reason", "field")
    },
}
SECRETS = st.tuples(st.sampled_from(sorted(fakes.TOKENS)), st.integers(0, 2**32))


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with temporary_engine() as made:
        yield made


def windows(text: str) -> set[str]:
    return {text[at : at + 4] for at in range(len(text) - 3)}


def pair(kind: str, seed: int) -> tuple[str, str, set[str]]:
    """Return two secrets of a kind, and what of the first is its own and no common form."""
    make, chance = fakes.TOKENS[kind][1], random.Random(seed)
    one, other = make(chance), make(chance)
    form = next(at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return one, other, windows(one[form:]) - windows(other)


def refusal(engine: Engine, write: Write, secret: str) -> str:
    tool, arguments = write
    with pytest.raises(MyelinError) as refused:
        call(engine, tool, **arguments(secret))
    error = refused.value
    answer = failures.tool_error(error)
    return f"{answer} {error!r} {error} {error.__cause__} {error.__context__}"


def test_every_tool_that_writes_is_tried() -> None:
    writing = {name for name, tool in TOOLS.items() if tool.operation.effect == "write"}
    assert {tool for tool, _ in TOOL_WRITES.values()} == writing


@settings(max_examples=150, derandomize=True, deadline=None)
@given(secret=SECRETS, path=st.sampled_from(sorted(TOOL_WRITES)))
def test_no_tool_repeats_four_bytes_of_a_secret(
    engine: Engine, secret: tuple[str, int], path: str
) -> None:
    one, other, own = pair(*secret)
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    logging.getLogger().addHandler(handler)
    try:
        told = refusal(engine, TOOL_WRITES[path], one)
    finally:
        logging.getLogger().removeHandler(handler)
    assert not [window for window in own if window in told + logged.getvalue()]
    if len(one) == len(other):
        assert told == refusal(engine, TOOL_WRITES[path], other)
    assert call(engine, "list_memories", include_superseded=True)["total"] == 0
    assert call(engine, "list_processes", include_versions=True)["processes"] == []


@pytest.mark.parametrize("tool", ["save_process", "save_standard", "remember"])
def test_a_refusal_names_field_rule_and_offset(engine: Engine, tool: str) -> None:
    secret = fakes.TOKENS["github classic"][1](random.Random(1))
    field = "content" if tool == "remember" else "yaml"
    given = {**PLAIN, field: f"öä {secret}"} if tool == "remember" else {field: f"# öä {secret}"}
    with pytest.raises(MyelinError) as refused:
        call(engine, tool, **given)
    offset = 5 if tool == "remember" else 7
    assert refused.value.code == "secret_refused"
    assert refused.value.details == {"field": field, "rule": "github", "offset": offset}


COMMANDS: dict[str, Callable[[str, Path], list[str]]] = {
    "remember": lambda s, _: ["remember", f"It is {s}"],
    "remember -": lambda _s, _f: ["remember", "-"],
    "remember without quotes": lambda s, _: ["remember", "It", "is", s],
    "remember --tag": lambda s, _: ["remember", "x", "--tag", s],
    "remember --subject": lambda s, _: ["remember", "x", "--subject", s],
    "remember --link": lambda s, _: ["remember", "x", "--link", f"supports:{s}"],
    "link": lambda s, _: ["link", s, MEMORY, "supports"],
    "core add": lambda s, _: ["core", "add", s],
    "archive": lambda s, _: ["archive", s],
    "process save": lambda _, file: ["process", "save", str(file)],
    "process import": lambda _, file: ["process", "import", str(file)],
    "process approve": lambda s, _: ["process", "approve", f"{s}@1"],
    "process retire": lambda s, _: ["process", "retire", s],
    "standard save": lambda _, file: ["standard", "save", str(file)],
    "standard approve": lambda s, _: ["standard", "approve", f"{s}@{s}"],
    "standard retire": lambda s, _: ["standard", "retire", s],
    "scan": lambda _, file: ["scan", str(file)],
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / ".myelin").mkdir()
    key = keys.local_key(bytes(32))
    assembly.create(folder / ".myelin" / "project.myl", key, name="project")
    return folder


@settings(max_examples=100, derandomize=True, deadline=None)
@given(secret=SECRETS, command=st.sampled_from(sorted(COMMANDS)), as_json=st.booleans())
def test_no_command_repeats_four_bytes_of_a_secret(
    project: Path, secret: tuple[str, int], command: str, as_json: bool
) -> None:
    one, _, own = pair(*secret)
    file = project / "given"
    file.write_text(f"---\nname: x\n{one}: y\n---\n{one}\n")
    environment = {"HOME": str(project), "MYELIN_KEY": base64.b64encode(bytes(32)).decode()}
    words = COMMANDS[command](one, file) + (["--json"] if as_json else [])
    output, remarks = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", output)
        patch.setattr(sys, "stderr", remarks)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(one.encode())))
        code = app.run(words, environment, project)
    assert code != 0
    told = output.getvalue() + remarks.getvalue()
    assert told
    assert not [window for window in own if window in told]
    if as_json:
        assert json.loads(output.getvalue())


def test_the_command_line_prints_the_rule_and_the_place(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = fakes.TOKENS["github classic"][1](random.Random(1))
    environment = {
        "HOME": str(project / "home"),
        "MYELIN_KEY": base64.b64encode(bytes(32)).decode(),
    }
    remarks = io.StringIO()
    monkeypatch.setattr(sys, "stderr", remarks)
    assert app.run(["remember", f"It is {secret}", "--class", "note"], environment, project) == 3
    assert "  argument TEXT: rule github, byte 6\n" in remarks.getvalue()
