"""The editor of a person, opened on a scaffold that lists what was seen; the document is theirs."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from myelin.cli import ask
from myelin.cli.escape import escape_line
from myelin.engine.engine import Engine

_NOTE = "#| "
"""Begins the lines that are taken out again before the document is saved."""
_SEEN_MAX = 20
_TEXT_CHARS_MAX = 200
_KEPT_BACK = ("MYELIN_KEY",)


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
    commented = "".join(f"{_NOTE}{escape_line(note)}\n" for note in notes)
    return commented + _document(engine, proposal["kind"], proposal["target"])


def edited(scaffold: str, environment: Mapping[str, str]) -> str | None:
    """Return what a person made of a scaffold in their editor, or None where nothing was written.

    The file lies in a folder that only this user can enter, and is removed afterwards.
    """
    editor = environment.get("VISUAL") or environment.get("EDITOR")
    if not editor:
        return None
    with ask.controlling_terminal(environment) as terminal:
        if terminal is None:
            return None
    with _private_folder(environment) as folder:
        file = folder / "proposal.yaml"
        file.write_text(scaffold, encoding="utf-8")
        child = {name: value for name, value in environment.items() if name not in _KEPT_BACK}
        ran = subprocess.run([*shlex.split(editor), str(file)], env=child, check=False)
        if ran.returncode != 0:
            return None
        written = file.read_text(encoding="utf-8")
    if written == scaffold:
        return None
    lines = [line for line in written.splitlines() if not line.startswith(_NOTE.rstrip())]
    document = "\n".join(lines).strip()
    return f"{document}\n" if document else None


@contextmanager
def _private_folder(environment: Mapping[str, str]) -> Iterator[Path]:
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    parent = runtime if runtime and os.access(runtime, os.W_OK | os.X_OK) else None
    # mkdtemp makes a folder of mode 0700.
    folder = Path(tempfile.mkdtemp(prefix="myelin-", dir=parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
            return f"{_NOTE}Add the rule {rule}.\n{shown['yaml']}"
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
