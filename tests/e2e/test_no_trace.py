"""What a memory says is in no file that the product leaves, nor in anything that it logs."""

import json
from pathlib import Path

import pytest

from myelin.surface.tools import TOOLS
from tests.e2e.mcp_wire import WireClient
from tests.e2e.served_brain import ServedBrain

WORD = "qzcanaryzq"
FIELDS = {
    "content": f"{WORD}content is what the memory says",
    "class": "fact",
    "subject": f"{WORD}subject",
    "tags": [f"{WORD}tag"],
    "aliases": [f"{WORD}alias"],
    "session": f"{WORD}session",
    "actor": f"{WORD}actor",
    "evidence_ref": f"{WORD}reference",
}

LEARNED = {
    "log_outcome": {
        "task": f"{WORD}task",
        "task_kind": f"{WORD}kind",
        "outcome": "success",
        "summary": f"{WORD}summary",
        "signal": "verification",
        "violations": [{"standard": f"{WORD}standard", "rule": f"{WORD}rule"}],
    },
    "set_preference": {
        "key": f"{WORD}.key",
        "value": f"{WORD}value",
        "statement": f"Always {WORD}words.",
    },
}


@pytest.fixture
def served(tmp_path: Path) -> ServedBrain:
    """A brain whose every folder, the temporary one included, lies in one place to search."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    folders = dict.fromkeys(("TMPDIR", "TEMP", "TMP", "SQLITE_TMPDIR"), str(temporary))
    brain = ServedBrain(tmp_path, {**folders, "PYTHONWARNINGS": "default"})
    brain.make()
    return brain


def provoke(client: WireClient, memory_id: str) -> None:
    """Make every tool fail in ways whose messages might quote what they were given."""
    for tool in TOOLS:
        for arguments in (
            {WORD: WORD},
            {"content": WORD, "class": WORD, "query": [WORD], "id": WORD, "from": WORD},
            {"id": f"mem_{WORD[:4]}", "from": memory_id, "to": memory_id, "type": "supports"},
        ):
            client.call(tool, arguments)
    client.write(f'{{"jsonrpc": "2.0", "{WORD}": \n'.encode())
    client.next_answer()


def test_a_canary_in_every_field_is_in_no_file_and_no_log(served: ServedBrain) -> None:
    with served.wire() as client:
        client.initialize()
        made = client.call("remember", FIELDS)["result"]["structuredContent"]["memory"]
        old = client.call("remember", {**FIELDS, "content": f"{WORD} was so before"})
        client.call(
            "remember",
            {
                **FIELDS,
                "content": f"{WORD} is so now",
                "supersedes": old["result"]["structuredContent"]["memory"]["id"],
            },
        )
        learned = [
            client.call(tool, {**arguments})["result"].get("isError", False)
            for tool, arguments in LEARNED.items()
        ]
        asked = client.call("promote_to_core", {"id": made["id"], "reason": f"{WORD} is needed"})
        assert [*learned, asked["result"].get("isError", False)] == [False] * 3
        found = client.call("recall", {"query": f"{WORD}content {WORD}tag what says"})
        assert made["id"] in json.dumps(found), "the canary must be there to be looked for"
        provoke(client, made["id"])
        client.end_input()
        assert client.wait() == 0
        logged = client.stderr
    with served.opened() as engine:
        assert engine.store.compact()
    files = [path for path in served.folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".myl" and path.parent != served.file.parent for path in files)
    holding = [path.name for path in files if WORD.encode() in path.read_bytes()]
    assert (holding, WORD.encode() in logged) == ([], False)
    assert [path.name for path in files if WORD in path.name] == []
    assert list((served.folder / "temporary").iterdir()) == []
