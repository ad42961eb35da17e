"""The process hub on a real brain: versions, two heads, matching, listing, prompts."""

from typing import Any

import pytest

from myelin.contract.errors import (
    ArgumentInvalid,
    ContentEmpty,
    ContentTooLarge,
    ProcessInvalid,
    ProcessUnknown,
)
from myelin.contract.operations.save_process import SaveProcessArgs
from myelin.cores.processes import digests
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.surface.operations import OPERATIONS
from myelin.testing import FIXTURES, TemporaryBrain, call
from myelin.testing.engines import DECIDED


def workflow(name: str = "hotfix", do: str = "Test it.", triggers: str = "hotfix") -> str:
    return f"""\
kind: workflow
name: {name}
title: Ship a {name}
summary: From a fault to a fix.
triggers: [{triggers}]
requires: [mem_0123]
steps:
  - {{id: test, do: "{do}", check: It fails.}}
  - {{id: ship, do: Ship it., gate: owner}}
"""


def skill(name: str) -> str:
    return f"""\
kind: skill
name: {name}
title: A skill
summary: How to do it.
triggers: [{name}]
guidance: Do it well.
"""


def loop(name: str) -> str:
    return f"""\
kind: loop
name: {name}
title: A loop
summary: Round and round.
triggers: [{name}]
phases: [{{id: go, do: Go.}}]
exit_when: It is done.
max_iterations: 3
"""


def decide(engine: Engine, act: str, *arguments: Any) -> dict[str, Any]:
    method = getattr(engine.processes, act)
    return dispatch.run(
        engine, "write", lambda session: method(session, *arguments), decision=DECIDED
    )


def asked(engine: Engine, what: str, *arguments: Any) -> Any:
    method = getattr(engine.processes, what)
    with engine.store.read() as session:
        return method(session, *arguments)


def test_a_new_name_of_a_host_is_served_at_once_and_marked_unreviewed(host: Engine) -> None:
    saved = call(host, "save_process", yaml=workflow())
    assert {**saved, "brain": None} == {
        "brain": None,
        "name": "hotfix",
        "kind": "workflow",
        "version": 1,
        "created": True,
        "reviewed": False,
    }
    got = call(host, "get_workflow", name="hotfix")
    assert got["yaml"] == workflow()
    assert got["process"]["steps"] == [
        {"id": "test", "do": "Test it.", "check": "It fails."},
        {"id": "ship", "do": "Ship it.", "gate": "owner"},
    ]
    [match] = call(host, "match_process", task="an urgent HOTFIX please")["matches"]
    [listed] = call(host, "list_processes")["processes"]
    assert [got["process"]["reviewed"], match["reviewed"], listed["reviewed"]] == [False] * 3
    assert "steps" not in listed


def test_a_save_is_marked_with_the_name_that_its_client_gives(host: Engine) -> None:
    for name, kept in (("editor", "editor"), ("x" * 65, None), ("a\nb", None), (" ", None)):
        yaml = workflow(do=f"As {len(name)}.")
        dispatch.call(host, OPERATIONS["save_process"], {"yaml": yaml}, name)
        process = call(host, "get_workflow", name="hotfix")["process"]
        assert process.get("actor") == kept


def test_the_same_text_again_creates_nothing(host: Engine) -> None:
    call(host, "save_process", yaml=workflow())
    again = call(host, "save_process", yaml=workflow())
    assert (again["version"], again["created"]) == (1, False)
    assert "diff" not in again
    assert len(call(host, "list_processes", include_versions=True)["processes"]) == 1


def test_what_the_owner_saves_is_reviewed_and_stays_in_force_whatever_a_host_saves(
    host: Engine, owner: Engine
) -> None:
    assert call(owner, "save_process", yaml=workflow())["reviewed"] is True
    later = call(host, "save_process", yaml=workflow(do="Skip the test."))
    assert (later["version"], later["reviewed"]) == (2, False)
    assert '-  - {id: test, do: "Test it."' in later["diff"]
    assert '+  - {id: test, do: "Skip the test."' in later["diff"]
    assert call(host, "get_workflow", name="hotfix")["process"]["version"] == 1
    assert call(host, "get_workflow", name="hotfix", version=2)["process"]["reviewed"] is False
    assert "Skip the test." not in asked(host, "prompt", "hotfix", "")
    decide(owner, "approve", "hotfix", 2)
    assert call(host, "get_workflow", name="hotfix")["process"]["version"] == 2
    assert "Skip the test." in asked(host, "prompt", "hotfix", "")


