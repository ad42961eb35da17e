"""The person's own editor, opened on a text in a private folder.

The editor is chosen as git does: VISUAL, then EDITOR, both with arguments, then vi or nano. The
text is checked before anything is asked, and opened again with its problems above it. A text that
was not saved is kept in its private file, whose path is told.
"""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from myelin import config
from myelin.cli import failures, terminal
from myelin.cli.escape import escape_line
from myelin.cli.invocation import Invocation
from myelin.contract.errors import Declined, EditorFailed, TerminalRequired
from myelin.kernel.errors import MyelinError

NOTE = "#| "
"""Starts the lines above a text that are removed before it is saved."""
_DEFAULTS = ("vi", "nano")
_KEPT_BACK = ("MYELIN_KEY",)
_DRAFTS = "drafts"

Check = Callable[[str], None]
"""Takes a text; raises the error that saving it would raise."""


@dataclass
class Draft:
    """What a person wrote: its text, and the private file that holds it until it is saved."""

    text: str
    path: Path
    saved: bool = False
    """Set by the caller once the text is in the brain: then the file is removed."""


@contextmanager
def written(
    invocation: Invocation, name: str, scaffold: str, check: Check, *, without: str
) -> Iterator[Draft]:
    """Let a person edit a text, checked, for the block that asks about it and saves it.

    `name` is that of the file. `without` says what to do where nobody sits at a terminal. If the
    block does not set `saved`, the file stays and its path is printed.

    Raises:
        TerminalRequired: there is no terminal, or an agent drives this shell.
        EditorFailed: there is no editor, or it did not start or failed.
        Declined: the person changed nothing.
        MyelinError: an error of `check` that the person did not mend.
    """
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is None:
            raise TerminalRequired(suggestion=without)
    command = _command(invocation.environment)
    folder = _private_folder(invocation)
    draft = Draft(scaffold, folder / name)
    try:
        draft.text = _checked(invocation, command, draft.path, scaffold, check)
        yield draft
    finally:
        if draft.saved or not _differs(draft.path, scaffold):
            shutil.rmtree(folder, ignore_errors=True)
        else:
            invocation.console.remark(f"Your text was not saved. It is kept in {draft.path}.")


def _checked(invocation: Invocation, command: str, path: Path, scaffold: str, check: Check) -> str:
    """Return the text that a person wrote once `check` takes it."""
    shown, opened = scaffold, _without_notes(scaffold, scaffold)
    refused: MyelinError | None = None
    while True:
        _write(path, shown)
        _run(command, path, invocation.environment)
        text = _without_notes(_read(path), shown)
        if not text.strip() or text == opened:
            if refused is not None:
                # The problems were shown, and the person left the text as it was.
                raise refused
            invocation.console.remark("The text was not changed.")
            raise Declined
        refused = _refusal(check, text)
        if refused is None:
            return text
        shown, opened = _notes(failures.lines(refused)) + text, text


def _refusal(check: Check, text: str) -> MyelinError | None:
    try:
        check(text)
    except MyelinError as error:
        return error
    return None


def _command(environment: Mapping[str, str]) -> str:
    """Return the editor as words for a shell.

    Raises:
        EditorFailed: none is set, and none of the usual ones is there.
    """
    # A full-screen editor is of no use on a terminal that cannot move its cursor.
    able = environment.get("TERM", "dumb") != "dumb"
    for name in ("VISUAL", "EDITOR") if able else ("EDITOR",):
        if environment.get(name, "").strip():
            return environment[name]
    for program in _DEFAULTS if able else ():
        if shutil.which(program, path=environment.get("PATH")):
            return program
    raise EditorFailed(
        reason="none is set and none was found",
        suggestion="Set VISUAL or EDITOR, such as EDITOR=nano, and run it again.",
    )


def _run(command: str, path: Path, environment: Mapping[str, str]) -> None:
    """Run the editor on a file, on the terminal even if standard input or output is not one.

    Raises:
        EditorFailed: it did not start, or ended with an error.
    """
    child = {name: value for name, value in environment.items() if name not in _KEPT_BACK}
    # What an editor puts aside for itself belongs into the private folder too.
    child |= {"TMPDIR": str(path.parent)}
    if os.name == "posix":
        words = ["/bin/sh", "-c", f'{command} "$@"', command, str(path)]
    else:
        words = [*shlex.split(command, posix=False), str(path)]
    with ExitStack() as stack:
        reader, writer = terminal.streams(stack)
        try:
            ran = subprocess.run(words, env=child, check=False, stdin=reader, stdout=writer)
            code = ran.returncode
        except OSError:
            code = 127
    if code in (126, 127):
        raise EditorFailed(
            reason=f"{command} could not be started",
            suggestion="Set VISUAL or EDITOR to an editor that is installed.",
        )
    if code != 0:
        raise EditorFailed(
            reason=f"{command} ended with the exit code {code}",
            suggestion="Run it again, and leave the editor without an error.",
        )


def _private_folder(invocation: Invocation) -> Path:
    """Make a folder of mode 0700: in memory where the system has such a place, else at home."""
    runtime = invocation.environment.get("XDG_RUNTIME_DIR", "")
    if runtime and os.access(runtime, os.W_OK | os.X_OK):
        return Path(tempfile.mkdtemp(prefix="myelin-", dir=runtime))
    home = invocation.settings().home
    config.prepare_home(home)
    drafts = home / _DRAFTS
    drafts.mkdir(mode=0o700, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix="draft-", dir=drafts))


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode("utf-8", "surrogatepass"))


def _read(path: Path) -> str:
    """Return the text of the file, LF at the end of lines.

    Raises:
        EditorFailed: the editor removed it, or it is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError):
        raise EditorFailed(
            reason="it left no UTF-8 text",
            suggestion="Save the file as UTF-8 under its own name.",
        ) from None


def _differs(path: Path, scaffold: str) -> bool:
    """Return whether the file holds anything that the person wrote."""
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return False
    return _without_notes(text, scaffold) not in ("\n", _without_notes(scaffold, scaffold))


def notes(lines: list[str]) -> str:
    """Return lines as notes, which stand above a text and are not saved."""
    return "".join(f"{NOTE}{escape_line(line)}\n" for line in lines)


def _notes(problems: list[str]) -> str:
    ending = "Mend it and save, or leave it unchanged to give up; your text is kept."
    return notes([*problems, ending])


def _without_notes(text: str, shown: str) -> str:
    """Return a text without the notes above it, and without those of `shown` wherever they are."""
    ours = {line for line in shown.split("\n") if line.startswith(NOTE.rstrip())}
    lines = text.split("\n")
    while lines and (not lines[0].strip() or lines[0].startswith(NOTE.rstrip())):
        lines.pop(0)
    return "\n".join(line for line in lines if line not in ours).rstrip("\n") + "\n"
