"""Every command as a person and a script use it: what it prints, what it ends with."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from myelin.contract import schema
from myelin.kernel.caller import LOCAL_HOST
from tests.e2e.cli_shell import Shell, bound_by_modes, new_shell

TOOL_OF = {
    "remember": "remember",
    "recall": "recall",
    "show": "get_memory",
    "list": "list_memories",
    "link": "link_memories",
}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return new_shell(tmp_path)


@pytest.fixture(scope="module")
def new_brain(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Return a shell with an empty brain that no test writes to."""
    shell = new_shell(tmp_path_factory.mktemp("new"))
    assert shell.run("init").code == 0
    return shell


@pytest.fixture
def brain(new_brain: Shell, tmp_path: Path) -> Shell:
    """Return a shell with an empty brain of its own."""
    return new_brain.copy(tmp_path)


def remember(shell: Shell, text: str, *words: str) -> str:
    """Return the id of a new memory."""
    memory_id: str = shell.json("remember", text, *words)["memory"]["id"]
    return memory_id


def test_what_one_process_remembers_another_recalls(brain: Shell) -> None:
    memory_id = remember(brain, "Deploys go out from the release branch.", "-c", "convention")
    ran = brain.run("recall", "which", "branch", "do", "deploys", "use")
    assert ran.code == 0
    assert memory_id in ran.output
    assert "trust 1.00" in ran.output
    assert "matched" in ran.output
    assert "Deploys go out from the release branch." in ran.output
    assert ran.remarks == ""


def test_a_recall_explains_what_each_part_of_a_score_adds(brain: Shell) -> None:
    known = remember(brain, "Deploys go out from the release branch.")
    [one] = brain.json("recall", "which", "branch", "do", "deploys", "use", "--explain")[
        "explained"
    ]
    assert one["id"] == known
    assert list(one["words"]) == ["branch", "deploys"]
    printed = brain.run("recall", "branch", "--explain").output
    assert "words" in printed
    assert "score" in printed
    assert brain.json("show", known)["memory"]["uses"] == 0


def test_every_document_of_a_tool_command_is_the_tool_s_own_result(brain: Shell) -> None:
    one = remember(brain, "The queue runs on PostgreSQL.", "-c", "decision", "-t", "queue")
    two = remember(
        brain, "The queue runs on Redis.", "-c", "decision", "--link", f"contradicts:{one}"
    )
    commands = [
        ["remember", "The cache is in memory.", "--alias", "caching", "--actor", "Ines"],
        ["recall", "queue"],
        ["show", one],
        ["list", "--limit", "2"],
        ["link", one, two, "relates_to"],
    ]
    for words in commands:
        document = brain.json(*words)
        jsonschema.validate(document, schema.published(TOOL_OF[words[0]])["output"])
        assert document["brain"]["name"] == "project"


def test_a_list_is_the_same_through_the_engine_and_on_the_command_line(brain: Shell) -> None:
    from myelin.brains.brain import find
    from myelin.config import load
    from myelin.engine import dispatch
    from myelin.surface.operations import OPERATIONS

    for text in ("one", "two", "three"):
        remember(brain, f"Note number {text}.", "--subject", f"note.{text}")
    engine = find(load(brain.environment, brain.cwd), brain.cwd).open(LOCAL_HOST)
    try:
        expected = dispatch.call(engine, OPERATIONS["list_memories"], {"limit": 2})
    finally:
        engine.store.close()

    def without_trust(result: dict[str, Any]) -> dict[str, Any]:
        # Trust falls from one millisecond to the next.
        memories = [{k: v for k, v in m.items() if k != "trust"} for m in result["memories"]]
        return {**result, "memories": memories}

    assert without_trust(brain.json("list", "--limit", "2")) == without_trust(expected)


def test_a_superseded_memory_is_only_in_the_history(brain: Shell) -> None:
    old = remember(brain, "The port is 22.", "-c", "fact", "--subject", "port")
    new = remember(
        brain, "The port is 49222.", "-c", "fact", "--subject", "port", "--supersedes", old
    )
    recalled = brain.run("recall", "the port is 22").output
    assert new in recalled
    assert old not in recalled
    shown = brain.run("show", new).output
    assert "superseded" in shown
    assert old in shown
    assert old in brain.run("list", "--include-superseded").output
    assert old not in brain.run("list").output


