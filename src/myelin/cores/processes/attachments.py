"""The text files of a skill's folder: kept with one version, served on demand, never run."""

import hashlib
from collections.abc import Mapping

from myelin.kernel.ids import Chance, new_row_id
from myelin.store import Session

ATTACHMENTS_BYTES_MAX = 1 << 20
"""How many bytes the attachments of one version have together."""


def digests(files: Mapping[str, str]) -> dict[str, str]:
    """Return the SHA-256 of each file by its path, in the order of the paths."""
    return {
        path: hashlib.sha256(files[path].encode("utf-8", "surrogatepass")).hexdigest()
        for path in sorted(files)
    }


def insert(session: Session, chance: Chance, version_id: int, files: Mapping[str, str]) -> None:
    """Write the files of a version that was saved in this transaction."""
    for path in sorted(files):
        session.execute(
            "INSERT INTO attachment (id, process_id, path, text) VALUES (?, ?, ?, ?)",
            (new_row_id(chance), version_id, path, files[path]),
        )


def sizes(session: Session, version_id: int) -> list[tuple[str, int]]:
    """Return path and size in bytes of each file of a version, by path."""
    sql = """SELECT path, length(CAST(text AS BLOB)) FROM visible_attachment
        WHERE process_id = ? ORDER BY path"""
    return [(str(path), int(size)) for path, size in session.execute(sql, (version_id,))]


def content(session: Session, version_id: int, path: str) -> str | None:
    """Return the text of one file of a version, or None."""
    sql = "SELECT text FROM visible_attachment WHERE process_id = ? AND path = ?"
    return next((str(row[0]) for row in list(session.execute(sql, (version_id, path)))), None)
