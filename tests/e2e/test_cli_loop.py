"""Preferences and proposals as a person and an agent's shell use them."""

import base64
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.cli_shell import Shell, new_shell

AGENT = {"CLAUDECODE": "1"}
WORKFLOW = """kind: workflow
name: migration
title: Migrate
summary: Move data.
triggers: [migration]
steps:
  - {id: dump, do: Dump it.}
"""


@pytest.fixture(scope="module")
def new_brain(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    shell = new_shell(tmp_path_factory.mktemp("new"))
    assert shell.run("init").code == 0
    return shell


@pytest.fixture
def brain(new_brain: Shell, tmp_path: Path) -> Shell:
    return new_brain.copy(tmp_path)


def agent(shell: Shell) -> Shell:
    return Shell(shell.home, shell.cwd, AGENT)


def raised(shell: Shell) -> str:
    """Log three successes and return the id of the workflow that they propose."""
    words = ["--task-kind", "migration", "--outcome", "success", "--summary", "It went well."]
    for _ in range(3):
        answer = agent(shell).json("outcome", "log", "Move it", *words, "--signal", "verification")
    (proposal,) = answer["proposals"]
    return str(proposal["id"])


def held(shell: Shell) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in shell.json("prefs", "list")["preferences"]}


def test_what_the_owner_sets_stands_and_is_shown_with_its_history(brain: Shell) -> None:
    assert brain.run("prefs", "set", "--unattended", "style.quotes", "single").code == 0
    assert brain.json("prefs", "set", "--unattended", "style.quotes", "double")["superseded"]
    refused = agent(brain).run(
        "prefs",
        "set",
        "--unattended",
        "style.quotes",
        "none",
        "--statement",
        "Never use quotes.",
        "--json",
    )
    assert refused.code == 3
    assert refused.document["error"]["code"] == "owner_value_stands"
    shown = brain.json("prefs", "show", "style.quotes")
    assert shown["preference"]["value"] == "double"
    assert [one["value"] for one in shown["history"]] == ["single", "double"]
    (proposal,) = brain.json("proposals", "list")["proposals"]
    assert proposal["kind"] == "revise_preference"
    assert brain.run("prefs", "unset", "--unattended", "style.quotes").code == 0
    assert held(brain) == {}
    assert brain.run("prefs", "unset", "--unattended", "style.quotes").code == 1


def test_an_agents_claim_needs_words_that_last_and_is_marked(brain: Shell) -> None:
    bare = agent(brain).run("prefs", "set", "--unattended", "style.quotes", "single")
    assert bare.code in (2, 3)
    words = ["--statement", "From now on use single quotes."]
    assert (
        agent(brain).run("prefs", "set", "--unattended", "style.quotes", "single", *words).code == 0
    )
    assert held(brain)["style.quotes"]["claimed"]
    listed = brain.run("prefs", "list").output
    assert "claimed" in listed
    with_session = brain.json("prefs", "list", "--session", "style.quotes=double")
    assert with_session["preferences"][0]["hides"] == [{"source": "project", "value": "single"}]


def test_a_protected_key_needs_a_person_or_the_word_that_there_is_none(brain: Shell) -> None:
    words = ["prefs", "set", "gates.release", "owner"]
    assert agent(brain).run(*words, "--statement", "Always.").code == 3
    assert brain.run(*words).code == 3
    assert held(brain) == {}
    declined = brain.on_terminal(*words, typed="n\n")
    assert declined.code == 3
    answered = brain.on_terminal(*words, typed="y\n")
    assert answered.code == 0
    assert "constants" in answered.output
    assert held(brain)["gates.release"]["value"] == "owner"


