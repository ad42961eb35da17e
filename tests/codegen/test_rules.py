"""Every rule of the spec, broken once: the complaint names the file, the line and what is wrong."""

import re
import shutil
from pathlib import Path

import pytest

from codegen import model, rules

ROOT = Path(__file__).resolve().parents[2]

BROKEN = {
    "an error that every call may answer": (
        (
            "operations",
            "errors: [memory_unknown, id_ambiguous]",
            "errors: [memory_unknown, brain_busy]",
        ),
        "get_memory need not name brain_busy, which is of every call",
    ),
    "a type that nobody defines": (
        ("operations", "query: {type: query_text", "query: {type: question_text"),
        "query has the type question_text, which spec/types.yaml does not define",
    ),
    "a type that nobody uses": (
        ("types", "  cursor: {base: string", "  pointer: {base: string"),
        "nothing is a pointer: delete it",
    ),
    "an object that holds itself": (
        ("types", "why: {type: label, doc: How the", "why: {type: contradiction, doc: How the"),
        "contradiction holds itself",
    ),
    "an argument without a limit": (
        (
            "types",
            "\n  name: {base: string, max_bytes: 256, visible: true}",
            "\n  name: {base: string}",
        ),
        "name is a name, which has no limit",
    ),
    "a list without a limit": (
        ("operations", "tags?: {type: [short_name], max_items: 16,", "tags?: {type: [short_name],"),
        "tags is a list without max_items",
    ),
    "an optional list without a default": (
        ("operations", "max_items: 16, default: [], doc: Its", "max_items: 16, doc: Its"),
        "tags needs `default: []`",
    ),
    "a default on what is required": (
        (
            "operations",
            "id: {type: memory_id, doc: Its",
            "id: {type: memory_id, default: x, doc: Its",
        ),
        "id is required and has a default",
    ),
    "a default that the argument refuses": (
        ("operations", "default: 8192", "default: 3"),
        "the default of budget_bytes: 3 is less than the minimum of 1024",
    ),
    "a dedicated error that the tool does not list": (
        ("operations", "errors: [content_too_large, class_unknown]", "errors: [class_unknown]"),
        "an argument of recall answers content_too_large: name it in its errors",
    ),
    "an example whose arguments are refused": (
        ("operations", "limit: 2}", "limit: 0}"),
        "an example of list_memories: 0 is less than the minimum of 1",
    ),
    "an example whose result cannot come": (
        ("operations", "result: {total: 3}", "result: {sum: 3}"),
        "an example of list_memories: Additional properties are not allowed",
    ),
    "an argument that is there twice": (
        (
            "operations",
            "to: {type: memory_id, doc: Where",
            "from?: {type: memory_id, doc: Where",
        ),
        "from is there with and without ?",
    ),
    "a route that is there twice": (
        ("routes", "path: /v1/audit", "path: /v1/tokens"),
        "GET /v1/tokens is declared twice",
    ),
    "a served route without an operation": (
        ("routes", '{since: "0.5", path: /v1/health', '{since: "0.1", path: /v1/health'),
        "health is served and names no operation",
    ),
    "a route whose path names no argument": (
        ("routes", "  path: /v1/brains/{id}/pull\n", "  path: /v1/{id}/{y}\n"),
        "pull has {y} in its path, no required argument of remote_state",
    ),
    "a variable that two settings read": (
        ("settings", "environment: MYELIN_HOME", "environment: MYELIN_DATA"),
        "MYELIN_DATA is declared twice",
    ),
    "a command for no tool": (
        ("commands", "operation: get_memory", "operation: read_memory"),
        "show is for read_memory, which no file of operations declares",
    ),
    "a command that misses an argument": (
        ("commands", '      limit?: {type: number, doc: "How many, 1 to 200."}\n', ""),
        "list has no way to give limit of list_memories",
    ),
    "an operation that nothing is bound to": (
        ("mcp", "    operation: list_core\n", "    operation: recall\n"),
        "list_core is bound to no tool, resource, command or route",
    ),
    "an operation of a file that it does not belong to": (
        ("operations", "  effect: read\n  who: host\n", "  effect: read\n  who: owner\n"),
        "is for owner: declare it in another file of operations",
    ),
    "an operation of a request that no module answers": (
        (
            "control",
            "  module: audit\n  effect: read\n  who: principal\n",
            "  effect: read\n  who: principal\n",
        ),
        "is for the sender of a request, and no module answers it",
    ),
    "a result of a server's records that names a brain": (
        ("control", "  names_brain: never\n", ""),
        "is of a server's records: it needs `names_brain: never`",
    ),
    "a tool that no model may reach": (
        ("operations", "  effect: read\n  who: host\n", "  effect: read\n  who: owner\n"),
        "no model may reach it",
    ),
    "a snapshot before a read": (
        ("operations", "  effect: read\n", "  effect: read\n  snapshot: before this\n"),
        "only reads and takes a snapshot first",
    ),
    "a confirmation of what a model may ask for": (
        (
            "operations",
            "  effect: read\n",
            "  effect: read\n  confirmed: {what: It., by: id, without_terminal: flag}\n",
        ),
        "is confirmed by a person, and a host may call it",
    ),
    "a command that is served before its operation": (
        ("commands", 'process save:\n    since: "0.2"', 'process save:\n    since: "0.1"'),
        "process save is served before save_process: it needs since 0.2",
    ),
    "a group that is not declared": (
        ("commands", "  core: The core tier, which comes with every recall.\n", ""),
        "the group core is not declared",
    ),
    "a group without commands": (
        ("commands", "groups:\n", "groups:\n  empty: Nothing.\n"),
        "no command is of the group empty",
    ),
    "an option that every command takes already": (
        ("commands", "      bare?: {type: flag,", "      json?: {type: flag,"),
        "init takes --json twice",
    ),
    "a value after one that may be left out": (
        ("commands", "      from: {type: text,", "      from?: {type: text,"),
        "link takes to after from, which may be left out",
    ),
    "an argument beside the rest of the line": (
        (
            "commands",
            "        rest: true\n        stdin: true\n",
            (
                "        rest: true\n"
                "        stdin: true\n        doc: A text.\n      more?:\n        type: text\n"
            ),
        ),
        "remember: text takes the rest of the line: it must be its only argument, and a list",
    ),
    "another name that two commands have": (
        ("commands", "other_names: [search]", "other_names: [get]"),
        "get is declared twice",
    ),
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "spec", tmp_path / "spec")
    return tmp_path


