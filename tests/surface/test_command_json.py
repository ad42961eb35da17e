"""The JSON of every command: what is really printed is what the schema of its operation says."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from codegen import model
from myelin.cli import app
from myelin.contract import schema
from myelin.contract.errors import BY_CODE
from tests.architecture.tree import ROOT
from tests.surface.every_command import walked

SPEC = model.loaded(ROOT)
WITHOUT_A_DOCUMENT = {"serve"}
"""It speaks MCP on standard output."""
WITHOUT_A_BRAIN = {"completion", "demo", "help", "man", "scan", "version"}
BUILT = [command for command in SPEC.commands.values() if command.served]
ANSWERING = [command for command in BUILT if command.name not in WITHOUT_A_DOCUMENT]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    folder: Path = tmp_path_factory.mktemp("walk") / "project"
    folder.mkdir()
    return walked(folder)


def problems(operation: str, document: dict[str, Any]) -> list[str]:
    validator = jsonschema.Draft202012Validator(schema.published(operation)["output"])
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def test_every_command_that_prints_a_document_says_which() -> None:
    without = {command.name for command in BUILT if not command.answers}
    assert without == WITHOUT_A_DOCUMENT, "bind the command to an operation in spec/commands.yaml"


@pytest.mark.parametrize("command", ANSWERING, ids=lambda command: command.name)
def test_a_command_prints_what_its_schema_says(
    command: model.Command, documents: dict[str, list[dict[str, Any]]]
) -> None:
    assert command.name in documents, "run the command in tests/surface/every_command.py"
    for document in documents[command.name]:
        found = {operation: problems(operation, document) for operation in command.answers}
        assert [] in found.values(), found


@pytest.mark.parametrize("command", ANSWERING, ids=lambda command: command.name)
def test_a_part_that_no_schema_knows_would_be_noticed(
    command: model.Command, documents: dict[str, list[dict[str, Any]]]
) -> None:
    document = documents[command.name][0] | {"surprise": 1}
    assert all(problems(operation, document) for operation in command.answers)


def test_every_operation_is_answered_by_some_command(
    documents: dict[str, list[dict[str, Any]]],
) -> None:
    answered = {
        operation
        for command in ANSWERING
        for operation in command.answers
        for document in documents[command.name]
        if not problems(operation, document)
    }
    reachable = {operation for command in BUILT for operation in command.answers}
    # Acknowledging needs a person at a terminal: tests/e2e/test_cli_decisions.py.
    assert answered == reachable - {"acknowledge_decisions"}


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_what_is_wrong_is_one_document_too(
    command: model.Command, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    needs_a_brain = command.name not in {*WITHOUT_A_DOCUMENT, *WITHOUT_A_BRAIN}
    words = ("--name", "No Name") if needs_a_brain else ("--no-such-flag",)
    environment = {"HOME": str(tmp_path), "MYELIN_HOME": str(tmp_path / "home")}
    required = ["x" if not each.option else "" for each in command.parameters if each.required]
    given = [*filter(None, required), *words, "--json"]
    code = app.run([*command.words, *given], environment, tmp_path)
    printed = capfd.readouterr()
    assert printed.err == ""
    document = json.loads(printed.out)
    assert set(document["error"]) >= {"code", "message", "hint", "retry"}
    assert code == BY_CODE[document["error"]["code"]].exit_code