def test_the_owner_may_go_back_to_an_earlier_version(host: Engine, owner: Engine) -> None:
    call(owner, "save_process", yaml=workflow())
    call(owner, "save_process", yaml=workflow(do="Another way."))
    decide(owner, "approve", "hotfix", 1)
    assert call(host, "get_workflow", name="hotfix")["process"]["version"] == 1
    # The text of the latest version again is the owner's word for it.
    again = call(owner, "save_process", yaml=workflow(do="Another way."))
    assert (again["created"], again["reviewed"], again["version"]) == (False, True, 2)
    assert call(host, "get_workflow", name="hotfix")["process"]["version"] == 2


def test_the_owner_saving_what_a_host_saved_approves_it(host: Engine, owner: Engine) -> None:
    call(host, "save_process", yaml=workflow())
    saved = call(owner, "save_process", yaml=workflow())
    assert (saved["created"], saved["reviewed"]) == (False, True)
    assert call(host, "get_workflow", name="hotfix")["process"]["reviewed"] is True


def test_a_retired_name_stays_out_of_use_until_the_owner_brings_it_back(
    host: Engine, owner: Engine
) -> None:
    call(owner, "save_process", yaml=workflow())
    decide(owner, "retire", "hotfix")
    call(host, "save_process", yaml=workflow(do="Back again."))
    with pytest.raises(ProcessUnknown, match="no such process") as refused:
        call(host, "get_workflow", name="hotfix")
    assert "retired" in refused.value.hint
    assert call(host, "get_workflow", name="hotfix", version=1)["process"]["retired"] is True
    assert call(host, "match_process", task="hotfix")["matches"] == []
    assert call(host, "list_processes")["processes"] == []
    every = call(host, "list_processes", include_versions=True)["processes"]
    assert [(each["version"], each["retired"]) for each in every] == [(1, True), (2, True)]
    with pytest.raises(ProcessUnknown):
        asked(host, "prompt", "hotfix", "")
    decide(owner, "approve", "hotfix", 2)
    assert call(host, "get_workflow", name="hotfix")["process"]["version"] == 2


def test_a_host_neither_approves_nor_retires(host: Engine) -> None:
    call(host, "save_process", yaml=workflow())
    with host.store.write() as session, pytest.raises(PermissionError):
        host.processes.approve(session, "hotfix", 1)
    with host.store.write() as session, pytest.raises(PermissionError):
        host.processes.retire(session, "hotfix")


def test_a_name_is_of_one_kind_and_the_problem_has_its_place(host: Engine) -> None:
    call(host, "save_process", yaml=workflow())
    with pytest.raises(ProcessInvalid) as refused:
        call(host, "save_process", yaml=skill("hotfix"))
    [problem] = refused.value.details["problems"]
    assert problem == {
        "path": "/kind",
        "line": 1,
        "column": 7,
        "rule": "name_taken",
        "message": "The name is taken by a workflow: choose another one.",
    }


def test_nothing_invalid_is_stored_and_every_problem_comes_at_once(host: Engine) -> None:
    broken = workflow().replace("title: Ship a hotfix\n", "phases: []\n").replace("owner", "me")
    with pytest.raises(ProcessInvalid) as refused:
        call(host, "save_process", yaml=broken)
    problems = refused.value.details["problems"]
    assert {problem["path"] for problem in problems} == {"/title", "/phases", "/steps/1/gate"}
    assert all(problem["line"] and problem["column"] for problem in problems)
    assert call(host, "list_processes", include_versions=True)["processes"] == []
    for yaml, error in (("  \n", ContentEmpty), ("a" * 65_537, ContentTooLarge)):
        with pytest.raises(error):
            call(host, "save_process", yaml=yaml)
    with pytest.raises(ProcessInvalid, match="The process is not valid: line 2, name: "):
        call(host, "save_process", yaml=workflow("myelin-loop"))


def test_each_tool_reads_its_kinds_and_names_the_other_tool(host: Engine) -> None:
    for yaml in (workflow(), skill("style"), loop("rounds")):
        call(host, "save_process", yaml=yaml)
    assert call(host, "get_workflow", name="rounds")["process"]["max_iterations"] == 3
    assert call(host, "get_skill", name="style")["process"]["guidance"] == "Do it well."
    with pytest.raises(ProcessUnknown) as refused:
        call(host, "get_skill", name="hotfix")
    assert "get_workflow" in refused.value.hint
    with pytest.raises(ProcessUnknown) as refused:
        call(host, "get_workflow", name="style")
    assert "get_skill" in refused.value.hint
    with pytest.raises(ProcessUnknown) as refused:
        call(host, "get_workflow", name="hotfx")
    assert refused.value.hint == "Did you mean hotfix?"
    with pytest.raises(ProcessUnknown) as refused:
        call(host, "get_workflow", name="hotfix", version=9)
    assert refused.value.hint == "It has versions 1 to 1."


