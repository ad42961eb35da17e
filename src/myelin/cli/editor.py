"""The person's own editor, opened on a text in a private folder."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from myelin.cli import terminal

NOTE = "#| "
"""Starts the lines of a scaffold that are removed before the document is saved."""
_KEPT_BACK = ("MYELIN_KEY",)


def edited(scaffold: str, environment: Mapping[str, str]) -> str | None:
    """Return what a person made of a scaffold in their editor, or None where nothing was written.

    The file lies in a folder that only this user can enter, and is removed afterwards.
    """
    editor = environment.get("VISUAL") or environment.get("EDITOR")
    if not editor:
        return None
    with terminal.controlling_terminal(environment) as person:
        if person is None:
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
    lines = [line for line in written.splitlines() if not line.startswith(NOTE.rstrip())]
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
