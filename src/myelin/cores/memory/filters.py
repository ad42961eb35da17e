"""Filters: which memories a recall may serve and which a list holds, as parts of SQL.

A statement that uses one names the visible memory `m`.
"""

import json
from collections.abc import Collection
from typing import NamedTuple

from myelin.cores.memory import rules
from myelin.cores.memory.index import SECTIONS

LIVE_NOW = 1 << 62
"""The `at` of a question about now: later than every time, so that no clock can hide a row."""

WHEN = "ifnull(m.observed_at, m.recorded_at)"
"""When what a memory says was true, or else when it was recorded."""

LABELLED = "m.id IN (SELECT id FROM memory_key WHERE document IN ({}))".format(
    " UNION ALL ".join(
        f"SELECT rowid FROM memory_text_{section} WHERE memory_text_{section} MATCH :labels"
        for section in SECTIONS
    )
)
"""Tags are folded in the index alone, so it is asked which memories have them."""


class Wanted(NamedTuple):
    """The memories that may be served: live at a time, of these classes, with all of these tags."""

    at: int = LIVE_NOW
    classes: str | None = None
    tags: frozenset[str] = frozenset()
    """Folded (`rules.tag_key`)."""
    archived: bool = False
    since: int | None = None
    until: int | None = None
    """The first and last moment at which what they say was true or was recorded."""

    @classmethod
    def of(
        cls,
        as_of: int | None,
        classes: Collection[str],
        tags: Collection[str],
        *,
        archived: bool = False,
        since: int | None = None,
        until: int | None = None,
    ) -> "Wanted":
        """Return what a call asks for. No class and no tag means all of them."""
        return cls(
            LIVE_NOW if as_of is None else as_of,
            json.dumps(list(classes)) if classes else None,
            frozenset(map(rules.tag_key, tags)),
            archived,
            since,
            until,
        )

    @property
    def has_bounds(self) -> bool:
        """Return whether only memories of a time are wanted."""
        return self.since is not None or self.until is not None

    def has_tags(self, tags: str) -> bool:
        """Return whether the stored tags of a memory are all that are wanted."""
        return not self.tags or self.tags <= set(map(rules.tag_key, json.loads(tags)))


class Listed(NamedTuple):
    """The filters of a list of memories."""

    classes: str | None
    labels: str | None
    """A full-text expression that memories with all the tags match."""
    tier: str | None
    subject_key: str | None
    superseded: bool
    archived: bool
    since: int | None = None
    until: int | None = None

    def condition(self, mark: str) -> str:
        """Return SQL that says no more than what was asked for, so that an index can answer it.

        `mark` is the column that tells the superseded: both are set together, but only
        `superseded_by` has an index, which serves a count and would hinder a page's order.
        """
        conditions = []
        if not self.superseded:
            conditions.append(f"m.{mark} IS NULL")
        if self.tier is not None:
            conditions.append("m.tier = :tier")
        elif not self.archived:
            conditions.append("m.tier <> 'archive'")
        if self.classes is not None:
            conditions.append("m.class IN (SELECT value FROM json_each(:classes))")
        if self.subject_key is not None:
            conditions.append(
                "m.id IN (SELECT id FROM memory_key WHERE subject_key = :subject_key)"
            )
        if self.labels is not None:
            conditions.append(LABELLED)
        if self.since is not None:
            conditions.append(f"{WHEN} >= :since")
        if self.until is not None:
            conditions.append(f"{WHEN} <= :until")
        return " AND ".join(conditions) or "TRUE"
