"""`myelin log` and `myelin undo`: what clients wrote and were served, and taking it back."""

from dataclasses import asdict
from typing import Any

from myelin.cli.console import Lines, Table
from myelin.cli.desk import Desk, invalid
from myelin.engine import dispatch
from myelin.kernel.clock import parse_time
from myelin.upkeep import log as telling


def log(desk: Desk, since: str | None, limit: int) -> int:
    """Print the newest entries of the log, the newest first, and return 0.

    Raises:
        ArgumentInvalid: the time or the limit cannot be used.
    """
    if not 1 <= limit <= telling.ENTRIES_MAX:
        raise invalid("log", "/limit", f"is not from 1 to {telling.ENTRIES_MAX}")
    try:
        since_ms = 0 if since is None else parse_time(since)
    except ValueError as error:
        raise invalid("log", "/since", str(error)) from None
    location = desk.location()
    root = desk.root(location)
    with desk.past(location, root) as past:
        events = list(past.events())
    with desk.engine(location, root) as engine:
        entries = telling.newest(engine.upkept, events, since_ms, limit)
        result = {"brain": asdict(engine.brain), "entries": entries}
    rows = [(str(entry["seq"]), entry["time"], entry["kind"], _what(entry)) for entry in entries]
    desk.console.result(result, Table(("RECORD", "TIME", "KIND", "WHAT"), rows))
    return 0


def undo(desk: Desk, id: str) -> int:
    """Put back what stood before a client's write, and return 0.

    Raises:
        MemoryUnknown, IdAmbiguous: the id names no memory, or several.
        UndoRefused: the owner wrote it, or it is superseded.
        TerminalRequired: an agent drives this shell.
    """
    desk.refuse_agents()
    location = desk.location()
    with desk.engine(location, desk.root(location)) as engine:
        result = dispatch.run(
            engine, "write", lambda session: engine.memory.undo(session, id), note="undo"
        )
    memory = result["memory"]
    if result["how"] == "archived":
        said = f"{result['undone']} replaced nothing; it is in the archive tier now."
    else:
        said = f"{result['undone']} was superseded by {memory['id']}, which says what stood before."
    desk.console.result(result, Lines([said]))
    return 0


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
