"""The scaffold of a proposal's document: its evidence as notes, and the document so far."""

from collections.abc import Mapping
from typing import Any

from myelin.cli import editor
from myelin.engine.engine import Engine

_SEEN_MAX = 20
_TEXT_CHARS_MAX = 200


def text(engine: Engine, shown: Mapping[str, Any]) -> str:
    """Return what the editor opens on: what was seen, as notes, and the document so far."""
    from myelin.engine import dispatch

    proposal = shown["proposal"]
    notes = [
        f"{proposal['id']}: {proposal['kind']} for {proposal['target']}",
        proposal["reason"],
        "Lines that begin like this one are left out. An unchanged or empty file saves nothing.",
        "Seen:",
    ]
    for seen in shown["evidence"][-_SEEN_MAX:]:
        claimed = ", claimed" if seen["claimed"] else ""
        notes.append(f"  {seen['recorded_at']} {seen['outcome']} ({seen['signal']}{claimed})")
        notes.append(f"    task: {_one_line(seen['task'])}")
        notes.append(f"    said: {_one_line(seen['summary'])}")
    notes += [f"There already: {each['kind']} {each['name']}" for each in shown["duplicates"]]
    made = dispatch.run(engine, "read", lambda s: engine.adaptation.scaffold(s, proposal["id"]))
    if made["note"]:
        notes.append(made["note"])
    return editor.notes(notes) + str(made["document"])


def _one_line(given: str) -> str:
    return " ".join(given.split())[:_TEXT_CHARS_MAX]