def test_matches_are_ordered_by_score_then_longest_trigger_then_name(host: Engine) -> None:
    for name, triggers in (
        ("one", "release"),
        ("both", "release, cut a release"),
        ("also", "release"),
        ("cpp", "c++, .net, ci/cd"),
    ):
        call(host, "save_process", yaml=workflow(name, triggers=triggers))
    matches = call(host, "match_process", task="Cut a release, not the latest test")["matches"]
    assert [(each["name"], each["score"]) for each in matches] == [
        ("both", 3),
        ("also", 1),
        ("one", 1),
    ]
    assert matches[0]["matched"] == [
        {"trigger": "cut a release", "score": 2},
        {"trigger": "release", "score": 1},
    ]
    assert len(call(host, "match_process", task="release", limit=1)["matches"]) == 1
    assert call(host, "match_process", task="release", kinds=["skill"])["matches"] == []
    [found] = call(host, "match_process", task="port the C++ and .NET parts, ci/cd too")["matches"]
    assert (found["name"], found["score"]) == ("cpp", 3)


def test_without_a_trigger_words_of_title_and_summary_match_and_the_answer_says_so(
    host: Engine, owner: Engine
) -> None:
    yaml = skill("pptx").replace("How to do it.", "Make slide decks and presentations.")
    call(owner, "save_process", yaml=yaml)
    call(owner, "save_process", yaml=workflow())
    answer = call(host, "match_process", task="create a powerpoint slide deck")
    (found,) = answer["matches"]
    assert (found["name"], found["score"], found["matched"]) == ("pptx", 0, [])
    assert set(found["words"]) == {"slide", "deck"}
    assert "only words" in answer["note"]
    # A trigger counts more than any number of words.
    answer = call(host, "match_process", task="hotfix the slide decks of presentations")
    assert [each["name"] for each in answer["matches"]] == ["hotfix", "pptx"]
    assert "note" not in call(host, "match_process", task="hotfix")


def test_what_another_engine_saves_is_matched_at_once(host: Engine, owner: Engine) -> None:
    assert call(host, "match_process", task="hotfix")["matches"] == []
    before = asked(host, "revision")
    call(owner, "save_process", yaml=workflow())
    assert len(call(host, "match_process", task="hotfix")["matches"]) == 1
    assert asked(host, "revision") != before


def test_prompts_are_the_loop_and_the_workflows_and_a_list_quotes_no_unreviewed_text(
    host: Engine, owner: Engine
) -> None:
    call(owner, "save_process", yaml=workflow())
    call(host, "save_process", yaml=workflow("canary").replace("From a fault", "CANARY"))
    call(host, "save_process", yaml=loop("rounds"))
    listed = asked(host, "prompts")
    canary, rounds = (
        call(host, tool, name=name)["process"]["id"]
        for tool, name in (("get_workflow", "canary"), ("get_workflow", "rounds"))
    )
    assert [each["name"] for each in listed] == ["myelin-loop", canary, "hotfix"]
    assert "CANARY" not in str(listed)
    assert "canary" not in str(listed)
    assert "From a fault to a fix." in str(listed)
    text = asked(host, "prompt", canary, "")
    assert text.startswith("The owner has not reviewed this version.")
    assert text == asked(host, "prompt", "canary", "")
    around = asked(host, "prompt", "myelin-loop", "")
    assert f"`{rounds}` (not reviewed by the owner)" in around
    assert "`rounds`" not in around


def test_a_reviewed_process_comes_before_one_that_a_host_stuffed_with_triggers(
    host: Engine, owner: Engine
) -> None:
    stuffed = [f"fix {word}" for word in ("it", "this", "now", "fast", "well")]
    call(
        host,
        "save_process",
        yaml=workflow("aaa").replace("[hotfix]", f"[hotfix, {', '.join(stuffed)}]"),
    )
    call(owner, "save_process", yaml=workflow())
    matches = call(host, "match_process", task="hotfix: fix it, fix this, fix now")["matches"]
    assert [(each["name"], each["reviewed"]) for each in matches] == [
        ("hotfix", True),
        ("aaa", False),
    ]
    assert matches[1]["score"] > matches[0]["score"]


