"""The reference pages of YAML: they hold every field and check, and cannot go stale."""

import dataclasses
import json

import pytest

from codegen import reference
from myelin import assembly
from myelin.cores.processes import document as processes
from myelin.cores.quality import checkers
from myelin.cores.quality import document as standards
from tests.unit.upkeep.full_brain import engine, exported, fill


def test_every_field_and_check_has_its_row() -> None:
    of_processes, of_standards, _ = reference.pages().values()
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


def test_every_member_of_an_export_has_its_row_and_a_meaning() -> None:
    page = reference.pages()["docs/generated/export-format.md"]
    for table in assembly.TABLES:
        if table.exported:
            section = page.split(f"\n## `{table.name}`")[1].split("\n## ")[0]
            for column in table.columns:
                assert not column.exported or column.doc, f"{table.name}.{column.name} has no doc"
                place = f"{column.inside}.{column.exported_as}" if column.inside else ""
                assert not column.exported or f"| `{place or column.exported_as}` |" in section


def test_the_members_of_a_real_export_are_those_of_the_page() -> None:
    page = reference.pages()["docs/generated/export-format.md"]
    with engine() as one:
        fill(one, 12)
        lines = [json.loads(line) for line in exported(one)]
    assert lines[0] == {"format": "myelin-export/1"}
    for record in lines[1:-1]:
        section = page.split(f"\n## `{record['kind']}`")[1].split("\n## ")[0]
        for member in record.keys() - {"kind"}:
            assert f"| `{member}" in section, f"{record['kind']}.{member} is not on the page"
