"""Read a skill from the disk: its SKILL.md, and the text files of its folder."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from myelin.contract.errors import PathRefused
from myelin.cores.processes import ATTACHMENTS_BYTES_MAX

_SKILL_FILE = "skill.md"
_FILES_MAX = 2_000
"""How many files of a folder are looked at. A skill has a few dozen."""


@dataclass(slots=True)
class SkillFolder:
    """The SKILL.md of a folder, its text files by path, and the files that stay behind."""

    file: Path
    files: dict[str, str] = field(default_factory=dict)
    left_behind: list[str] = field(default_factory=list)
    """Path and reason of each, in the order of the paths."""


def read_folder(folder: Path) -> SkillFolder:
    """Return what a skill's folder holds. Links are not followed, and nothing is run.

    Raises:
        PathRefused: there is no SKILL.md in it.
    """
    names = (each for each in sorted(folder.iterdir()) if each.name.casefold() == _SKILL_FILE)
    file = next(names, None)
    if file is None:
        raise PathRefused(
            reason="there is no SKILL.md in that folder",
            suggestion="Name the folder of one skill, or a SKILL.md file.",
        )
    found = SkillFolder(file)
    room_bytes = ATTACHMENTS_BYTES_MAX
    # Small files first, so that one large file does not leave all the others behind.
    by_size = sorted(_files_below(folder), key=lambda each: (each.lstat().st_size, each))
    for number, path in enumerate(by_size):
        if path == file:
            continue
        shown = path.relative_to(folder).as_posix()
        text, reason = _text_of(path, room_bytes) if number < _FILES_MAX else (None, "too many")
        if text is None:
            found.left_behind.append(f"{shown} ({reason})")
        else:
            found.files[shown] = text
            room_bytes -= len(text.encode())
    found.left_behind.sort()
    return found


def _files_below(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        # Hidden folders hold the state of other programs (.git, .venv).
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            yield Path(place) / name


def _text_of(path: Path, room_bytes: int) -> tuple[str | None, str]:
    """Return the text of a file, or None and why it is left behind."""
    try:
        path.name.encode()
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            return None, "not a regular file"
        if status.st_size > room_bytes:
            return None, "more than 1 MiB together"
        data = path.read_bytes()
    except (OSError, UnicodeEncodeError):
        return None, "cannot be read"
    if len(data) > room_bytes:
        return None, "more than 1 MiB together"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None, "not text"
    return (None, "not text") if "\x00" in text else (text, "")