def test_a_prompt_takes_its_task_as_plain_text_and_inlines_nothing(owner: Engine) -> None:
    call(owner, "save_process", yaml=workflow())
    text = asked(owner, "prompt", "hotfix", "{0} %s {task} $x")
    assert text.endswith("Task: {0} %s {task} $x")
    assert "- mem_0123" in text
    assert "Stop here until a person agrees." in text
    assert "Task" not in asked(owner, "prompt", "hotfix", "  ")


def test_a_diff_compares_two_versions(owner: Engine) -> None:
    for do in ("One.", "Two.", "Three."):
        call(owner, "save_process", yaml=workflow(do=do))
    latest = asked(owner, "diff", "hotfix", None, None)
    assert (latest["from"], latest["to"]) == (2, 3)
    assert latest["diff"].startswith("--- hotfix@2\n+++ hotfix@3\n")
    assert asked(owner, "diff", "hotfix", 3, 1)["diff"].count("One.") == 1
    for versions in ((None, 1), (1, 9), (9, 1)):
        with pytest.raises(ProcessUnknown, match="no such process"):
            asked(owner, "diff", "hotfix", *versions)


def test_the_registry_is_the_same_after_it_is_opened_again(brain: TemporaryBrain) -> None:
    engine = brain.open()
    FIXTURES["starter_pack"](engine)
    call(engine, "save_process", yaml=workflow(triggers="release"))
    before = call(engine, "list_processes", include_versions=True)
    matched = call(engine, "match_process", task="release")
    engine.store.compact()
    engine.store.close()
    again = brain.open(readonly=True)
    assert call(again, "list_processes", include_versions=True) == before
    assert call(again, "match_process", task="release") == matched
    assert again.store.check() == []
    again.store.close()


def test_a_list_comes_in_pages_without_triggers(host: Engine, owner: Engine) -> None:
    names = [f"hotfix-{number}" for number in range(5)]
    for name in names:
        call(owner, "save_process", yaml=workflow(name))
        call(owner, "save_process", yaml=workflow(name, do="Otherwise."))
    for given, expected in (
        ({}, [(name, 2) for name in names]),
        ({"include_versions": True}, [(name, version) for name in names for version in (1, 2)]),
    ):
        seen, cursor = [], None
        while True:
            page = call(host, "list_processes", limit=2, cursor=cursor, **given)
            assert all("triggers" not in each for each in page["processes"])
            seen += [(each["name"], each["version"]) for each in page["processes"]]
            assert page.get("omitted_count", 0) == len(expected) - len(seen)
            cursor = page.get("next_cursor")
            if cursor is None:
                break
        assert seen == expected


@pytest.mark.parametrize("cursor", ["x", "@", "@1", "x@y", "mem_7f2a"])
def test_a_cursor_that_no_list_returned_is_refused(host: Engine, cursor: str) -> None:
    with pytest.raises(ArgumentInvalid, match="cursor is not a cursor"):
        call(host, "list_processes", cursor=cursor)


def test_the_files_of_a_skill_are_served_by_name_with_the_version_that_they_came_with(
    owner: Engine, host: Engine
) -> None:
    def imported(files: dict[str, str]) -> dict[str, Any]:
        marks = "".join(f'#+ {digest} "{path}"\n' for path, digest in digests(files).items())
        args = SaveProcessArgs(yaml=marks + skill("tidy"))
        return dispatch.run(
            owner,
            "write",
            lambda session: owner.processes.import_skill(session, args, files),
            decision=DECIDED,
        )

    assert imported({"scripts/a.py": "one\n", "notes.md": "é"})["version"] == 1
    assert imported({"scripts/a.py": "two\n"})["version"] == 2
    got = call(host, "get_skill", name="tidy")
    assert got["files"] == [{"path": "scripts/a.py", "bytes": 4}]
    assert "content" not in got
    assert call(host, "get_skill", name="tidy", file="scripts/a.py")["content"] == "two\n"
    first = call(host, "get_skill", name="tidy", version=1, file="scripts/a.py")
    assert first["content"] == "one\n"
    assert [each["bytes"] for each in first["files"]] == [2, 4]
    with pytest.raises(ProcessUnknown) as refused:
        call(host, "get_skill", name="tidy", file="../../etc/passwd")
    assert "scripts/a.py" in refused.value.hint
