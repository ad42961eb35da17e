"""A change of one file: what it is now, what it would be, and writing it without a half state."""

import difflib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from myelin.contract.errors import HostFileChanged, HostFileRefused

BACKUP_SUFFIX = ".before-myelin"
_SIZE_MAX = 16 << 20


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file before and after. None means that there is no file."""

    path: Path
    before: str | None
    after: str | None

    @property
    def act(self) -> str:
        """Return `unchanged`, `created`, `changed` or `removed`."""
        if self.before == self.after:
            return "unchanged"
        if self.before is None:
            return "created"
        return "removed" if self.after is None else "changed"

    def difference(self) -> list[str]:
        """Return the lines of a unified difference with three lines around each change."""
        return list(
            difflib.unified_diff(
                (self.before or "").splitlines(),
                (self.after or "").splitlines(),
                "now",
                "then",
                lineterm="",
            )
        )


def read_text(path: Path) -> str | None:
    """Return the text of a file with its own line ends, or None if there is none.

    Raises:
        HostFileRefused: it cannot be read, is no UTF-8, or is larger than 16 MiB.
    """
    try:
        if path.stat().st_size > _SIZE_MAX:
            raise HostFileRefused(file=path.name, problem="is larger than 16 MiB")
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise HostFileRefused(file=path.name, problem="is not UTF-8") from None
    except OSError as error:
        problem = f"cannot be read ({type(error).__name__})"
        raise HostFileRefused(file=path.name, problem=problem) from None


def apply(change: FileChange) -> Path | None:
    """Write a change, whole or not at all, and return the copy of what was there, if one was made.

    The copy lies beside the file and holds the text before the last change.

    Raises:
        HostFileChanged: another program wrote the file since it was read; it was not touched.
        HostFileRefused: the file cannot be written.
    """
    if change.act == "unchanged":
        return None
    # Through a link, as people have them in repositories of their settings, to the file itself.
    path = Path(os.path.realpath(change.path))
    if read_text(path) != change.before:
        raise HostFileChanged(file=path.name)
    copy = path.with_name(path.name + BACKUP_SUFFIX)
    try:
        if change.after is None or change.after == read_text(copy):
            # What is written is what was there before the first change: nothing of ours is left.
            copy.unlink(missing_ok=True)
            kept = None
        else:
            kept = copy if change.before is not None else None
            if kept is not None:
                _replace(kept, change.before or "", like=path)
        if change.after is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, change.after, like=path)
    except OSError as error:
        problem = f"cannot be written ({type(error).__name__})"
        raise HostFileRefused(file=path.name, problem=problem) from None
    return kept


def _replace(path: Path, text: str, *, like: Path) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        written = Path(name)
        written.chmod(like.stat().st_mode & 0o777 if like.exists() else 0o644)
        written.replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
