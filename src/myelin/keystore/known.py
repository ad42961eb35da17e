"""Known brains: where each brain was whose key this device has, and where its newest backup is.

One small file a brain in the per-user folder, beside the keys. So a brain that was deleted with
its folder, as `git clean -fdx` does, is missed. The file holds names, paths and times, and neither
a key nor content.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True, slots=True)
class KnownBrain:
    """A brain of this device."""

    id: str
    name: str
    folder: str
    """The data folder in which it was opened last; empty if its key was that of MYELIN_KEY."""
    backup: str | None = None
    """The path of the newest backup that this device made."""
    backed_up_ms: int = 0
    """When that was, in milliseconds since 1970."""
    backed_up_seq: int = 0
    """The number of the record that it ends with."""
    copies: tuple[str, ...] = ()
    """Files of the same brain elsewhere that were there when another one was opened."""

    @property
    def files(self) -> tuple[str, ...]:
        """Return the paths of the brain's file and of its copies, the last opened one first."""
        if not self.folder:
            return self.copies
        return str(Path(self.folder, f"{self.name}.myl")), *self.copies


class KnownBrains:
    """The list of known brains in the per-user folder."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "known"

    def get(self, brain_id: str) -> KnownBrain | None:
        """Return what is known of a brain, or None. A file that cannot be read counts as none."""
        return _read(self._folder / f"{brain_id}.json")

    def at(self, folder: Path, name: str) -> KnownBrain | None:
        """Return the brain that was opened last under a name in a data folder, or None."""
        found: list[tuple[float, KnownBrain]] = []
        with suppress(OSError):
            for path in self._folder.glob("brn_*.json"):
                known = _read(path)
                if known is not None and str(folder / f"{name}.myl") in known.files:
                    found.append((path.stat().st_mtime, known))
        return max(found, key=lambda one: one[0])[1] if found else None

    def saw(self, brain_id: str, folder: Path | None, name: str) -> None:
        """Keep where a brain was opened. Nothing is written if that is known.

        Without a folder only the brain is kept, so that nobody misses it at a place. A device that
        cannot write the file goes on without it.
        """
        known = self.get(brain_id)
        now = known or KnownBrain(brain_id, name, "")
        if folder is not None and (now.folder, now.name) != (str(folder), name):
            # A file that is still elsewhere is a copy; one that is gone from there was moved here.
            file = str(folder / f"{name}.myl")
            copies = tuple(each for each in now.files if each != file and Path(each).exists())
            now = replace(now, name=name, folder=str(folder), copies=copies)
        if now != known:
            self._write(now)

    def backed_up(self, brain_id: str, path: Path, at_ms: int, seq: int) -> None:
        """Keep where the newest backup of a known brain is, and what it holds."""
        known = self.get(brain_id)
        if known is not None:
            self._write(replace(known, backup=str(path), backed_up_ms=at_ms, backed_up_seq=seq))

    def _write(self, known: KnownBrain) -> None:
        path = self._folder / f"{known.id}.json"
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        with suppress(OSError):
            # With `parents`, only the last folder would get the mode, and the first is the home's.
            path.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            part.unlink(missing_ok=True)
            with os.fdopen(os.open(part, _WRITE, 0o600), "w", encoding="utf-8") as file:
                json.dump(asdict(known), file)
            part.replace(path)


def _read(path: Path) -> KnownBrain | None:
    try:
        fields = json.loads(path.read_text("utf-8"))
        return KnownBrain(**fields | {"copies": tuple(fields.get("copies", ()))})
    except (OSError, ValueError, TypeError, AttributeError):
        return None
