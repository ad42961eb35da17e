"""SKILL.md: a file comes back byte by byte, and a skill survives the way out and in."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.errors import ProcessInvalid
from myelin.cores.processes.document import parse_process
from myelin.cores.processes.document_skill import export_skill, import_skill

FILE = """---
name: pdf-forms
description: >-
  Fill in PDF forms. Use it when a form has to be
  completed from data.
license: Apache-2.0   # as upstream
metadata:
  author: example
  version: "1.0"
---

# PDF forms

1. Run `scripts/fields.py`.
   \tThen look.

```python
x = {"a": 1}
```
"""


def test_a_skill_file_becomes_a_skill_that_its_own_words_find() -> None:
    skill = parse_process(import_skill(FILE).yaml)
    assert (skill.kind, skill.name, skill.title) == ("skill", "pdf-forms", "PDF forms")
    assert skill.summary.startswith("Fill in PDF forms.")
    assert skill.triggers == ("pdf forms",)
    assert skill.guidance == FILE.split("---\n")[2]


@pytest.mark.parametrize("text", [FILE, FILE.replace("\n", "\r\n"), FILE.rstrip("\n")])
def test_a_skill_file_comes_back_byte_by_byte(text: str) -> None:
    assert export_skill(import_skill(text).yaml) == text


def test_an_edited_skill_keeps_the_foreign_front_matter_on_its_way_out() -> None:
    document = import_skill(FILE).yaml.replace('["pdf forms"]', '["pdf forms", "acroform"]')
    exported = export_skill(document)
    assert "license: Apache-2.0" in exported
    assert "author: example" in exported
    assert parse_process(import_skill(exported).yaml) == parse_process(document)


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"], include_characters="\n\t"),
    min_size=1,
    max_size=80,
)
LINES = st.text("abc é#-:'\"|>", min_size=1, max_size=30).map(str.strip).filter(bool)


@given(
    body=TEXTS.filter(lambda text: bool(text.strip())),
    title=LINES,
    summary=LINES,
    triggers=st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, unique=True, max_size=5),
    produces=st.none() | LINES,
)
def test_every_skill_survives_the_way_out_and_back(
    body: str, title: str, summary: str, triggers: list[str], produces: str | None
) -> None:
    fields = {
        "kind": "skill",
        "name": "a-skill",
        "title": title,
        "summary": summary,
        "triggers": triggers,
        "guidance": body,
        **({"produces": produces} if produces else {}),
    }
    # JSON is YAML, but for surrogate pairs and what YAML takes for line ends inside quotes.
    document = json.dumps(fields, ensure_ascii=False)
    for char in "\u2028\u2029\ufeff":
        document = document.replace(char, f"\\u{ord(char):04x}")
    skill = parse_process(document)
    exported = export_skill(document)
    assert parse_process(import_skill(exported).yaml) == skill
    assert export_skill(import_skill(exported).yaml) == exported


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("# no front matter", "front_matter", 1),
        ("---\nname: a\ndescription: b\n", "front_matter", 1),
        ("---\nname: a\n---\nbody", "field_missing", 2),
        ("---\nname: Not A Name\ndescription: b\n---\nbody", "name", 2),
        ("---\nname: a\ndescription: [\n---\nbody", "yaml", 4),
    ],
)
def test_a_file_that_is_no_skill_is_refused_at_its_line(text: str, rule: str, line: int) -> None:
    with pytest.raises(ProcessInvalid) as refused:
        import_skill(text)
    assert (rule, line) in [(one["rule"], one["line"]) for one in refused.value.details["problems"]]


@given(st.text(max_size=200))
def test_any_file_is_imported_or_refused(text: str) -> None:
    for file in (text, f"---\n{text}\n---\nbody", f"---\nname: a\ndescription: b\n---\n{text}"):
        with contextlib.suppress(ProcessInvalid):
            assert parse_process(import_skill(file).yaml).kind == "skill"


def test_a_workflow_has_no_skill_file() -> None:
    workflow = (
        "kind: workflow\nname: a\ntitle: b\nsummary: c\ntriggers: [d]\nsteps: [{id: e, do: f}]\n"
    )
    with pytest.raises(ProcessInvalid):
        export_skill(workflow)


FOREIGN = """---
name: review-ui
description: Checks a page. Use when asked to "review my UI", "check contrast", or auditing a form.
version: 2
argument-hint: <file>
allowed-tools: Read
metadata:
  triggers: [accessibility audit, wcag]
---
Look at it.
"""


def test_fields_of_other_programs_are_kept_and_named() -> None:
    imported = import_skill(FOREIGN)
    assert export_skill(imported.yaml) == FOREIGN
    assert imported.remarks == ("Kept, but not used here: `version`, `argument-hint`.",)
    edited = imported.yaml.replace('"wcag"', '"wcag 2"')
    assert "argument-hint: <file>" in export_skill(edited)


def test_triggers_come_from_the_metadata_the_quotes_and_the_cases_of_a_description() -> None:
    skill = parse_process(import_skill(FOREIGN).yaml)
    assert skill.triggers == (
        "review ui",
        "accessibility audit",
        "wcag",
        "review my UI",
        "check contrast",
        "auditing a form",
    )


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n  \n", "\r\n"])
def test_a_front_matter_without_a_body_is_a_skill_and_comes_back(end: str) -> None:
    text = f"---\nname: a\ndescription: Does it.\n---{end}"
    imported = import_skill(text)
    assert parse_process(imported.yaml).guidance == "Does it."
    assert export_skill(imported.yaml) == text
    assert "no text" in imported.remarks[0]


@pytest.mark.parametrize(
    ("name", "is_allowed"),
    [
        ("pdf-forms", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("データ-解析", True),
        ("größe-2", True),
        ("ﬁle", True),
        ("Größe", False),
        ("a--b", False),
        ("-a", False),
        ("a-", False),
        ("a_b", False),
        ("a b", False),
        ("a\u200bb", False),
        ("myelin-loop", False),
    ],
)
def test_names_are_those_of_the_specification(name: str, is_allowed: bool) -> None:
    text = f"---\nname: {name}\ndescription: b\n---\nbody\n"
    if not is_allowed:
        with pytest.raises(ProcessInvalid):
            import_skill(text)
        assert import_skill(text, name="other").name == "other"
        return
    imported = import_skill(text)
    assert parse_process(imported.yaml).name == imported.name
    assert export_skill(imported.yaml) == text


def test_a_front_matter_that_is_no_yaml_is_read_line_by_line() -> None:
    text = "---\nname: a\ndescription: Use when: it rains\nglobs: **/*.ts\n---\nbody\n"
    imported = import_skill(text)
    assert parse_process(imported.yaml).summary == "Use when: it rains"
    assert export_skill(imported.yaml) == text
    assert "line by line" in imported.remarks[1]


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("---\ndescription: b\nname: myelin-loop\n---\nbody", "/name", 3),
        (
            "---\nname: a\nlicense: x\ndescription: >-\n  " + "d" * 5_000 + "\n---\nb",
            "/description",
            4,
        ),
        ("---\nname: a\ndescription: b\n---\n" + "x" * 70_000, "", 1),
    ],
)
def test_problems_are_at_their_places_in_the_given_file(text: str, path: str, line: int) -> None:
    with pytest.raises(ProcessInvalid) as refused:
        import_skill(text)
    problems = refused.value.details["problems"]
    assert [(each["path"], each["line"]) for each in problems] == [(path, line)]
