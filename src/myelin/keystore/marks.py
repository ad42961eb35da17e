"""Marks: the newest state of each brain that this device has seen, one small file a brain's path.

They lie in the per-user folder, as the key files do, so that an older copy of a brain's folder does
not bring its own mark along. A mark holds numbers and a hash, nothing of the content.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

_BYTES_MAX = 4096
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


class MarkFile:
    """The mark of the brain at one path."""

    def __init__(self, home: Path, brain: Path) -> None:
        # By path: a copy of a brain at another path has a future of its own.
        digest = hashlib.sha256(str(brain.resolve()).encode(errors="surrogateescape")).hexdigest()
        self._path = home / "marks" / f"{digest[:32]}.mark"

    def load(self) -> bytes | None:
        """Return what was saved last, or None.

        Raises:
            OSError: it cannot be read.
        """
        try:
            descriptor = os.open(self._path, _READ)
        except FileNotFoundError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            return file.read(_BYTES_MAX)

    def save(self, mark: bytes) -> None:
        """Replace the mark atomically. It is not synced: an older mark raises no false alarm.

        Raises:
            OSError: the old one is still there.
        """
        # With `parents`, only the last folder would get the mode, and the first is the user's home.
        self._path.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._path.parent.mkdir(mode=0o700, exist_ok=True)
        part = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        with suppress(FileNotFoundError):
            part.unlink()
        with os.fdopen(os.open(part, _WRITE, 0o600), "wb") as file:
            file.write(mark)
        part.replace(self._path)
