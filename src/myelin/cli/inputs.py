"""The files that a command checks: which ones are meant, and what to do with those it cannot read.

A run over many files never stops at one of them. A file that cannot be checked becomes a finding;
a binary file is skipped with a remark.
"""

import codecs
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from myelin.cli.invocation import STANDARD_INPUT

UNREADABLE = "file_unreadable"
NOT_UTF_8 = "file_not_utf_8"

# Not looked into when a folder is given: the files of version control and of the brain itself.
_SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", ".myelin"})
# What git looks at as well, to tell a binary file from a text.
_BINARY_PREFIX_BYTES = 8000
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Input:
    """One file of a run: its text, or why it has none.

    `rule` is UNREADABLE if there is no text, and NOT_UTF_8 if the text has U+FFFD in the place of
    bytes that are no UTF-8. `binary` says that the file is skipped, which is no problem.
    """

    name: str
    text: str = ""
    rule: str | None = None
    reason: str = ""
    binary: bool = False


def each(cwd: Path, given: Sequence[str], bytes_max: int) -> Iterator[Input]:
    """Read the files that the arguments of a command name, one after the other.

    A folder stands for all files below it and a pattern (`*`, `?`, `[`) for what it matches, both
    sorted by name; links to folders are not followed.
    """
    for name in _expanded(cwd, given):
        if name == STANDARD_INPUT:
            yield _decoded("stdin", sys.stdin.buffer.read(bytes_max + 1), bytes_max)
        else:
            yield _read(cwd, name, bytes_max)


def _expanded(cwd: Path, given: Sequence[str]) -> Iterator[str]:
    for name in given:
        path = cwd / name
        if name != STANDARD_INPUT and path.is_dir():
            yield from _below(name, path)
        elif any(sign in name for sign in "*?[") and not os.path.lexists(path):
            # A pattern that matches nothing is reported under its own name.
            yield from _matching(cwd, name) or [name]
        else:
            yield name


def _below(name: str, folder: Path) -> Iterator[str]:
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in _SKIPPED_FOLDERS)
        inside = Path(name, Path(where).relative_to(folder))
        yield from ((inside / one).as_posix() for one in sorted(files))


def _matching(cwd: Path, pattern: str) -> list[str]:
    anchor = Path(pattern).anchor
    start = Path(anchor) if anchor else cwd
    found = start.glob(pattern[len(anchor) :])
    names = [path if anchor else path.relative_to(cwd) for path in found if path.is_file()]
    return sorted(one.as_posix() for one in names if _SKIPPED_FOLDERS.isdisjoint(one.parts))


def _read(cwd: Path, name: str, bytes_max: int) -> Input:
    # Without O_NONBLOCK, opening a named pipe that nobody writes to waits for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(cwd / name, flags)
    except FileNotFoundError:
        return Input(name, rule=UNREADABLE, reason="There is no such file.")
    except OSError as failure:
        reason = f"The file cannot be opened: {os.strerror(failure.errno or 0)}."
        return Input(name, rule=UNREADABLE, reason=reason)
    try:
        with os.fdopen(descriptor, "rb") as file:
            if not _may_be_read(descriptor, name):
                return Input(name, rule=UNREADABLE, reason="This is not a file of data.")
            data = file.read(bytes_max + 1)
    except OSError as failure:
        reason = f"The file cannot be read: {os.strerror(failure.errno or 0)}."
        return Input(name, rule=UNREADABLE, reason=reason)
    return _decoded(name, data or b"", bytes_max)


def _may_be_read(descriptor: int, name: str) -> bool:
    """Return whether reading ends: a file does, and so does a shell's `<(command)`."""
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return True
    if name.startswith(("/dev/fd/", "/proc/self/fd/")):
        os.set_blocking(descriptor, True)
        return True
    return False


def _decoded(name: str, data: bytes, bytes_max: int) -> Input:
    if len(data) > bytes_max:
        reason = f"The file is larger than {bytes_max} bytes."
        return Input(name, rule=UNREADABLE, reason=reason)
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _text(name, data[len(mark) :], encoding)
    if b"\0" in data[:_BINARY_PREFIX_BYTES]:
        return Input(name, reason="The file is binary.", binary=True)
    return _text(name, data, "utf-8")


def _text(name: str, data: bytes, encoding: str) -> Input:
    try:
        return Input(name, data.decode(encoding))
    except UnicodeDecodeError as failure:
        reason = f"The file is not UTF-8 text: byte {failure.start + 1} cannot be read."
        return Input(name, data.decode(encoding, "replace"), rule=NOT_UTF_8, reason=reason)
