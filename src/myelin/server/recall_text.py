"""The text of a recall for models: what a reader acts on, in a fifth to a third fewer tokens.

A line about a memory begins with its id. Each line of a memory's text begins with `| `, so no text
can pass for a line of the program. What a client says of itself stands in quotes.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

_TEXT = "| "
# In this order; what an item leaves out has its default.
_WORDS = ("tier", "via", "parent", "evidence", "looks_like")
_NUMBERS = ("trust", "match", "bm25", "also", "harmful")
_QUOTED = ("subject", "session")
_DAY_CHARS = 10


def for_models(result: Mapping[str, Any]) -> str:
    """Return the text of a result of recall.

    What only the object holds: scores and sizes, the words that matched, and the time of the day.
    """
    lines: list[str] = []
    for title, items in (("always", result["core"]), ("found", result["memories"])):
        if items:
            lines.append(f"{title}:")
            lines += (line for item in items for line in _item(item))
    lines += (
        f"cannot all hold ({group['why']}): {' '.join(group['ids'])}"
        for group in result["contradictions"]
    )
    lines += (
        f"about {_quoted(group['subject'])}: {' '.join(group['ids'])}"
        for group in result.get("same_subject", ())
    )
    if result["omitted_count"]:
        more = result["omitted_count"] - len(result["omitted"])
        ids = " ".join(result["omitted"]) + (f" and {more} more" if more else "")
        lines.append(f"over the budget, see get_memory: {ids}")
    if not result["core"] and not result["memories"]:
        lines.append("nothing found")
    if "note" in result:
        lines.append(result["note"])
    return "\n".join(lines)


def _item(item: Mapping[str, Any]) -> Iterable[str]:
    said = [item["id"], item["class"], f"by {item.get('origin', 'host')}"]
    if "actor" in item:
        said.append(_quoted(item["actor"]))
    said += (f"{name} {item[name]}" for name in (*_WORDS, *_NUMBERS) if name in item)
    said += (
        f"{name.partition('_')[0]} {item[name][:_DAY_CHARS]}"
        for name in ("observed_at", "recorded_at")
        if name in item
    )
    said += (f"{name} {_quoted(item[name])}" for name in _QUOTED if name in item)
    if item.get("tags"):
        said.append(f"tags {_quoted(', '.join(item['tags']))}")
    if item.get("contradicts"):
        said.append(f"contradicts {' '.join(item['contradicts'])}")
    if item.get("truncated"):
        said.append("excerpt")
    yield " ".join(said)
    # Every kind of line break counts: a reader may show any of them as one.
    yield from (f"{_TEXT}{line}" for line in item["content"].splitlines() or [""])


def _quoted(text: str) -> str:
    """Return a text in quotes on one line."""
    return json.dumps("".join(c if c.isprintable() else " " for c in text), ensure_ascii=False)