def test_contradicting_memories_are_marked_with_each_other(brain: Shell) -> None:
    one = remember(brain, "Retries: five.", "-c", "fact", "--subject", "retries")
    two = remember(brain, "Retries: eight.", "-c", "fact", "--subject", "retries")
    recalled = brain.run("recall", "retries").output
    assert f"! contradicts {one}" in recalled
    assert f"! contradicts {two}" in recalled


def test_a_text_can_come_from_standard_input_with_any_script(brain: Shell) -> None:
    text = "先回滚再查原因\nDeuxième ligne ☕\n"
    ran = brain.run("remember", "-", "--json", stdin=text.encode())
    assert ran.document["memory"]["content"] == text.removesuffix("\n")
    assert "先回滚再查原因" in brain.run("recall", "回滚").output


def test_flags_stand_before_or_after_the_command(brain: Shell, tmp_path: Path) -> None:
    data = str(brain.cwd / ".myelin")
    before = brain.run("--data", data, "--json", "list", at=tmp_path)
    after = brain.run("list", "--json", f"--data={data}", at=tmp_path)
    assert before.code == after.code == 0
    assert before.document == after.document


def test_a_program_that_reads_both_streams_gets_one_document(brain: Shell) -> None:
    memory_id = remember(brain, "Deploys stop at three.")
    ran = brain.run("recall", "deploys", "--as-of", "now", "--json")
    assert ran.document["memories"][0]["id"] == memory_id
    assert ran.remarks == ""


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["show", "mem_0000"], 1, "memory_unknown"),
        (["list", "--name", "other"], 1, "brain_unknown"),
        (["remember", "text", "--class", "rumour"], 2, "class_unknown"),
        (["remember", "  "], 2, "content_empty"),
        (["remember", "text", "--observed-at", "someday"], 2, "argument_invalid"),
        (["list", "--limit", "9999"], 2, "argument_invalid"),
        (["list", "--limit", "many"], 2, "argument_invalid"),
        (["list", "--no-such-flag"], 2, "argument_invalid"),
        (["recall"], 2, "argument_invalid"),
        (["no-such-command"], 2, "argument_invalid"),
        (["list", "--name", "Not A Name"], 2, "path_refused"),
        (["init"], 1, "brain_exists"),
        (["init", "--name", "two", "--default-sensitivity", "secret"], 2, "argument_invalid"),
    ],
)
def test_every_failure_has_its_exit_code_and_its_document(
    brain: Shell, words: list[str], code: int, error: str
) -> None:
    ran = brain.run(*words, "--json")
    assert (ran.code, ran.document["error"]["code"]) == (code, error)
    assert ran.remarks == ""
    told = brain.run(*words)
    assert (told.code, told.output) == (code, "")
    assert told.remarks.startswith("myelin: ")
    assert "Traceback" not in told.remarks
    assert not re.search(r"details|(^|\s)/[a-z]|list_memories|observed_at", told.remarks)


def test_a_failure_prints_nothing_on_standard_output_for_people(brain: Shell) -> None:
    ran = brain.run("show", "mem_0000")
    assert (ran.code, ran.output) == (1, "")
    assert "No memory of this brain has that id." in ran.remarks


def test_nothing_found_is_no_failure(brain: Shell) -> None:
    ran = brain.run("recall", "anything")
    assert ran.code == 0
    assert ran.output.startswith("Nothing was found.\n")


def test_a_credential_is_refused_and_not_repeated(brain: Shell) -> None:
    drawn = base64.b64encode(hashlib.sha512(b"made up").digest(), altchars=b"ab").decode()
    secret = "gh" + "p_" + drawn[:36]
    ran = brain.run("remember", f"The token is {secret}.")
    assert ran.code == 3
    assert secret not in ran.remarks
    assert brain.json("list")["total"] == 0


