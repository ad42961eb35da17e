"""What governs changes by a decision alone: where one is made, and what every write ends with."""

import ast
from collections.abc import Iterator
from pathlib import Path

from myelin.surface.operations import OPERATIONS
from tests.architecture.tree import SOURCES, name, parsed

MAKERS = {"src/myelin/cli/decisions.py", "src/myelin/testing/engines.py"}
"""The confirming code of the command line, and the decision that tests are given."""
BLOCKS = {"src/myelin/engine/dispatch.py", "src/myelin/upkeep/import_.py"}
FIXTURES = {"src/myelin/testing/fixtures.py"}


def calls(path: Path) -> Iterator[ast.Call]:
    """Return every call in a module."""
    return (node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call))


def test_only_the_confirming_code_makes_a_decision() -> None:
    makers = {
        name(path)
        for path in SOURCES
        for call in calls(path)
        if isinstance(call.func, ast.Name) and call.func.id == "Decision"
    }
    assert makers == MAKERS, "ask through myelin.cli.decisions, which alone makes a Decision"


def test_every_block_that_writes_asks_for_the_decision() -> None:
    blocks = {
        name(path)
        for path in SOURCES
        for call in calls(path)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "write"
        and ast.unparse(call.func.value).rpartition(".")[2] == "store"
    }
    assert blocks - FIXTURES == BLOCKS, "write through myelin.engine.dispatch"
    asking = {
        name(path)
        for path in SOURCES
        for call in calls(path)
        if ast.unparse(call.func) == "decisions.ensure"
    }
    assert asking == BLOCKS, "a block that writes ends with decisions.ensure"


def test_every_write_tells_the_log_which_operation_it_is() -> None:
    # A decision that is recorded beside its act is told by its note. Tests write any blocks.
    free = {"src/myelin/cli/decisions.py", "src/myelin/testing/engines.py"}
    writes = [
        (name(path), {each.arg: each.value for each in call.keywords})
        for path in SOURCES
        if name(path) not in free
        for call in calls(path)
        if ast.unparse(call.func) == "dispatch.run"
        and not any(isinstance(arg, ast.Constant) and arg.value == "read" for arg in call.args)
    ]
    assert writes
    for path, given in writes:
        assert "act" in given, f"{path}: pass act, the name of the operation"
        if isinstance(given["act"], ast.Constant):
            assert given["act"].value in OPERATIONS, f"{path}: act is the name of an operation"
