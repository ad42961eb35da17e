"""The reference pages of YAML: they hold every field and check, and cannot go stale."""

import dataclasses

import pytest

from codegen import reference
from myelin.cores.processes import document as processes
from myelin.cores.quality import checkers
from myelin.cores.quality import document as standards


def test_every_field_and_check_has_its_row() -> None:
    of_processes, of_standards = reference.pages().values()
    fields = [processes.SHARED_FIELDS, processes.STEP_FIELDS, *processes.KIND_FIELDS.values()]
    for name in {name for table in fields for name in table}:
        assert f"| `{name}` |" in of_processes
    tables = (standards.FIELDS, standards.RULE_FIELDS, standards.RISK_FIELDS, checkers.CHECKS)
    for name in {name for table in tables for name in table}:
        assert f"| `{name}` |" in of_standards


def test_another_word_in_a_table_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    check = dataclasses.replace(checkers.CHECKS["max_lines"], doc="Something else.")
    monkeypatch.setitem(checkers.CHECKS, "max_lines", check)  # type: ignore[arg-type]
    assert "Something else." in reference.pages()["docs/generated/standards-yaml.md"]
