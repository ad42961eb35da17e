"""The scaffold of a proposal's document: its evidence as notes, and the document so far."""

from collections.abc import Mapping
from typing import Any

from myelin.cli.editor import NOTE
from myelin.cli.escape import escape_line
from myelin.engine.engine import Engine

_SEEN_MAX = 20
_TEXT_CHARS_MAX = 200


def text(engine: Engine, shown: Mapping[str, Any]) -> str:
    """Return what the editor opens on: what was seen, as notes, and the document so far."""
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
    commented = "".join(f"{NOTE}{escape_line(note)}\n" for note in notes)
    return commented + _document(engine, proposal["kind"], proposal["target"])


def _document(engine: Engine, kind: str, target: str) -> str:
    from myelin.engine import dispatch

    if kind == "revise_process":
        name, _, version = target.rpartition("@")
        shown = dispatch.run(engine, "read", lambda s: engine.processes.show(s, name, int(version)))
        return str(shown["yaml"])
    if kind == "new_rule":
        standard, _, rule = target.partition("/")
        known = dispatch.run(
            engine,
            "read",
            lambda s: {"names": [one["name"] for one in engine.quality.summaries(s)["standards"]]},
        )
        if standard in known["names"]:
            shown = dispatch.run(engine, "read", lambda s: engine.quality.show(s, standard, None))
            return f"{NOTE}Add the rule {rule}.\n{shown['yaml']}"
        return (
            f"name: {standard}\ntitle:\nrules:\n"
            f"  - {{id: {rule}, check: forbid_pattern, pattern: , message: , fix: }}\n"
        )
    if kind == "new_skill":
        return (
            f"kind: skill\nname: {target}\ntitle:\nsummary:\ntriggers: [{target}]\n"
            f"produces:\nguidance:\nstandard: {target}\n"
        )
    return (
        f"kind: workflow\nname: {target}\ntitle:\nsummary:\ntriggers: [{target}]\n"
        "steps:\n  - {id: , do: }\n"
    )


def _one_line(given: str) -> str:
    return " ".join(given.split())[:_TEXT_CHARS_MAX]
