"""`myelin log`: what was written and served, and by whom."""

from dataclasses import asdict
from typing import Any

from myelin.cli.console import Table
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import restore_points
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import parse_time
from myelin.upkeep import log as telling


def log(invocation: Invocation, *, since: str | None, limit: int) -> int:
    """Print the newest entries of the log, the newest first, and return 0.

    Raises:
        ArgumentInvalid: the time or the limit cannot be used.
    """
    if not 1 <= limit <= telling.ENTRIES_MAX:
        raise argument_invalid("log", "/limit", f"is not from 1 to {telling.ENTRIES_MAX}")
    try:
        since_ms = 0 if since is None else parse_time(since)
    except ValueError as error:
        raise argument_invalid("log", "/since", str(error)) from None
    brain = invocation.brain()
    with brain.past() as past:
        events = past.newest_events(limit, since_ms)
        left_out = restore_points.left_out(past)
    with brain.opened(LOCAL_OWNER) as engine:
        entries = telling.entries(engine.cores, events)
        result = {"brain": asdict(engine.brain), "entries": entries, **left_out}
    rows = [(str(entry["seq"]), entry["time"], entry["kind"], _what(entry)) for entry in entries]
    invocation.console.result(result, Table(("RECORD", "TIME", "KIND", "WHAT"), rows))
    return restore_points.tell_left_out(invocation, left_out)


def _what(entry: dict[str, Any]) -> str:
    told = [_row(row) for row in entry.get("rows", [])]
    told += entry.get("ids", [])
    if "note" in entry:
        told.append(entry["note"])
    return "; ".join(told)


def _row(row: dict[str, Any]) -> str:
    who = [row[name] for name in ("origin", "actor", "session") if name in row]
    words = [row.get("id", ""), row["what"], row.get("class", "")]
    return " ".join(word for word in [*words, f"({', '.join(who)})" if who else ""] if word)