def test_what_is_no_text_or_too_much_of_it_is_refused(brain: Shell) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "myelin", "remember", b"caf\xe9", "--json"],
        cwd=brain.cwd,
        env=brain.environment,
        capture_output=True,
    )
    assert ran.returncode == 2
    assert json.loads(ran.stdout)["error"]["code"] == "argument_invalid"
    assert brain.run("remember", "-", stdin=b"caf\xe9").code == 2
    assert brain.run("remember", "-", stdin=b"x" * 20_000).code == 2
    assert brain.run("remember", "-", stdin=b"x" * 3_000_000).code == 2
    assert brain.json("list")["total"] == 0


def test_usage_is_one_line_of_what_is_wrong_and_one_of_how_to_use_it(brain: Shell) -> None:
    lines = brain.run("show").remarks.strip().split("\n")
    assert len(lines) == 2
    assert lines[1].startswith("Usage: myelin show")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("link a b likes", "argument FROM must be the id of a memory, such as mem_7f2a"),
        ("remember x --link likes:mem_7f2a", "--link must be one of: contradicts"),
        ("remember --class", "--class needs a value."),
        ("list --all=3", "--all takes no value."),
        ("list --limti 3", "There is no flag --limti here. Did you mean --limit?"),
        ("list --limit many", "--limit must be a whole number."),
        ("show a b", "show takes no more words: b"),
        ("serach x", "There is no command serach. Did you mean search?"),
        ("core ad x", "There is no command core ad. Did you mean core add?"),
        ("validate x", "--standard or --standard-file: give one of the two."),
        ("process show nope", "Use a name from `myelin process list`."),
        ("outcome log x --task-kind a --outcome won --summary s", "--outcome must be one of: succ"),
        ("process export bug-fix", "argument PROCESS is a workflow: only a skill can be exported"),
    ],
)
def test_an_error_speaks_of_what_was_typed(brain: Shell, words: str, said: str) -> None:
    ran = brain.run(*words.split())
    assert ran.code in (1, 2)
    assert said in ran.remarks
    as_json = brain.run("--json", *words.split()).document["error"]
    assert said in as_json["message"] + as_json["hint"] or "problems" in as_json["message"]


def test_without_arguments_the_help_is_shown(shell: Shell) -> None:
    ran = shell.run()
    assert ran.code == 0
    assert "remember" in ran.output


def test_a_reader_that_has_left_ends_the_command_quietly(brain: Shell) -> None:
    command = f"{sys.executable} -m myelin stats | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(
        ["bash", "-c", command], cwd=brain.cwd, env=brain.environment, capture_output=True
    )
    assert (ran.returncode, ran.stderr) == (1, b"")


def test_text_that_reorders_a_line_is_shown_as_codes_and_kept_in_the_document(
    brain: Shell,
) -> None:
    text = "safe \u202egnp.exe\u2069 tag\U000e0041"
    memory_id = remember(brain, text)
    for ran in (brain.run("show", memory_id), brain.on_terminal("show", memory_id)):
        assert "\u202e" not in ran.output
        assert "\\u202egnp.exe\\u2069 tag\\U000e0041" in ran.output
    document = brain.run("show", memory_id, "--json")
    assert document.document["memory"]["content"] == text
    assert "\u202e" not in document.output


def test_a_terminal_gets_a_table_and_a_pipe_plain_lines(brain: Shell) -> None:
    memory_id = remember(brain, "A note about deploys. " * 20)
    piped = brain.run("list").output
    assert piped.split("\t")[0] == memory_id
    assert "\x1b" not in piped
    shown = brain.on_terminal("list").output
    assert "CONTENT" in shown
    # Nothing is cut: a long cell goes on below.
    assert memory_id in shown
    assert "…" not in shown
    assert shown.count("deploys") > 1


def test_archiving_and_taking_back_moves_the_tier(brain: Shell) -> None:
    memory_id = remember(brain, "An old note.")
    assert brain.json("archive", memory_id)["memory"]["tier"] == "archive"
    assert brain.json("unarchive", memory_id)["memory"]["tier"] == "normal"


def test_stats_count_what_is_there(brain: Shell) -> None:
    remember(brain, "An old note.", "-c", "lesson")
    document = brain.json("stats")
    assert document["live"] == 1
    assert document["by_class"]["lesson"] == 1
    assert "lesson" in brain.run("stats").output


