"""How outcomes and proposals read to a person, with small bars."""

from collections.abc import Mapping, Sequence
from typing import Any

from myelin.cli.console import Block, Facts, Lines, Part, Table

Result = Mapping[str, Any]

_BAR_CHARS = 10
_FULL, _EMPTY = "█", "░"
_HEIGHTS = "▁▂▃▄▅▆▇█"
_NO_WEEK = "·"


def logged(result: Result) -> list[Part]:
    """Return an outcome as it was logged, and what it raised."""
    outcome = result["outcome"]
    raised = [
        f"proposes {one['kind']} for {one['target']}: myelin proposals show {one['id']}"
        for one in result["proposals"]
    ]
    facts = [outcome["outcome"], outcome["task_kind"], outcome["signal"]]
    return [Block(outcome["id"], facts, "", raised), *_noted(result)]


def proposals(result: Result) -> list[Part]:
    """Return proposals as a table, newest first."""
    rows = [
        (
            one["id"],
            one["kind"],
            one["target"],
            one["state"] + (f" by {one['decided_by']}" if "decided_by" in one else ""),
            one["reason"],
        )
        for one in result["proposals"]
    ]
    columns = ("ID", "KIND", "TARGET", "STATE", "REASON")
    return [
        Table(columns, rows, wide=("TARGET", "REASON"))
        if rows
        else Lines(["No proposal is in that state."])
    ]


def proposal(shown: Result) -> list[Part]:
    """Return one proposal with all that it rests on."""
    return [Lines(proposal_lines(shown))]


def proposal_lines(shown: Result) -> list[str]:
    """Return one proposal line by line, as it is shown before a person decides."""
    one = shown["proposal"]
    lines = [f"{one['id']}  {one['kind']}  {one['target']}  {one['state']}", one["reason"]]
    if "words" in shown:
        lines += ["A client's own words:", *_indented(shown["words"])]
    if "stale" in shown:
        lines.append(f"! stale: {shown['stale']}")
    if shown["evidence"]:
        known = ", ".join(f"{count} by {signal}" for signal, count in shown["signals"].items())
        lines.append(f"Seen in {len(shown['evidence'])} outcomes ({known}){_within(shown)}:")
    for seen in shown["evidence"]:
        by = f"{seen['origin']} ({seen['actor']})" if "actor" in seen else seen["origin"]
        by += ", claimed" if seen["claimed"] else ""
        lines.append(f"  {seen['recorded_at']}  {seen['outcome']}  {seen['signal']}  {by}")
        said = [*seen["task"].splitlines()[:1], *seen["summary"].splitlines()]
        lines += [f"    {line}" for line in said]
    lines += [
        f"! near: {each['kind']} {each['name']}  {each['text']}" for each in shown["duplicates"]
    ]
    if shown["body"] != "none" and not shown["change"]:
        lines.append(f"It needs a {shown['body']} that you write: --body FILE, or your editor.")
    for title, text in (
        ("Now:", shown["now"]),
        ("Then:", shown["then"]),
        ("Difference:", shown["difference"]),
    ):
        if text:
            lines += [title, *_indented(text)]
    lines.append(shown["act"])
    lines += [f"! {sentence}" for sentence in shown["lost"]]
    return [*lines, f"sha256 {shown['sha256']}"]


def outcomes(result: Result) -> list[Part]:
    """Return how tasks went: rates as bars, the last weeks as columns, and what memories did."""
    counted = result["proposals"]
    parts: list[Part] = [
        Facts(
            [
                ("outcomes", str(result["outcomes"])),
                ("weeks since", result["since"]),
                ("proposals", ", ".join(f"{count} {state}" for state, count in counted.items())),
            ]
        )
    ]
    columns = ("SUCCESS", "RATE", "OF", "WEEKS")
    kinds = [(_bar(each), *_tally(each), each["task_kind"]) for each in result["by_task_kind"]]
    processes = [
        (_bar(each), *_tally(each), f"{each['process']}@{each['version']}")
        for each in result["by_process"]
    ]
    for name, rows in (("TASK KIND", kinds), ("PROCESS", processes)):
        if rows:
            parts += [Lines([""]), Table((*columns, name), rows)]
    for name, memories in (("HELPED", result["helped"]), ("MISLED", result["misled"])):
        if memories:
            used = [(str(each["outcomes"]), each["id"]) for each in memories]
            parts += [Lines([""]), Table((name, "MEMORY"), used)]
    return parts


def _tally(each: Result) -> tuple[str, str, str]:
    return f"{each['rate']:.0%}", str(each["total"]), _weeks(each["weeks"])


def _bar(each: Result) -> str:
    full: int = round(each["rate"] * _BAR_CHARS)
    return _FULL * full + _EMPTY * (_BAR_CHARS - full)


def _weeks(weeks: Sequence[Mapping[str, int]]) -> str:
    """Return a column a week, as high as its rate of success; a dot where nothing was logged."""
    return "".join(
        _HEIGHTS[round(week["success"] / week["total"] * (len(_HEIGHTS) - 1))]
        if week["total"]
        else _NO_WEEK
        for week in weeks
    )


def _within(shown: Result) -> str:
    if len(shown["evidence"]) < 2:
        return ""
    span_s = shown["span_s"]
    for unit, unit_s in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if span_s >= 2 * unit_s:
            return f", within {span_s // unit_s + 1} {unit}"
    return ", all within two minutes"


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.splitlines()]


def _noted(result: Result) -> list[Part]:
    return [Lines([result["note"]])] if "note" in result else []