def test_the_users_own_brain_is_made_on_first_need_with_a_key_of_its_own(
    brain: Shell, tmp_path: Path
) -> None:
    assert not (brain.home / ".myelin" / "meta").exists()
    ran = brain.run("prefs", "set", "--unattended", "answer.language", "German", "--meta", "--json")
    assert ran.code == 0
    assert ran.document["brain"]["kind"] == "meta"
    meta = brain.home / ".myelin" / "meta"
    assert (meta / "meta.myl").exists()
    assert (meta.stat().st_mode & 0o777, meta.parent.stat().st_mode & 0o777) == (0o700, 0o700)
    assert len(list((brain.home / ".myelin" / "keys").glob("brn_*.key"))) == 2
    assert held(brain)["answer.language"]["source"] == "meta"
    assert brain.run("prefs", "set", "--unattended", "answer.language", "French").code == 0
    found = held(brain)["answer.language"]
    assert (found["value"], found["hides"]) == ("French", [{"source": "meta", "value": "German"}])
    other = Shell(brain.home, tmp_path / "other")
    other.cwd.mkdir()
    assert other.run("init").code == 0
    assert held(other)["answer.language"]["value"] == "German"
    assert agent(other).run("prefs", "set", "--unattended", "a.b", "c", "--meta").code == 3
    assert other.run("prefs", "unset", "--unattended", "answer.language", "--meta").code == 0
    assert held(other) == {}


def test_init_meta_makes_the_users_own_brain_once(tmp_path: Path) -> None:
    shell = new_shell(tmp_path)
    made = shell.json("init", "--meta")
    assert (made["brain"]["kind"], made["seeded"]) == ("meta", {})
    assert shell.run("init", "--meta").code == 1
    shown = shell.run("init", "--meta", "--json").document
    assert shown["error"]["code"] == "brain_exists"


def test_no_server_serves_the_users_own_brain(brain: Shell) -> None:
    brain.json("init", "--meta")
    data = str(brain.home / ".myelin" / "meta")
    ran = brain.run("prefs", "list", "--data", data, "--name", "meta", "--json")
    assert ran.document["brain"]["kind"] == "meta"
    words = ["prefs", "set", "a.b", "c", "--statement", "Always.", "--data", data]
    refused = agent(brain).run(*words, "--name", "meta", "--json")
    assert refused.document["error"]["code"] == "path_refused"


def test_where_the_users_own_key_is_missing_the_answer_says_so(brain: Shell) -> None:
    brain.json("prefs", "set", "--unattended", "answer.language", "German", "--meta")
    project = brain.json("which")
    meta_id = brain.json("prefs", "show", "answer.language", "--meta")["brain"]["id"]
    (brain.home / ".myelin" / "keys" / f"{meta_id}.key").unlink()
    assert project["exists"]
    assert "key_required" in brain.json("prefs", "list")["note"]


def test_a_person_accepts_with_a_body_and_nobody_else_does(brain: Shell) -> None:
    known = raised(brain)
    body = brain.cwd / "migration.yaml"
    body.write_text(WORKFLOW, "utf-8")
    words = ["proposals", "accept", known, "--body", "migration.yaml"]
    assert agent(brain).run(*words, "--unattended").code == 3
    assert agent(brain).run("proposals", "reject", known, "--unattended").code == 3
    assert brain.run(*words).code == 3
    assert brain.run(*words, stdin=b"y\n").code == 3
    declined = brain.on_terminal(*words, typed="n\n")
    assert declined.code == 3
    accepted = brain.on_terminal(*words, typed="y\n")
    assert accepted.code == 0, accepted.output
    for shown in (
        "Seen in 3 outcomes",
        "host (Claude Code), claimed",
        "It went well.",
        "Dump it.",
        "Accepting saves the workflow or loop",
        "sha256",
    ):
        assert shown in accepted.output
    (proposal,) = brain.json("proposals", "list", "--state", "accepted")["proposals"]
    assert proposal["decided_by"] == "person"
    assert brain.json("process", "show", "migration")["process"]["reviewed"]
    assert any(f"before {known}" in one["name"] for one in snapshots(brain))
    again = brain.run(*words, "--unattended")
    assert again.code == 1
    assert "accepted already" in again.remarks


