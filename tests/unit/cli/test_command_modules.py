"""Where a command lives: in the module of its first word, under the name that it is typed by."""

import inspect
import pkgutil
import subprocess
import sys
import typing
from collections.abc import Callable

import pytest

from codegen import model
from myelin.cli import commands
from myelin.cli.handlers import function_of
from myelin.surface.commands import Handlers
from tests.architecture.tree import ROOT

BUILT = [command for command in model.loaded(ROOT).commands.values() if command.served]


def declared(method: Callable[..., int]) -> dict[str, object]:
    """Return the keyword arguments of a handler and their types, as the spec declares them."""
    parameters = inspect.signature(method).parameters.values()
    return {each.name: each.annotation for each in parameters if each.name not in ("self", "flags")}


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_a_command_is_the_function_of_its_name_in_the_module_of_its_first_word(
    command: model.Command,
) -> None:
    function = function_of(command.method)
    assert function.__module__.rpartition(".")[2].rstrip("_") == command.words[0]
    assert function.__name__.rstrip("_") == command.words[-1]


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_the_function_takes_what_the_spec_declares(command: model.Command) -> None:
    function = function_of(command.method)
    wanted = declared(getattr(Handlers, command.method))
    first, *rest = inspect.signature(function).parameters.values()
    assert first.name == "invocation"
    keywords = [each.name for each in rest if each.kind is each.KEYWORD_ONLY]
    hints = typing.get_type_hints(function) if keywords else {}
    taken = {name: hints[name] for name in keywords}
    if any(each.kind is each.VAR_KEYWORD for each in rest):
        wanted = {name: kind for name, kind in wanted.items() if name in taken}
    assert taken == wanted


def test_every_module_of_the_folder_answers_a_command() -> None:
    modules = {each.name.rstrip("_") for each in pkgutil.iter_modules(commands.__path__)}
    assert modules == {command.words[0] for command in BUILT}


def test_a_command_imports_no_other_command() -> None:
    code = (
        "import sys; from pathlib import Path; from myelin.cli import app\n"
        "app.run(['version'], {'HOME': '/'}, Path('/'))\n"
        "print(*(each for each in sys.modules if each.startswith('myelin.cli.commands.')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "myelin.cli.commands.version"
