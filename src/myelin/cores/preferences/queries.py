"""All SQL of the preferences core."""

from typing import NamedTuple

from myelin.store import Session

AMBIGUOUS_IDS_MAX = 100


class PreferenceRow(NamedTuple):
    """One preference as stored; what was set later for its key has superseded it."""

    id: int
    key: str
    value: str
    statement: str
    origin: str
    recorded_at: int
    superseded_at: int | None = None


_COLUMNS = ", ".join(PreferenceRow._fields)


def in_force(session: Session) -> list[PreferenceRow]:
    """Return the preferences that hold in this brain, by key."""
    sql = f"SELECT {_COLUMNS} FROM preference WHERE superseded_at IS NULL ORDER BY key"
    return [PreferenceRow(*row) for row in session.execute(sql)]


def in_force_for(session: Session, key: str) -> PreferenceRow | None:
    """Return the preference that holds for a key in this brain, or None."""
    sql = f"SELECT {_COLUMNS} FROM preference WHERE key = ? AND superseded_at IS NULL"
    return next((PreferenceRow(*row) for row in list(session.execute(sql, (key,)))), None)


def keys_count(session: Session) -> int:
    """Return how many keys have a value in this brain."""
    [(count,)] = session.execute("SELECT count(*) FROM preference WHERE superseded_at IS NULL")
    return int(count)


def history(session: Session, key: str, limit: int) -> list[PreferenceRow]:
    """Return what was set for a key, oldest first, but at most the newest `limit`."""
    sql = f"""SELECT {_COLUMNS} FROM preference WHERE key = ?
        ORDER BY recorded_at DESC, id LIMIT ?"""
    return [PreferenceRow(*row) for row in session.execute(sql, (key, limit))][::-1]


def insert(session: Session, row: PreferenceRow) -> None:
    """Write a preference."""
    marks = ", ".join("?" * len(row))
    session.execute(f"INSERT INTO preference ({_COLUMNS}) VALUES ({marks})", row)


def supersede(session: Session, row_id: int, by: int | None, at: int) -> None:
    """End a preference: by another one, or without a successor."""
    session.execute(
        """UPDATE preference SET superseded_at = ?, superseded_by = ?
           WHERE id = ? AND superseded_at IS NULL""",
        (at, by, row_id),
    )
