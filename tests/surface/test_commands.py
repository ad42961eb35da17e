"""The command line: what is typed reaches the handler of its command, wherever the flags stand."""

from typing import Any

import pytest
from typer.testing import CliRunner

from codegen import model
from myelin.surface.commands import Flags, build
from tests.architecture.tree import ROOT

SPEC = model.loaded(ROOT)
BUILT = [command for command in SPEC.commands.values() if command.served]


class Recorder:
    """Handlers that keep what they were called with; no command is answered here."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Flags, dict[str, Any]]] = []

    def __getattr__(self, method: str) -> Any:
        def handle(flags: Flags, **given: Any) -> int:
            self.calls.append((method, flags, given))
            return 4

        return handle


def call(*words: str) -> tuple[int, tuple[str, Flags, dict[str, Any]] | None, str]:
    """Return the exit code, what the handler got, and what was printed."""
    recorder = Recorder()
    result = CliRunner().invoke(build(recorder), list(words))
    called = recorder.calls[0] if recorder.calls else None
    return result.exit_code, called, result.output


def typed(command: model.Command) -> tuple[list[str], dict[str, Any]]:
    """Return every parameter of a command as people type it, and as its handler gets it."""
    words: list[str] = []
    given: dict[str, Any] = {}
    for parameter in command.parameters:
        value = {"number": "7", "flag": None}.get(parameter.type, "some")
        if parameter.option:
            words.append(parameter.flags[-1])
        if value is not None:
            words.append(value)
        single: Any = {"number": 7, "flag": True}.get(parameter.type, "some")
        listed = parameter.many and not parameter.rest
        given[parameter.python] = [single] if listed else single
    return words, given


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_every_parameter_reaches_its_handler(command: model.Command) -> None:
    words, given = typed(command)
    code, called, output = call(*command.words, *words)
    assert called == (command.method, Flags(None, None, False, False), given), output
    assert code == 4


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_what_may_be_left_out_has_its_default(command: model.Command) -> None:
    words = ["some" for each in command.parameters if each.required and not each.option]
    for each in command.parameters:
        words += [each.flags[-1], "some"] if each.required and each.option else []
    _, called, output = call(*command.words, *words)
    assert called is not None, output
    for parameter in command.parameters:
        if not parameter.required:
            absent: Any = False if parameter.type == "flag" else parameter.default
            assert called[2][parameter.python] == ([] if parameter.many else absent)


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_help_says_what_the_command_does(command: model.Command) -> None:
    code, _, output = call(*command.words, "--help")
    assert code == 0
    assert command.doc in " ".join(output.split())


def test_flags_are_taken_before_and_after_the_words() -> None:
    after = call("which", "--data", "d", "--name", "n", "--json")
    before = call("--data", "d", "--name", "n", "--json", "which")
    apart = call("--data", "d", "which", "--json", "--name", "n")
    assert before == after == apart
    assert before[1] == ("which", Flags("d", "n", True, False), {})


def test_a_flag_after_the_words_wins_over_one_before() -> None:
    _, called, _ = call("--name", "one", "core", "add", "mem_7f2a", "--name", "two")
    assert called is not None
    assert called[1].name == "two"


@pytest.mark.parametrize(
    "words",
    [["recall"], ["show", "a", "b"], ["list", "--limit", "x"], ["unknown"], ["show", "-x"]],
)
def test_bad_usage_reaches_no_handler_and_exits_with_2(words: list[str]) -> None:
    code, called, output = call(*words)
    assert (code, called) == (2, None)
    assert "Usage:" in output


def test_what_is_not_built_yet_is_no_command() -> None:
    built = {command.words[0] for command in BUILT}
    for command in SPEC.commands.values():
        if command.words[0] not in built:
            assert call(*command.words)[0] == 2
