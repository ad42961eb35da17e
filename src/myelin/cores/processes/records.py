"""From a stored version and its parsed document to the objects of results."""

from collections.abc import Iterable
from typing import Any

from myelin.contract import types
from myelin.contract.types import ProcessMatch
from myelin.cores.processes.document import Process
from myelin.cores.processes.matching import Match
from myelin.documents.page import PAGE_BYTES_MAX, size
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id
from myelin.registry import Version

_SUMMARY = ("kind", "name", "title", "summary", "triggers")


def process(row: Version, document: Process, *, retired: bool) -> types.Process:
    """Return a process whole; where its document is long, the text alone holds the rest."""
    fields = document.as_dict()
    own = {name: value for name, value in fields.items() if name not in _SUMMARY}
    if size(own) + size(row.yaml) > PAGE_BYTES_MAX:
        own = {}
    result: Any = {**summary(row, document, retired=retired), **own}
    whole: types.Process = result
    return whole


def summary(row: Version, document: Process, *, retired: bool) -> types.Process:
    """Return a process without the fields of its kind."""
    result: types.Process = {
        "id": encode_id("prc", row.id),
        "kind": document.kind,
        "name": document.name,
        "version": row.version,
        "title": document.title,
        "summary": document.summary,
        "triggers": list(document.triggers),
        "reviewed": row.reviewed,
        "recorded_at": format_time(row.recorded_at),
    }
    if retired:
        result["retired"] = True
    if row.actor is not None:
        result["actor"] = row.actor
    return result


def listed(row: Version, document: Process, *, retired: bool) -> types.Process:
    """Return a process as a list holds it: without its body and its triggers."""
    result = summary(row, document, retired=retired)
    del result["triggers"]
    return result


def matches(found: Iterable[tuple[Match, Version, Process]]) -> list[ProcessMatch]:
    """Return matches as `match_process` answers them."""
    listed: list[Any] = [
        {
            "name": match.name,
            "kind": document.kind,
            "version": row.version,
            "reviewed": row.reviewed,
            "score": match.score,
            "matched": [
                {"trigger": trigger.trigger, "score": trigger.score} for trigger in match.matched
            ],
            **({"words": list(match.words)} if match.words else {}),
            "summary": document.summary,
        }
        for match, row, document in found
    ]
    return listed
