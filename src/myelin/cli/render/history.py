"""Entries of the log as a person reads them: what was done, and to what."""

from collections.abc import Mapping
from typing import Any

from myelin.cli.render.memory import quoted


def happened(entry: Mapping[str, Any], openings: Mapping[str, str]) -> str:
    """Return what one entry of the log says was done, with the first words of its memories.

    A memory without first words was purged; its line says that it is gone.
    """
    act = entry.get("act", "").replace("_", " ")
    said = [_row(row, entry, openings) for row in entry.get("rows", [])]
    said += entry.get("ids", [])
    if "note" in entry:
        said += _beyond(entry["note"], act)
    done = "; ".join(said)
    return f"{act}: {done}" if act and done else act or done


def _beyond(note: str, act: str) -> list[str]:
    """Return the parts of a note that do not repeat the act."""
    return [part for part in note.split("; ") if not (act and part.startswith(act))]


def _row(row: Mapping[str, Any], entry: Mapping[str, Any], openings: Mapping[str, str]) -> str:
    what = "" if row["what"] == entry.get("act", "").replace("_", " ") else row["what"]
    words = [
        what,
        row.get("id", ""),
        row.get("class", ""),
        _opening(row, openings),
        _writer(row, entry),
    ]
    return " ".join(word for word in words if word)


def _opening(row: Mapping[str, Any], openings: Mapping[str, str]) -> str:
    memory = row.get("id", "")
    if not memory.startswith("mem_"):
        return ""
    return quoted(openings[memory]) if memory in openings else "(gone)"


def _writer(row: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """Return who a row is of, where the entry does not say it already."""
    who = [row["origin"]] if "origin" in row and row["origin"] != entry.get("by") else []
    # What a client says of itself stands in quotes, so that no name reads as a word of ours.
    who += [quoted(row[name]) for name in ("actor", "session") if name in row]
    return f"({', '.join(who)})" if who else ""
