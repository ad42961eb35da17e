"""Tags: compared by their folded form, kept and shown as they were written."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from myelin.cores.memory import queries, rules
from myelin.cores.memory.index import tag_label
from myelin.cores.memory.question import any_of
from myelin.cores.memory.vocabulary import Vocabulary
from myelin.store import Session


def labelled(tags: Iterable[str]) -> str:
    """Return the full-text expression that a memory with all of the tags matches."""
    labels = dict.fromkeys(map(tag_label, tags))
    return " AND ".join(f"(labels : ({any_of([label])}))" for label in labels)


def keys(stored: str) -> set[str]:
    """Return the folded forms of the stored tags of a memory."""
    return set(map(rules.tag_key, json.loads(stored)))


def distinct(tags: Iterable[str]) -> list[str]:
    """Return tags in their order without those that only differ in how they are written."""
    found: dict[str, str] = {}
    for tag in tags:
        found.setdefault(rules.tag_key(tag), tag)
    return list(found.values())


def missing(session: Session, sections: Sequence[int], tags: Sequence[str]) -> str | None:
    """Return a note on the tags that no memory of the sections has, or None if each has some."""
    if not tags:
        return None
    known = Vocabulary(session, sections).find(set(map(tag_label, tags)))
    unknown = [tag for tag in distinct(tags) if tag_label(tag) not in known]
    if not unknown:
        return None
    named = ", ".join(json.dumps(tag, ensure_ascii=False) for tag in unknown)
    return f"No memory has the tag {named}." if len(unknown) == 1 else f"Tags without one: {named}."


def counted(session: Session) -> list[dict[str, object]]:
    """Return the tags of live memories with their number, the most frequent first.

    Each stands as it is written most often; `spellings` has the other ways.
    """
    numbers: dict[str, Counter[str]] = {}
    for written, number in queries.tag_counts(session):
        numbers.setdefault(rules.tag_key(written), Counter())[written] += number
    found = []
    for spellings in numbers.values():
        ordered = sorted(spellings, key=lambda one: (-spellings[one], one))
        one: dict[str, object] = {"tag": ordered[0], "count": spellings.total()}
        if len(ordered) > 1:
            one["spellings"] = ordered[1:]
        found.append(one)
    return sorted(found, key=lambda one: (-int(str(one["count"])), str(one["tag"])))


def rename(session: Session, old: str, new: str) -> list[int]:
    """Give another name to a tag, in all memories that have it, and return those.

    Where both names stood, one stays, at the place of the first.
    """
    old_key = rules.tag_key(old)
    changed = []
    for row_id, stored in queries.tags_of(session, labelled([old])).items():
        before = json.loads(stored)
        after = distinct([new if rules.tag_key(tag) == old_key else tag for tag in before])
        # Of two spellings the asked one stays.
        after = [new if rules.tag_key(tag) == rules.tag_key(new) else tag for tag in after]
        if after != before:
            queries.set_tags(session, row_id, json.dumps(after, ensure_ascii=False))
            changed.append(row_id)
    return changed


def restore(session: Session, former: Mapping[int, tuple[str, str]]) -> list[int]:
    """Give memories their former tags, where they still have those that replaced them.

    `former` has the stored tags after and before, by memory. Returns the memories that changed.
    """
    rows = queries.memories(session, former)
    back = [
        row_id for row_id in former if row_id in rows and rows[row_id].tags == former[row_id][0]
    ]
    for row_id in back:
        queries.set_tags(session, row_id, former[row_id][1])
    return back