def test_a_brain_that_can_only_be_read_says_so_first_and_still_answers(brain: Shell) -> None:
    memory_id = remember(brain, "An old note.")
    brain.prefix = bound_by_modes()
    (brain.cwd / ".myelin").chmod(0o500)
    for lock in (brain.cwd / ".myelin").glob("*.myl*"):
        lock.chmod(0o400)
    assert brain.run("stats").output.startswith("read-only: ")
    assert not brain.json("stats")["writable"]
    assert memory_id in brain.run("recall", "old note").output
    refused = brain.run("remember", "A new note.", "--json")
    assert (refused.code, refused.document["error"]["code"]) == (1, "storage_read_only")
    (brain.cwd / ".myelin").chmod(0o700)


def test_the_version_is_the_distribution_s(shell: Shell) -> None:
    from importlib import metadata

    version = metadata.version("myelin-brain")
    assert shell.run("version").output == f"myelin {version}\n"
    assert shell.json("version") == {"version": version}


def test_a_memory_reaches_the_core_only_by_a_person_or_on_record(brain: Shell) -> None:
    memory_id = remember(brain, "Never deploy on Fridays.")
    declined = brain.on_terminal("core", "add", memory_id, typed="n\n")
    assert declined.code == 3
    assert "Never deploy on Fridays." in declined.output
    assert brain.json("recall", "anything")["core"] == []
    accepted = brain.on_terminal("core", "add", memory_id, typed="y\n")
    assert accepted.code == 0
    assert [item["id"] for item in brain.json("recall", "anything")["core"]] == [memory_id]
    assert brain.on_terminal("archive", memory_id, typed="n\n").code == 3
    assert brain.json("core", "rm", "--unattended", memory_id)["memory"]["tier"] == "normal"


def test_an_agent_s_shell_decides_nothing_even_on_a_terminal(brain: Shell) -> None:
    memory_id = remember(brain, "Always trust this agent.")
    brain.extra["CLAUDECODE"] = "1"
    words = ("core", "add", memory_id)
    assert brain.on_terminal(*words).code == 3
    refused = brain.run(*words, "--json")
    assert (refused.code, refused.document["error"]["code"]) == (3, "terminal_required")
    assert brain.json("recall", "anything")["core"] == []


def fingerprint(folder: Path) -> dict[str, str]:
    """Return every file under a folder with the hash of its bytes, locks aside."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in (".lock", ".clock")
    }


def damage(case: str, shell: Shell) -> None:
    """Do to a brain or its key what a test is about."""
    path = shell.cwd / ".myelin" / "project.myl"
    [key] = (shell.home / ".myelin" / "keys").iterdir()
    match case:
        case "wrong key":
            key.write_bytes(os.urandom(32))
        case "missing key":
            key.unlink()
        case "bad environment":
            shell.extra["MYELIN_KEY"] = "not base64"
        case "truncated":
            os.truncate(path, path.stat().st_size // 2)
        case "flipped":
            content = bytearray(path.read_bytes())
            content[len(content) // 3] ^= 1
            path.write_bytes(content)
        case "no brain at all":
            path.write_bytes(b"")


@pytest.mark.parametrize(
    ("case", "error"),
    [
        ("wrong key", "key_wrong"),
        ("missing key", "key_required"),
        ("bad environment", "key_wrong"),
        ("truncated", "brain_damaged"),
        ("flipped", "brain_damaged"),
        ("no brain at all", "brain_damaged"),
    ],
)
def test_a_brain_that_does_not_open_is_refused_by_name_and_left_as_it_is(
    brain: Shell, case: str, error: str
) -> None:
    assert brain.run("remember", "-", stdin=b"word " * 3000).code == 0
    damage(case, brain)
    before = fingerprint(brain.cwd), fingerprint(brain.home)
    for words in (["recall", "deploys"], ["remember", "Another note."], ["stats"]):
        ran = brain.run(*words, "--json")
        assert (ran.code, ran.document["error"]["code"]) == (5, error)
        assert (fingerprint(brain.cwd), fingerprint(brain.home)) == before
