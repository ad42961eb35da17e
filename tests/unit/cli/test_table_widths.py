"""In a table nothing that decides shrinks or vanishes: long cells fold, in any width."""

import io
from typing import Any

import pytest

from myelin.cli import console
from myelin.cli.console import Part, Table
from myelin.cli.render import adaptation, memory, preferences, registry

LONG = "a long text that goes on and on, " * 8 + "END"
ID = "mem_0123456789ab"
PREFERENCES = {
    "preferences": [
        {
            "key": "git.force_push.on_shared_branches",
            "value": "never  project",
            "source": "project",
            "claimed": True,
            "hides": [{"source": "meta", "value": "always " * 30 + "END"}],
        }
    ]
}
MEMORIES = {
    "memories": [
        {
            "id": ID,
            "class": "convention",
            "trust": 0.5,
            "recorded_at": "2026-03-01T12:00:00.000Z",
            "superseded_at": "2026-03-02T12:00:00.000Z",
            "tier": "normal",
            "origin": "host",
            "actor": "an agent with a name of sixty-four bytes, which is the most END",
            "content": LONG,
        }
    ]
}
PROPOSALS = {
    "proposals": [
        {
            "id": "prp_0123456789ab",
            "kind": "promote_to_core",
            "target": ID,
            "state": "accepted",
            "decided_by": "unattended",
            "reason": LONG,
        }
    ]
}
VERSION = {"name": "n" * 63, "kind": "workflow", "version": 12, "reviewed": False, "title": LONG}
PROCESSES = {"processes": [VERSION]}
STANDARDS = {"standards": [VERSION | {"rules": 3, "risks": 200}]}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, parts: list[Part], width: int) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    console.show(stream, *parts)
    return stream.getvalue().split("\n")


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize(
    ("parts", "decisive"),
    [
        (preferences.listed(PREFERENCES), [PREFERENCES["preferences"][0]["key"], "claimed"]),
        (memory.listed(MEMORIES, 10**13), [ID, "superseded", "convention", "0.50"]),
        (adaptation.proposals(PROPOSALS), ["prp_0123456789ab", "unattended", "promote_to_core"]),
        (registry.processes(PROCESSES), ["not reviewed", "workflow", "12"]),
        (registry.standards(STANDARDS), ["not reviewed", "200 risks"]),
        ([Table(("RECORD", "TIME", "KIND", "WHAT"), [("7", "2026-03-01", "write", LONG)])], ["7"]),
    ],
)
def test_what_decides_is_whole_and_long_cells_fold(
    monkeypatch: pytest.MonkeyPatch, parts: list[Part], decisive: list[str], width: int
) -> None:
    lines = shown(monkeypatch, parts, width)
    assert max(map(len, lines)) <= width
    for word in decisive:
        if width >= 80:
            assert any(word in line for line in lines), (word, lines)
        else:
            assert word in "".join(lines) or word.split()[0] in "".join(lines)
    assert "END" in "".join(lines).replace(" ", "")
    assert "\u2026" not in "".join(lines)


def test_a_value_that_could_be_read_as_another_column_is_quoted() -> None:
    (table, *_) = preferences.listed(PREFERENCES)
    assert isinstance(table, Table)
    row: Any = table.rows[0]
    assert row[1] == '"never  project"'
    assert row[3].startswith('"always')
    plain = {"preferences": [PREFERENCES["preferences"][0] | {"value": "never", "hides": []}]}
    (table, *_) = preferences.listed(plain)
    assert isinstance(table, Table)
    assert table.rows[0][1] == "never"
