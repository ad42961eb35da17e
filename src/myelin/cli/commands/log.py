"""`myelin log`: what was written and served, and by whom."""

from dataclasses import asdict
from typing import Any

from myelin.cli import terminal
from myelin.cli.console import Lines, Table
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.cli.render import history, restore_points
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import parse_time
from myelin.owner import states
from myelin.store import Session
from myelin.upkeep import log as telling


def log(
    invocation: Invocation, *, since: str | None, limit: int, decisions: bool, seen: bool
) -> int:
    """Print the newest entries of the log, or the decisions of the owner, the newest first.

    Raises:
        ArgumentInvalid: the time or the limit cannot be used.
        TerminalRequired: an agent drives this shell, and decisions were to be acknowledged.
    """
    if seen and not decisions:
        raise argument_invalid("log", "/seen", "goes with --decisions")
    if decisions:
        return _decisions(invocation, acknowledge=seen)
    if not 1 <= limit <= telling.ENTRIES_MAX:
        raise argument_invalid("log", "/limit", f"is not from 1 to {telling.ENTRIES_MAX}")
    try:
        since_ms = 0 if since is None else parse_time(since)
    except ValueError as error:
        raise argument_invalid("log", "/since", str(error)) from None
    brain = invocation.brain()
    with brain.past() as past:
        events = past.newest_events(limit, since_ms)
        left_out = states.left_out(past)
    with brain.opened(LOCAL_OWNER) as engine:
        entries = telling.entries(engine.cores, events)
        result = {"brain": asdict(engine.brain), "entries": entries, **left_out}
        with engine.store.read() as session:
            openings = telling.openings(engine.cores, session, entries)
    rows = [
        (
            str(entry["seq"]),
            entry["time"],
            entry["kind"],
            entry.get("by", ""),
            history.happened(entry, openings),
        )
        for entry in entries
    ]
    table = Table(("RECORD", "TIME", "KIND", "BY", "WHAT"), rows)
    invocation.console.result(result, table if rows else Lines(["Nothing was logged then."]))
    return restore_points.tell_left_out(invocation, left_out)


def _decisions(invocation: Invocation, *, acknowledge: bool) -> int:
    from myelin.engine import dispatch
    from myelin.upkeep import decisions

    def answer(session: Session) -> dict[str, Any]:
        listed: dict[str, Any] = {"decisions": decisions.newest(session)}
        if acknowledge:
            listed["acknowledged"] = decisions.acknowledge(session)
        return listed

    if acknowledge:
        # Only a person at a terminal has seen them; there is no flag for it.
        terminal.require(invocation.environment)
    with invocation.brain().opened(LOCAL_OWNER) as engine:
        result = dispatch.run(
            engine, "write" if acknowledge else "read", answer, act="acknowledge_decisions"
        )
    rows = [
        (one["decided_at"], one["decided_by"], "" if one["seen"] else "new", _act(one))
        for one in result["decisions"]
    ]
    table = Table(("TIME", "DECIDED BY", "STATE", "WHAT"), rows)
    invocation.console.result(result, table if rows else Lines(["No decision is recorded."]))
    return 0


def _act(one: dict[str, Any]) -> str:
    return f"{one['act']} {one['subject']}".strip()
