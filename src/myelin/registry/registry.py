"""A table of versioned documents. Only the owner moves the reviewed head.

A save by a host becomes the latest version and never the reviewed one, and a name that the owner
retired stays retired whatever a host saves (SECURITY.md, two heads).
"""

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from myelin.documents.versions import Heads, after_save, difference
from myelin.kernel.audience import Origin
from myelin.kernel.ids import Chance, new_row_id
from myelin.registry.rows import Names, Version
from myelin.store import Session

NAMES_MAX = 1000
_COLUMNS = ", ".join(Version._fields)


class Revision(NamedTuple):
    """The revision of a table: the sum of its times of change and its number of rows."""

    changed: int
    versions: int


@dataclass(frozen=True, slots=True)
class Saved:
    """The result of a save. `diff` is None for the first version of a name."""

    version: Version
    created: bool
    diff: str | None = None


class Registry:
    """The documents of one table."""

    def __init__(
        self,
        table: Literal["process", "standard"],
        *,
        chance: Chance,
    ) -> None:
        self._table = table
        self._chance = chance

    def revision(self, session: Session) -> Revision:
        """Return the revision of the table: it differs after every change. Costs microseconds."""
        # The sum, not the latest: after a clock was wrong, a later change has an earlier time.
        sql = f"SELECT ifnull(sum(changed_at), 0), count(*) FROM {self._table}"
        return Revision(*next(iter(session.execute(sql))))

    def names(self, session: Session) -> list[Names]:
        """Return every name, retired ones included, in order."""
        return self._names(session, "")

    def heads(self, session: Session, name: str) -> Names | None:
        """Return one name with its heads, or None."""
        return next(iter(self._names(session, "WHERE name = ?", name)), None)

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version if it waits for approval behind an approved one, or None."""
        known = self.heads(session, name)
        if known is None or not known.heads.waits:
            return None
        row = self.version(session, name, known.heads.latest)
        return None if row is None or row.reviewed else row

    def in_force(self, session: Session, name: str) -> Version | None:
        """Return the version in force of a name in use, or None."""
        known = self.heads(session, name)
        if known is None or known.retired:
            return None
        return self.version(session, name, known.heads.in_force)

    def version(self, session: Session, name: str, version: int) -> Version | None:
        """Return one version, or None."""
        sql = f"SELECT {_COLUMNS} FROM {self._table} WHERE name = ? AND version = ?"
        return next((Version(*row) for row in session.execute(sql, (name, version))), None)

    def versions(self, session: Session, wanted: Iterable[Names]) -> dict[tuple[str, int], Version]:
        """Return the reviewed and the latest versions of names, by name and version."""
        pairs = [[names.name, version] for names in wanted for version in names.versions]
        sql = f"""SELECT {_COLUMNS} FROM {self._table} WHERE (name, version) IN
            (SELECT value ->> 0, value ->> 1 FROM json_each(?))"""
        rows = (Version(*row) for row in session.execute(sql, (json.dumps(pairs),)))
        return {(row.name, row.version): row for row in rows}

    def every_version(self, session: Session) -> list[Version]:
        """Return all versions of all names, by name and version."""
        sql = f"SELECT {_COLUMNS} FROM {self._table} ORDER BY name, version"
        return [Version(*row) for row in session.execute(sql)]

    def compared(
        self, session: Session, names: Names, before: int | None, after: int | None
    ) -> tuple[Version, Version] | None:
        """Return two versions of a name, by default the last two, or None without both."""
        new = self.version(session, names.name, after or names.heads.latest)
        old = None if new is None else self.version(session, names.name, before or new.version - 1)
        return None if new is None or old is None else (old, new)

    @staticmethod
    def nearest(known: Iterable[Names], name: str) -> str | None:
        """Return the name in use that is most similar to an unknown one, or None."""
        live = [names.name for names in known if not names.retired]
        return next(iter(difflib.get_close_matches(name, live, n=1)), None)

    def save(self, session: Session, name: str, yaml: str) -> Saved:
        """Save a document as the next version of its name. An unchanged text adds no version.

        The owner's own save is reviewed and brings a retired name back into use.
        """
        known = self.heads(session, name)
        heads = known.heads if known else Heads()
        latest = self.version(session, name, heads.latest) if known else None
        by_owner = session.caller.origin is Origin.OWNER
        if latest is not None and latest.yaml == yaml:
            if by_owner and (heads.reviewed != heads.latest or latest.retired_at is not None):
                latest = self.approve(session, latest)
            return Saved(latest, created=False)
        row = Version(
            id=new_row_id(self._chance),
            name=name,
            version=after_save(heads, by_owner=by_owner).latest,
            origin=session.caller.origin.value,
            actor=session.caller.actor,
            recorded_at=session.now_ms,
            reviewed_at=session.now_ms if by_owner else None,
            retired_at=None if by_owner or latest is None else latest.retired_at,
            yaml=yaml,
        )
        session.execute(
            f"INSERT INTO {self._table} ({_COLUMNS}, changed_at) VALUES ({'?, ' * len(row)}?)",
            (*row, session.now_ms),
        )
        if by_owner:
            self._ensure_last_review(session, name, row.id)
        diff = None if latest is None else diff_of(latest, row)
        return Saved(row, created=True, diff=diff)

    def approve(self, session: Session, version: Version) -> Version:
        """Make a version the reviewed one, bring its name back into use, and return it."""
        _ensure_owner(session)
        now = session.now_ms
        self._set_retired(session, version.name, None)
        session.execute(
            f"UPDATE {self._table} SET reviewed_at = ?, changed_at = ? WHERE id = ?",
            (now, now, version.id),
        )
        self._ensure_last_review(session, version.name, version.id)
        return version._replace(reviewed_at=now, retired_at=None)

    def _ensure_last_review(self, session: Session, name: str, row_id: int) -> None:
        """Move reviews that a wrong clock stamped later than this one before it."""
        session.execute(
            f"""UPDATE {self._table} SET reviewed_at = :now - 1
                WHERE name = :name AND id <> :id AND reviewed_at >= :now""",
            {"now": session.now_ms, "name": name, "id": row_id},
        )

    def retire(self, session: Session, name: str) -> None:
        """Take a name out of use; its versions stay readable."""
        _ensure_owner(session)
        self._set_retired(session, name, session.now_ms)

    def _set_retired(self, session: Session, name: str, at: int | None) -> None:
        session.execute(
            f"""UPDATE {self._table} SET retired_at = :at, changed_at = :now
                WHERE name = :name AND retired_at IS NOT :at
                  AND version = (SELECT max(version) FROM {self._table} WHERE name = :name)""",
            {"at": at, "now": session.now_ms, "name": name},
        )

    def _names(self, session: Session, where: str, *values: str) -> list[Names]:
        found: dict[str, Names] = {}
        reviewed_at = dict[str, int]()
        sql = f"""SELECT name, version, reviewed_at, retired_at FROM {self._table} {where}
            ORDER BY name, version"""
        for name, version, reviewed, retired in session.execute(sql, values):
            head = found[name].heads.reviewed if name in found else 0
            # The owner may go back to an earlier version: the last approval counts.
            if reviewed is not None and reviewed >= reviewed_at.get(name, 0):
                head, reviewed_at[name] = version, reviewed
            found[name] = Names(name, Heads(head, version), retired is not None)
        return list(found.values())


def diff_of(before: Version, after: Version) -> str:
    """Return the unified diff from one version to another."""
    old, new = (f"{each.name}@{each.version}" for each in (before, after))
    return difference(before.yaml, after.yaml, old, new)


def _ensure_owner(session: Session) -> None:
    if session.caller.origin is not Origin.OWNER:
        raise PermissionError("only the owner approves and retires")
