"""The 24 words of a brain on their way to a person and back: terminal or private file, no log."""

import getpass
import os
from collections.abc import Mapping
from pathlib import Path

from myelin.cli import terminal
from myelin.contract.errors import ArgumentInvalid, PathRefused, TerminalRequired
from myelin.kernel.ids import Chance

_WORDS_A_LINE = 6
_TRIES = 3


def check_new_file(file: Path, data_dir: Path) -> None:
    """Refuse a file that may not take the words.

    Raises:
        PathRefused: it is there already, its folder is not, or it would lie beside the brain.
    """
    if file.exists() or file.is_symlink():
        raise _refused("the file for the words is there already")
    folder = file.parent.resolve()
    if folder == data_dir.resolve() or data_dir.resolve() in folder.parents:
        raise _refused("the words may not lie beside the brain that they open")
    if not folder.is_dir():
        raise _refused("the folder for the words is not there")


def write_new(path: Path, text: str) -> None:
    """Write a file that only this user can read, durable when this returns.

    Raises:
        OSError: it is there already, or the disk refuses it.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def show(words: str, environment: Mapping[str, str], said_before: str) -> bool:
    """Show the words on the controlling terminal, and return whether a person could see them."""
    with terminal.controlling_terminal(environment) as person:
        if person is None:
            return False
        _show(person, words, said_before)
    return True


def show_and_confirm(
    words: str, environment: Mapping[str, str], said_before: str, chance: Chance
) -> bool:
    """Show the words, ask for one of them, and return whether the person typed it.

    The person may try three times. Without a terminal nobody can confirm.
    """
    with terminal.controlling_terminal(environment) as person:
        if person is None:
            return False
        _show(person, words, said_before)
        split = words.split()
        asked = chance(1)[0] % len(split)
        for _ in range(_TRIES):
            typed = person.ask(f"Type word {asked + 1} to confirm that you wrote them down:")
            if typed.casefold() == split[asked]:
                return True
            if not typed:
                break
    return False


def _show(person: terminal.Terminal, words: str, said_before: str) -> None:
    person.say(said_before + "\n")
    split = words.split()
    if len(split) == 1:
        person.say(f"  {words}\n")
        return
    for start in range(0, len(split), _WORDS_A_LINE):
        numbered = enumerate(split[start : start + _WORDS_A_LINE], start + 1)
        person.say("  " + "  ".join(f"{place:2} {word:<8}" for place, word in numbered))
    person.say("")


def read_root(file: Path | None, environment: Mapping[str, str], given: str | None = None) -> bytes:
    """Return the root that words carry: those given, of a file, or typed unseen at the terminal.

    Raises:
        TerminalRequired: there is no file, and nobody can be asked.
        PathRefused: the file cannot be read.
        ArgumentInvalid: these are not the words of any root; which is wrong is said by position.
    """
    from myelin.crypto import phrase

    if given is not None:
        text = given
    else:
        text = _typed(environment) if file is None else _read(file)
    try:
        return phrase.root_of(text)
    except ValueError as error:
        problem = {"path": "/phrase", "rule": "phrase", "message": str(error)}
        raise ArgumentInvalid(count=1, tool="key import", details={"problems": [problem]}) from None


def _typed(environment: Mapping[str, str]) -> str:
    with terminal.controlling_terminal(environment) as person:
        if person is None:
            raise TerminalRequired(suggestion="Type the words there, or pass --phrase-file.")
    return getpass.getpass("The 24 words (they are not shown): ")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        raise PathRefused(
            reason="the file with the words cannot be read",
            suggestion="Give the path of a text file that holds the 24 words.",
        ) from None


def _refused(reason: str) -> PathRefused:
    return PathRefused(reason=reason, suggestion="Give another path to --phrase-file.")
