"""Find live memories that contradict each other.

They are linked as contradicting, say what cannot both hold about one subject, or replace the same
memory.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from myelin.cores.memory import opposition, queries, rules
from myelin.cores.memory.queries import LinkRow, MemoryRow
from myelin.store import Session

LINKED = "linked as contradicting"
SAME_SUBJECT = "same subject, and both cannot hold"
RIVALS = "both replace the same memory"


@dataclass(frozen=True, slots=True)
class Group:
    """Memories that cannot all hold, newest first."""

    ids: tuple[int, ...]
    why: str


@dataclass(slots=True)
class Contradictions:
    """What some memories contradict: each one's others, newest first, and the groups."""

    _groups: dict[Group, None] = field(default_factory=dict)
    _others: dict[int, dict[int, tuple[int, str]]] = field(default_factory=dict)
    _subjects: dict[str, dict[int, int]] = field(default_factory=dict)

    def others(self, row_id: int) -> list[tuple[int, str]]:
        """Return what contradicts a memory and why, newest first, at most twenty."""
        found = self._others.get(row_id, {})
        newest = sorted(found.items(), key=lambda other: (other[1][0], other[0]), reverse=True)
        return [(other, why) for other, (_, why) in newest[: rules.CONTRADICTION_IDS_MAX]]

    def among(self, returned: Collection[int]) -> list[Group]:
        """Return at most twenty groups that hold one of these, cut to twenty ids, those first."""
        found: list[Group] = []
        for group in self._groups:
            if len(found) == rules.CONTRADICTION_GROUPS_MAX:
                break
            if not any(row_id in returned for row_id in group.ids):
                continue
            ids = sorted(group.ids, key=lambda row_id: row_id not in returned)
            found.append(Group(tuple(ids[: rules.CONTRADICTION_IDS_MAX]), group.why))
        return found

    def add_subject(self, subject: str, members: Mapping[int, int]) -> None:
        """Add memories about one subject that can hold together."""
        self._subjects.setdefault(subject, {}).update(members)

    def subjects(self, returned: Collection[int]) -> list[tuple[str, list[int]]]:
        """Return the subjects of which two or more of these memories can hold, newest first."""
        found = []
        for subject, members in self._subjects.items():
            ids = [row_id for row_id in members if row_id in returned]
            newest = sorted(ids, key=lambda row_id: (members[row_id], row_id), reverse=True)
            if len(newest) > 1:
                found.append((subject, newest[: rules.CONTRADICTION_IDS_MAX]))
        return found[: rules.CONTRADICTION_GROUPS_MAX]

    def add(self, members: Mapping[int, int], why: str) -> None:
        """Add a group, given as ids with the time at which each was recorded."""
        newest = sorted(members, key=lambda row_id: (members[row_id], row_id), reverse=True)
        self._groups.setdefault(Group(tuple(newest), why))

    def oppose(self, row_id: int, other: int, recorded_at: int, why: str) -> None:
        """Note that a memory is contradicted by another; the first reason given stays."""
        self._others.setdefault(row_id, {}).setdefault(other, (recorded_at, why))


def find(
    session: Session, rows: Mapping[int, MemoryRow], links: Iterable[LinkRow], at: int
) -> Contradictions:
    """Return what contradicts those of the memories that stand, given the links that touch them."""
    found = Contradictions()
    stand = {
        row.id: row
        for row in rows.values()
        if row.tier != "archive" and (row.superseded_at is None or row.superseded_at > at)
    }
    _linked(session, stand, links, at, found)
    _same_subject(session, stand, at, found)
    heirs = {link.from_id for link in links if link.type == "supersedes"} & stand.keys()
    if heirs:
        _rivals(session, heirs, at, found)
    return found


def _linked(
    session: Session,
    stand: Mapping[int, MemoryRow],
    links: Iterable[LinkRow],
    at: int,
    found: Contradictions,
) -> None:
    pairs = [(link.from_id, link.to_id) for link in links if link.type == "contradicts"]
    ends = {end for pair in pairs for end in pair}
    recorded_at = queries.standing(session, ends, at) if ends else {}
    for pair in pairs:
        if all(end in recorded_at for end in pair):
            found.add({end: recorded_at[end] for end in pair}, LINKED)
            for row_id, other in (pair, pair[::-1]):
                if row_id in stand:
                    found.oppose(row_id, other, recorded_at[other], LINKED)


def _same_subject(
    session: Session, stand: Mapping[int, MemoryRow], at: int, found: Contradictions
) -> None:
    asserting = [row for row in stand.values() if row.subject_key and row.class_ in rules.ASSERTING]
    subjects = sorted({row.subject_key for row in asserting if row.subject_key})
    if not subjects:
        return
    members: dict[str, dict[int, tuple[int, str]]] = {}
    for key, row_id, recorded_at, content in queries.asserting_about(
        session, subjects, rules.ASSERTING, at
    ):
        members.setdefault(key, {})[row_id] = (recorded_at, content)
    for key, group in members.items():
        served = [row for row in asserting if row.subject_key == key]
        opposed: dict[int, int] = {}
        for row in served:
            own = row.content[: queries.COMPARED_CHARS_MAX]
            for other, (recorded_at, content) in group.items():
                if other != row.id and opposition.exclude(own, content):
                    found.oppose(row.id, other, recorded_at, SAME_SUBJECT)
                    opposed[row.id], opposed[other] = row.recorded_at, recorded_at
        if opposed:
            found.add(opposed, SAME_SUBJECT)
        together = {row.id: row.recorded_at for row in served if row.id not in opposed}
        if served and together:
            found.add_subject(served[0].subject or key, together)


def _rivals(session: Session, heirs: Collection[int], at: int, found: Contradictions) -> None:
    families: dict[int, dict[int, int]] = {}
    for ancestor, row_id, recorded_at in queries.common_descent(session, heirs, at):
        families.setdefault(ancestor, {})[row_id] = recorded_at
    # In an order that does not depend on how the database came to them.
    for _, family in sorted(families.items()):
        if len(family) > 1:
            found.add(family, RIVALS)
        for row_id in family.keys() & heirs:
            for other, recorded_at in family.items():
                if other != row_id:
                    found.oppose(row_id, other, recorded_at, RIVALS)