def complaints(tree: Path) -> list[str]:
    spec, found = model.load(tree)
    return [str(each) for each in (rules.complaints(spec) if spec is not None else found)]


def test_the_spec_as_it_is_breaks_no_rule(tree: Path) -> None:
    assert complaints(tree) == []


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_rule_is_named_with_its_place(tree: Path, fault: str) -> None:
    (name, old, new), expected = BROKEN[fault]
    path = tree / f"spec/{name}.yaml"
    text = path.read_text("utf-8")
    assert old in text, "the spec has moved on: mend this test"
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = [each for each in complaints(tree) if expected in each]
    assert found, complaints(tree)
    assert all(re.match(r"spec/\w+\.yaml:\d+: ", each) for each in found)


FORMS = {
    "an unknown key": ("operations", "  core: memory\n", "  hub: memory\n"),
    "a doc that is no sentence": ("types", "doc: Which brain answered.", "doc: which brain"),
    "a name that no client takes": ("operations", "link_memories:\n", "linkMemories:\n"),
    "a write without hints": (
        "operations",
        "  hints: {destructive: false, idempotent: false}\n",
        "",
    ),
    "an exit code that means nothing": ("errors", "  exit: 2\n", "  exit: 9\n"),
    "a tool without an example": (
        "operations",
        "  examples:\n    - given: empty_brain",
        "  more:\n    - x",
    ),
    "an operation that does not say since when": (
        "operations",
        'recall:\n  since: "0.1"\n',
        "recall:\n",
    ),
    "a command that does not say since when": (
        "commands",
        '  which:\n    since: "0.1"\n',
        "  which:\n",
    ),
    "a setting that does not say since when": ("settings", 'data:\n  since: "0.1"\n', "data:\n"),
    "a variable of another product": ("settings", "MYELIN_DATA", "DATA"),
}


@pytest.mark.parametrize("fault", FORMS)
def test_a_file_out_of_form_is_refused_with_its_place(tree: Path, fault: str) -> None:
    name, old, new = FORMS[fault]
    path = tree / f"spec/{name}.yaml"
    text = path.read_text("utf-8")
    assert old in text, "the spec has moved on: mend this test"
    path.write_text(text.replace(old, new, 1), "utf-8")
    found = complaints(tree)
    assert found
    assert all(re.match(rf"spec/{name}\.yaml:\d+: ", each) for each in found)
