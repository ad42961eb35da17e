"""How processes, standards and prechecks read to a person."""

from collections.abc import Mapping
from typing import Any

from myelin.cli.console import Block, Lines, Part, Table

Result = Mapping[str, Any]


def saved(result: Result) -> list[Part]:
    """Return what became of a document that was to be saved, with what it changed."""
    state = "saved" if result["created"] else "was there already"
    reviewed = "reviewed" if result["reviewed"] else "not reviewed"
    facts = [result["kind"]] if "kind" in result else []
    name = f"{result['name']}@{result['version']}"
    return [Block(name, [*facts, state, reviewed], result.get("diff", "").rstrip("\n"))]


def processes(result: Result) -> list[Part]:
    """Return processes as a table."""
    rows = [
        (each["name"], each["kind"], str(each["version"]), _state(each), each["title"])
        for each in result["processes"]
    ]
    table = Table(("NAME", "KIND", "VERSION", "STATE", "TITLE"), rows)
    return [table if rows else Lines(["No process was found."]), *_left_out(result)]


def standards(result: Result) -> list[Part]:
    """Return standards as a table."""
    rows = [
        (
            each["name"],
            str(each["version"]),
            _state(each),
            f"{each['rules']} rules, {each['risks']} risks",
            each["title"],
        )
        for each in result["standards"]
    ]
    table = Table(("NAME", "VERSION", "STATE", "HOLDS", "TITLE"), rows)
    return [table if rows else Lines(["No standard was found."]), *_left_out(result)]


def _left_out(result: Result) -> list[Part]:
    omitted = result.get("omitted_count")
    return [Lines([f"{omitted} more are left out."])] if omitted else []


def matched(result: Result) -> list[Part]:
    """Return the processes that fit a task, each with the triggers that say so."""
    if not result["matches"]:
        return [Lines(["No process fits."])]
    return [
        Block(
            each["name"],
            [
                each["kind"],
                f"score {each['score']}",
                _why(each),
                *([] if each["reviewed"] else ["not reviewed"]),
            ],
            each["summary"],
        )
        for each in result["matches"]
    ]


def _why(match: Result) -> str:
    if match["matched"]:
        return "matched " + ", ".join(trigger["trigger"] for trigger in match["matched"])
    return "words only: " + ", ".join(match.get("words", ()))


def prechecked(result: Result) -> list[Part]:
    """Return the level of an action and every risk that matched it."""
    risks = [
        Block(
            f"{each['standard']}/{each['risk']}",
            [each["level"], *([] if each["reviewed"] else ["not reviewed"])],
            f"{each['reason']}\nInstead: {each['instead']}",
        )
        for each in result["matches"]
    ]
    return [Lines([result["level"]]), *risks, Lines([result["note"]])]


def state(of: Result) -> str:
    """Return one line about a version: which it is and whether it is in force."""
    return f"{of['name']}@{of['version']}: {_state(of)}"


def _state(of: Result) -> str:
    if of.get("retired"):
        return "retired"
    return "reviewed" if of["reviewed"] else "not reviewed"
