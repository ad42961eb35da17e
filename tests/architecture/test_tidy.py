"""Properties of the tree itself: each test is a rule of the house and says how to keep it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import BY_HAND, ROOT, SOURCES, files, name, parsed

MODULE_LINES_MAX = 500
FUNCTION_LINES_MAX = 60
FIRST_LINE_CHARS_MAX = 100
GRAB_BAGS = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "base"}

# An exception to a size is a line here with its reason, and the numbers may only fall.
LONGER_MODULES: dict[str, int] = {}
LONGER_FUNCTIONS: dict[str, int] = {}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(module: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(module) if isinstance(node, Function))


def public(nodes: list[ast.stmt]) -> Iterator[Function | ast.ClassDef]:
    """Return the public functions and classes of a body, and those of its public classes."""
    for node in nodes:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def is_override_for_typing(node: Function | ast.ClassDef) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id in {"overload", "override"}
        for each in node.decorator_list
    )


@pytest.mark.parametrize("path", BY_HAND, ids=name)
def test_a_module_says_in_one_sentence_what_lives_in_it(path: Path) -> None:
    docstring = ast.get_docstring(parsed(path))
    assert docstring, "begin the module with one sentence: what lives here"
    assert docstring.splitlines()[0].rstrip().endswith((".", "?")), "end it with a full stop"


@pytest.mark.parametrize("path", BY_HAND, ids=name)
def test_modules_and_functions_are_small(path: Path) -> None:
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= LONGER_MODULES.get(name(path), MODULE_LINES_MAX), "split it by subject"
    for node in functions(parsed(path)):
        limit = LONGER_FUNCTIONS.get(f"{name(path)}:{node.name}", FUNCTION_LINES_MAX)
        size = (node.end_lineno or 0) - node.lineno + 1
        assert size < limit, f"{node.name} has {size} lines: give its parts names"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_public_names_say_what_they_return_or_change(path: Path) -> None:
    for node in public(parsed(path).body):
        if is_override_for_typing(node):
            continue
        docstring = ast.get_docstring(node)
        assert docstring, f"{node.name} has no docstring"
        first = docstring.splitlines()[0]
        assert len(first) <= FIRST_LINE_CHARS_MAX, f"{node.name}: {len(first)} characters"


@pytest.mark.parametrize("path", BY_HAND, ids=name)
def test_comments_are_no_banners_and_a_todo_names_its_issue(path: Path) -> None:
    text = path.read_text("utf-8")
    banner = re.search(r"^\s*#\s*[-=*#~]{3,}", text, re.MULTILINE)
    assert banner is None, "a banner says that the module wants to be two"
    todo = re.search(r"#.*\b(?:[T]ODO|[F]IXME)\b(?!\(#\d+\))", text)
    assert todo is None, "write the issue behind it, in brackets with a #"


def test_nothing_is_called_a_grab_bag() -> None:
    named = {
        name(path): {*path.relative_to(ROOT).parts[:-1], path.stem.lstrip("_")} & GRAB_BAGS
        for path in BY_HAND
    }
    assert {path: words for path, words in named.items() if words} == {}


def test_test_folders_are_no_packages_and_test_modules_have_one_name_each() -> None:
    tests = [path for path in files(".py") if name(path).startswith("tests/")]
    assert [name(path) for path in tests if path.name == "__init__.py"] == []
    names = sorted(path.name for path in tests if path.name.startswith("test_"))
    assert [each for at, each in enumerate(names[1:]) if each == names[at]] == []


def test_test_names_are_sentences() -> None:
    short = [
        f"{name(path)}: {node.name}"
        for path in files(".py")
        if name(path).startswith("tests/")
        for node in functions(parsed(path))
        if node.name.startswith("test_") and node.name.count("_") < 3
    ]
    assert short == [], "say what comes out: test_a_wrong_key_changes_nothing"


def test_prose_cites_names_and_no_line_numbers() -> None:
    cited = re.compile(r"\b\w+\.(?:py|yaml|sql|md|toml):\d+")
    found = [
        f"{name(path)}: {match.group()}"
        for path in files(".md")
        for match in cited.finditer(path.read_text("utf-8"))
    ]
    assert found == []


def test_the_tree_names_no_place_of_the_machine_that_it_was_written_on() -> None:
    places = re.compile(r"(?<![\w.])/(?:work|root)/\w|pypi\.org/simple|files\.pythonhosted")
    found = [
        f"{name(path)}: {match.group()}"
        for path in files(".py", ".md", ".toml", ".yaml", ".yml", ".json", ".sql", "")
        for match in places.finditer(path.read_text("utf-8"))
    ]
    assert found == []
