"""Entries of the log as a person reads them: what was done, and to what."""

from collections.abc import Mapping
from typing import Any

from myelin.cli.render.memory import quoted

Openings = Mapping[str, str | None]
"""The first words of what an id names; None if it was purged."""

_QUOTED_MAX = 3
"""Of so many served memories the first words are printed; of more only the ids."""


def happened(entry: Mapping[str, Any], openings: Openings) -> str:
    """Return what one entry of the log says was done, with the first words of what it names."""
    act = entry.get("act", "").replace("_", " ")
    said = [_row(row, entry, openings) for row in entry.get("rows", [])]
    served = entry.get("ids", [])
    said += [_named(one, openings) for one in served] if len(served) <= _QUOTED_MAX else served
    if "note" in entry:
        said += _beyond(entry["note"], act)
    done = "; ".join(said)
    return f"{act}: {done}" if act and done else act or done


def _beyond(note: str, act: str) -> list[str]:
    """Return the parts of a note that do not repeat the act."""
    return [part for part in note.split("; ") if not (act and part.startswith(act))]


def _row(row: Mapping[str, Any], entry: Mapping[str, Any], openings: Openings) -> str:
    what = "" if row["what"] == entry.get("act", "").replace("_", " ") else row["what"]
    document = f"{row['name']}@{row['version']}" if "name" in row else ""
    words = [
        what,
        document or row.get("id", ""),
        row.get("class", ""),
        _opening(row.get("id", ""), openings),
        _writer(row, entry),
    ]
    return " ".join(word for word in words if word)


def _named(one: str, openings: Openings) -> str:
    return " ".join(word for word in (one, _opening(one, openings)) if word)


def _opening(one: str, openings: Openings) -> str:
    if one not in openings:
        return ""
    opening = openings[one]
    return "(purged)" if opening is None else quoted(opening)


def _writer(row: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    """Return who a row is of, where the entry does not say it already."""
    who = [row["origin"]] if "origin" in row and row["origin"] != entry.get("by") else []
    # What a client says of itself stands in quotes, so that no name reads as a word of ours.
    who += [quoted(row[name]) for name in ("actor", "session") if name in row]
    return f"({', '.join(who)})" if who else ""