def snapshots(shell: Shell) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = shell.json("snapshot", "list")["snapshots"]
    return listed


def test_what_nobody_at_a_terminal_decided_is_on_record(brain: Shell) -> None:
    known = raised(brain)
    assert brain.run("proposals", "reject", known, "--unattended").code == 0
    (proposal,) = brain.json("proposals", "list", "--state", "rejected")["proposals"]
    assert proposal["decided_by"] == "unattended"
    assert "unattended" in brain.run("proposals", "list", "--state", "rejected").output
    assert f"without a terminal: {known}" in brain.run("proposals", "list").remarks


def test_without_a_terminal_only_what_was_looked_at_is_accepted(brain: Shell) -> None:
    assert brain.run("process", "save", "--unattended", "-", stdin=WORKFLOW.encode()).code == 0
    agents = agent(brain)
    for version in (2, 3):
        text = WORKFLOW.replace("Dump it.", f"Dump it {version} times.")
        assert agents.run("process", "save", "--unattended", "-", stdin=text.encode()).code == 0
        if version == 2:
            (proposal,) = brain.json("proposals", "list")["proposals"]
            known = proposal["id"]
            seen = brain.json("proposals", "show", known)["sha256"]
    accept = ["proposals", "accept", known, "--unattended"]
    bare = brain.run(*accept)
    assert bare.code == 2
    assert "sha256" in bare.remarks
    outdated = brain.run(*accept, "--sha256", seen, "--json")
    assert outdated.document["error"]["code"] == "proposal_stale"
    now = brain.json("proposals", "show", known)
    assert "Dump it 3 times" in now["difference"]
    assert brain.run(*accept, "--sha256", now["sha256"]).code == 0
    assert "3 times" in brain.json("process", "show", "migration")["yaml"]


def test_a_stale_proposal_is_closed_only_when_a_person_says_so(brain: Shell) -> None:
    known = brain.json("remember", "The port is 22.", "--class", "fact")["memory"]["id"]
    misled = ["--used", f"{known}:harmful", "--outcome", "failure", "--task-kind", "k"]
    for _ in range(2):
        words = ["outcome", "log", "Try it", *misled, "--summary", "No.", "--signal", "feedback"]
        assert brain.run(*words).code == 0
    (proposal,) = brain.json("proposals", "list")["proposals"]
    assert brain.run("archive", known).code == 0
    words = ["proposals", "accept", proposal["id"]]
    assert brain.run(*words).code == 3
    declined = brain.on_terminal(*words, typed="n\n")
    assert declined.code == 3
    assert "can no longer be applied" in declined.output
    assert len(brain.json("proposals", "list")["proposals"]) == 1
    closed = brain.on_terminal(*words, typed="y\n")
    assert closed.code != 0
    assert "closed as stale" in closed.output
    (stale,) = brain.json("proposals", "list", "--state", "stale")["proposals"]
    assert stale["decided_by"] == "person"


def test_all_proposals_of_a_kind_are_turned_down_at_once(brain: Shell) -> None:
    for number in range(3):
        words = ["--task-kind", f"kind-{number}", "--outcome", "success", "--summary", "Well."]
        for _ in range(3):
            agent(brain).json("outcome", "log", "Do", *words, "--signal", "verification")
    reject = ["proposals", "reject", "--kind", "new_workflow", "--all"]
    assert brain.run("proposals", "reject").code == 2
    assert brain.run("proposals", "reject", "--kind", "new_workflow").code == 2
    assert brain.run("proposals", "reject", "--kind", "riddle", "--all").code == 2
    assert agent(brain).run(*reject, "--unattended").code == 3
    assert brain.run(*reject).code == 3
    answered = brain.on_terminal(*reject, typed="y\n")
    assert answered.code == 0, answered.output
    assert "kind-1" in answered.output
    assert "all 3" in answered.output
    assert brain.json("proposals", "list")["proposals"] == []
    assert len(brain.json("proposals", "list", "--state", "rejected")["proposals"]) == 3


