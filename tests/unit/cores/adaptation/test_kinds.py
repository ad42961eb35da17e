"""Each kind of proposal says what accepting it does, and what is lost by it."""

import importlib
import inspect
import pkgutil
from typing import Any

import pytest

from myelin.cores.adaptation import kinds
from myelin.cores.adaptation.kinds import KINDS, ProposalKind
from myelin.engine.engine import Engine
from myelin.testing import FIXTURES, call, run
from tests.architecture.tree import BY_HAND, name
from tests.unit.cores.adaptation.test_proposals import (
    SKILL,
    STANDARD,
    WORKFLOW,
    accept,
    ask,
    raised,
    remember,
    show,
)


def test_every_class_of_a_kind_is_in_the_table() -> None:
    modules = [
        importlib.import_module(f"{kinds.__name__}.{each.name}")
        for each in pkgutil.iter_modules(kinds.__path__)
    ]
    found = {
        one
        for module in modules
        for _, one in inspect.getmembers(module, inspect.isclass)
        if issubclass(one, ProposalKind) and hasattr(one, "name")
    }
    assert {one.name for one in found} == set(KINDS), "add the kind to KINDS in kinds/__init__.py"
    assert {type(kind) for kind in KINDS.values()} == found


def test_nothing_but_a_kind_and_who_opens_it_knows_its_name() -> None:
    """What would have to be found and changed for a new kind, if kinds were matched by name."""
    openers = {
        "revise_core": "src/myelin/cores/memory/service.py",
        "revise_preference": "src/myelin/cores/preferences/service.py",
        "approve_process": "src/myelin/cores/processes/service.py",
        "approve_standard": "src/myelin/cores/quality/service.py",
        # The tool and the kind have one name.
        "promote_to_core": "src/myelin/cores/adaptation/service.py",
    }
    elsewhere = [
        f"{name(path)} names the kind {kind}: ask KINDS"
        for path in BY_HAND
        if name(path).startswith("src/") and "/kinds/" not in name(path)
        for kind in KINDS
        if f'"{kind}"' in path.read_text("utf-8") and openers.get(kind) != name(path)
    ]
    assert elsewhere == []


def test_promoting_says_what_comes_with_every_answer(host: Engine, owner: Engine) -> None:
    known = remember(host)
    shown = show(owner, ask(host, known)["id"])
    assert "into the core tier" in shown["act"]
    assert (shown["now"], shown["then"], shown["lost"]) == ("", "The queue needs a dump.", [])


def test_a_review_says_that_the_memory_is_archived_and_no_longer_found(
    host: Engine, owner: Engine
) -> None:
    known = remember(owner)
    run(owner, "core_add", known)
    shown = show(owner, raised(host, "review_memory", used=[{"id": known, "verdict": "harmful"}]))
    assert shown["act"].startswith(f"Accepting archives the memory {known}")
    assert (shown["now"], shown["then"]) == ("The queue needs a dump.", "")
    assert shown["lost"] == [
        f"The memory {known} is no longer found by recall.",
        "It leaves the core tier.",
    ]


def test_a_correction_shows_the_core_memory_that_leaves(host: Engine, owner: Engine) -> None:
    known = remember(owner)
    run(owner, "core_add", known)
    new = remember(host, "The queue needs no dump.", supersedes=known)
    (proposal,) = call(host, "list_proposals")["proposals"]
    shown = show(owner, proposal["id"])
    assert (shown["now"], shown["then"]) == (
        "The queue needs a dump.",
        "The queue needs no dump.",
    )
    assert new in shown["act"]
    assert known in shown["lost"][0]


def test_a_claim_shows_the_owners_present_value(host: Engine, owner: Engine) -> None:
    call(owner, "set_preference", key="style.quotes", value="single", statement="mine")
    with pytest.raises(Exception, match="owner has set"):
        call(host, "set_preference", key="style.quotes", value="double", statement="Always so.")
    (proposal,) = call(host, "list_proposals")["proposals"]
    shown = show(owner, proposal["id"])
    assert (shown["now"], shown["then"]) == ("single\nmine", "double\nAlways so.")
    assert "style.quotes" in shown["lost"][0]


@pytest.mark.parametrize(
    ("tool", "text"), [("save_process", WORKFLOW), ("save_standard", STANDARD)]
)
def test_an_approval_shows_the_difference_from_the_version_in_force(
    host: Engine, owner: Engine, tool: str, text: str
) -> None:
    call(owner, tool, yaml=text)
    saved = call(host, tool, yaml=text.replace("title: ", "title: New "))
    shown = show(owner, saved["proposal"]["id"])
    assert "version 2 of the" in shown["act"]
    assert "in the place of version 1" in shown["act"]
    changed = [line for line in shown["difference"].splitlines() if line[:1] in "+-"][2:]
    assert [line[1:7] for line in changed] == ["title:", "title:"]
    assert (shown["now"], shown["then"]) == ("", "")
    assert shown["lost"] == ["Version 1 is no longer in force. It stays readable."]


@pytest.mark.parametrize(
    ("kind", "body", "given"),
    [
        ("new_workflow", WORKFLOW, {}),
        (
            "new_skill",
            SKILL,
            {"violations": [{"standard": "commits", "rule": "no-tabs"}], "outcome": "partial"},
        ),
        (
            "new_rule",
            STANDARD,
            {
                "violations": [{"standard": "commits", "rule": "no-tabs", "count": 2}],
                "outcome": "partial",
            },
        ),
    ],
)
def test_what_needs_a_document_opens_on_a_scaffold_and_shows_what_was_written(
    host: Engine, owner: Engine, kind: str, body: str, given: dict[str, Any]
) -> None:
    from myelin.engine import dispatch

    asked = raised(host, kind, **given)
    made = dispatch.run(owner, "read", lambda s: owner.adaptation.scaffold(s, asked))
    assert made["document"].count("\n") > 3
    shown = show(owner, asked)
    assert shown["act"].startswith("Accepting saves")
    assert (shown["then"], shown["lost"]) == ("", [])
    assert show(owner, asked, body)["then"] == body
    accept(owner, asked, body)


def test_a_revision_shows_the_difference_of_what_was_written(host: Engine, owner: Engine) -> None:
    from myelin.engine import dispatch

    FIXTURES["starter_pack"](owner)
    given = {"process": {"name": "release", "version": 1}, "outcome": "failure"}
    asked = raised(host, "revise_process", **given)
    made = dispatch.run(owner, "read", lambda s: owner.adaptation.scaffold(s, asked))
    body = made["document"].replace("title: ", "title: Our ", 1)
    shown = show(owner, asked, body)
    assert "+title: Our" in shown["difference"]
    assert "in the place of version 1" in shown["act"]
    assert shown["lost"] == ["Version 1 is no longer in force. It stays readable."]


def test_a_rule_of_a_standard_in_force_opens_on_it_with_a_note(host: Engine, owner: Engine) -> None:
    from myelin.engine import dispatch

    call(owner, "save_standard", yaml=STANDARD)
    met = [{"standard": "commits", "rule": "no-dots", "count": 2}]
    asked = raised(host, "new_rule", violations=met, outcome="partial")
    made = dispatch.run(owner, "read", lambda s: owner.adaptation.scaffold(s, asked))
    assert (made["document"], made["note"]) == (STANDARD, "Add the rule no-dots.")
    body = (
        STANDARD
        + '  - {id: no-dots, check: forbid_pattern, pattern: "\\\\.", message: m, fix: f}\n'
    )
    shown = show(owner, asked, body)
    assert "+  - {id: no-dots" in shown["difference"]
    assert "in the place of version 1" in shown["act"]
