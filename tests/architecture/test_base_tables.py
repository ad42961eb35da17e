"""Reads go through the views of what the audience may see; a base table is named with a reason."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import BY_HAND, name, parsed

BASE_TABLE = re.compile(r"\b(FROM|JOIN|INTO|UPDATE)\s+(?:main\.)?(?:memory|link)\b")
REASON = re.compile(r"#.*\bBase tables?:")
DERIVED = "src/myelin/cores/memory/index.py"
"""The index is computed from every row; what is found in it is then looked up in the views."""
QUERIES = "src/myelin/cores/memory/queries.py"
WHOLE = "src/myelin/cores/memory/upkeep_queries.py"
"""Upkeep is the owner's alone, so it reads what no audience sees; each read says so."""
PULLED = "src/myelin/sync/unsigned.py"
"""A device judges a whole replica, which holds only what may leave a device."""


def statements(path: Path) -> Iterator[tuple[int, str]]:
    """Return the texts of a module that name a base table, and the verb before its name."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for match in BASE_TABLE.finditer(node.value):
                yield node.lineno, match[1]


def reason_beside(path: Path, line: int) -> bool:
    """Return whether a comment from the start of the function to the statement gives a reason."""
    lines = path.read_text("utf-8").splitlines()
    starts = [
        node.lineno
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    first = max(starts, default=line - 3)
    return any(REASON.search(each) for each in lines[first - 1 : line])


def test_only_the_queries_of_the_memory_core_name_its_base_tables() -> None:
    elsewhere = [
        f"{name(path)} names a base table ({verb}): read visible_memory or visible_link"
        for path in BY_HAND
        if name(path).startswith("src/") and name(path) not in {DERIVED, QUERIES, WHOLE, PULLED}
        for _, verb in statements(path)
    ]
    assert elsewhere == []


def test_a_read_of_a_base_table_has_its_reason_beside_it() -> None:
    paths = [path for path in BY_HAND if name(path) in {QUERIES, WHOLE, PULLED}]
    found = [(path, line, verb) for path in paths for line, verb in statements(path)]
    assert {"FROM", "INTO", "UPDATE"} <= {verb for _, _, verb in found}
    silent = [
        f"{name(path)}: a {verb} of a base table without a comment `Base table: why`"
        for path, line, verb in found
        if verb in {"FROM", "JOIN"} and not reason_beside(path, line)
    ]
    assert silent == []


def test_no_statement_gives_its_own_table_the_name_of_a_view() -> None:
    """The guard of a remote audience knows views by their names and would let such a one pass."""
    own = re.compile(
        r"\bvisible_\w+\W*\s+AS\s+(?:NOT\s+MATERIALIZED\s+|MATERIALIZED\s+)?\(", re.IGNORECASE
    )
    found = [
        name(path)
        for path in BY_HAND
        if name(path).startswith("src/")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and own.search(node.value)
    ]
    assert own.search("WITH visible_memory AS (SELECT 1)")
    assert found == []