def test_a_body_that_is_wrong_or_holds_a_secret_is_refused_before_anyone_is_asked(
    brain: Shell,
) -> None:
    known = raised(brain)
    body = brain.cwd / "b.yaml"
    seen = brain.json("proposals", "show", known)["sha256"]
    accept = ["proposals", "accept", known, "--body", "b.yaml", "--unattended", "--json"]
    accept += ["--sha256", seen]
    body.write_text("kind: workflow\n", "utf-8")
    assert brain.run(*accept).document["error"]["code"] == "process_invalid"
    token = "ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"
    body.write_text(WORKFLOW.replace("Dump it.", f"Use {token}."), "utf-8")
    refused = brain.run(*accept)
    assert refused.document["error"]["code"] == "secret_refused"
    assert token not in refused.output + refused.remarks
    assert brain.run("proposals", "accept", known, "--body", "none.yaml").code == 2
    assert len(brain.json("proposals", "list")["proposals"]) == 1


def test_an_editor_opens_on_what_was_seen_and_its_notes_are_not_saved(
    brain: Shell, tmp_path: Path
) -> None:
    known = raised(brain)
    seen, script = tmp_path / "seen", tmp_path / "editor"
    script.write_text(
        f"#!/bin/sh\ncat $1 > {seen}; env > {seen}.env\n"
        f"sed -i 's/^title:.*/title: T/; s/^summary:.*/summary: S/; s/{{id: , do: }}/"
        "{id: a, do: B.}/' $1\n",
        "utf-8",
    )
    script.chmod(0o700)
    [kept] = brain.home.rglob("*.key")
    key = base64.b64encode(kept.read_bytes()).decode()
    shell = Shell(brain.home, brain.cwd, {"EDITOR": str(script), "MYELIN_KEY": key})
    ran = shell.on_terminal("proposals", "accept", known, typed="y\n")
    assert ran.code == 0, ran.output
    scaffold = seen.read_text("utf-8")
    assert "#|   " in scaffold
    assert "said: It went well." in scaffold
    passed_on = seen.with_suffix(".env").read_text("utf-8")
    assert "EDITOR=" in passed_on
    assert "MYELIN_KEY" not in passed_on
    assert key not in passed_on
    yaml = brain.json("process", "show", "migration")["yaml"]
    assert yaml.startswith("kind: workflow")
    assert "#|" not in yaml


def test_what_the_loop_learned_is_a_table_with_bars_and_a_document(brain: Shell) -> None:
    raised(brain)
    shown = brain.run("stats", "--outcomes")
    assert shown.code == 0
    assert "██████████" in shown.output
    assert "migration" in shown.output
    learned = brain.json("stats", "--outcomes")
    (kind,) = learned["by_task_kind"]
    assert (kind["task_kind"], kind["total"], kind["rate"]) == ("migration", 3, 1.0)
    assert kind["weeks"][-1] == {"total": 3, "success": 3}
    assert learned["proposals"]["open"] == 1


def test_a_link_is_withdrawn_by_a_person_and_by_no_agent(brain: Shell) -> None:
    ids = [
        brain.json("remember", f"The port is {port}.", "--class", "fact")["memory"]["id"]
        for port in (22, 23)
    ]
    assert brain.run("link", *ids, "contradicts").code == 0
    assert agent(brain).run("unlink", *ids, "contradicts").code == 3
    assert brain.run("unlink", *ids, "supports").code == 1
    withdrawn = brain.run("unlink", *ids, "contradicts")
    assert withdrawn.code == 0
    assert "is withdrawn" in withdrawn.output
    assert brain.json("show", ids[0])["links"] == []
    happened = [row["what"].split(" mem_")[0] for row in rows_of_the_log(brain)]
    assert happened[:2] == ["withdrawn: contradicts", "contradicts"]


def rows_of_the_log(shell: Shell) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = shell.json("log")["entries"]
    return [row for entry in entries for row in entry.get("rows", ())]
