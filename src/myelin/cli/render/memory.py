"""How results of the memory core read to a person."""

from collections.abc import Mapping, Sequence
from typing import Any

from myelin.cli.console import Block, Facts, Lines, Part, Table
from myelin.kernel.clock import parse_time

Result = Mapping[str, Any]

NONE = "No memory was found."

_AGES = (("d", 86_400_000), ("h", 3_600_000), ("min", 60_000))


def age(of: Result, now_ms: int) -> str:
    """Return how old a memory is, from when it was true, else from when it was learned."""
    elapsed_ms = now_ms - parse_time(of.get("observed_at") or of["recorded_at"])
    for unit, unit_ms in _AGES:
        if elapsed_ms >= unit_ms:
            return f"{elapsed_ms // unit_ms} {unit} old"
    return "new"


def recalled(result: Result, now_ms: int) -> list[Part]:
    """Return what a recall found, best first, each with the reason why it is there."""
    against = _contradicted(result)
    parts: list[Part] = [
        _recalled_item(item, against.get(item["id"], {}), now_ms)
        for item in (*result["core"], *result["memories"])
    ]
    if not parts:
        parts.append(Lines(["Nothing was found."]))
    if result["omitted_count"]:
        omitted = result["omitted_count"]
        some = ", ".join(result["omitted"])
        parts.append(Lines([f"{omitted} more did not fit the budget: {some}"]))
    return parts + _noted(result)


def _recalled_item(item: Result, against: Mapping[str, str], now_ms: int) -> Part:
    facts = [item["class"], f"trust {item['trust']:.2f}", age(item, now_ms)]
    if "match" in item:
        facts.append(f"match {item['match']:.2f}")
    facts += [f"by {_author(item)}", _why(item)]
    if item.get("evidence") == "unverified":
        facts.append("unverified")
    if item.get("tier") == "archive":
        facts.append("archived")
    remarks = [f"! contradicts {other}: {why}" for other, why in against.items()]
    if item.get("looks_like"):
        remarks.append(f"! its text looks like an {item['looks_like']}: it is data")
    if item.get("also"):
        remarks.append(f"{item['also']} more say nearly the same")
    if item.get("harmful"):
        remarks.append(f"! was harmful {item['harmful']} times")
    if item.get("truncated"):
        remarks.append(f"cut: myelin show {item['id']}")
    return Block(item["id"], facts, item["content"], remarks)


def _why(item: Result) -> str:
    if item.get("via") == "core":
        return "core"
    if item.get("via") == "meaning":
        return "near in meaning"
    if item.get("via") == "edge":
        return f"linked to {item['parent']}"
    words = ", ".join(item.get("matched", ())) or "what stands beside it"
    return f"matched {words}"


def explained(result: Result) -> list[Part]:
    """Return how each memory came by its score: what is added, then what that is multiplied by."""
    parts: list[Part] = [_explained_item(item) for item in result["explained"]]
    return parts or [Lines(["Nothing was found."])]


def _explained_item(item: Result) -> Part:
    words = ", ".join(f"{word} {value:.2f}" for word, value in item["words"].items())
    added = [f"words {sum(item['words'].values()):.2f} ({words})"]
    added += [f"{name} {item[name]:.2f}" for name in ("phrases", "common", "dates") if item[name]]
    factors = [f"{name} x {item[name]:.2f}" for name in ("coverage", "actor", "question")]
    beside = f", session + {item['session']:.2f}"
    if "meaning" in item:
        beside += f", meaning + {item['meaning']:.2f}"
    lines = [
        " + ".join(added),
        ", ".join(factors) + beside,
        f"relevance {item['relevance']:.2f}, trust {item['trust']:.2f}",
    ]
    return Block(item["id"], [f"score {item['score']:.2f}"], item["content"], lines)


def _contradicted(result: Result) -> dict[str, dict[str, str]]:
    against: dict[str, dict[str, str]] = {}
    for group in result["contradictions"]:
        for one in group["ids"]:
            for other in group["ids"]:
                if one != other:
                    against.setdefault(one, {})[other] = group["why"]
    return against


def remembered(result: Result, now_ms: int) -> list[Part]:
    """Return what became of a text that was to be remembered."""
    memory = result["memory"]
    state = "remembered" if result["created"] else "was there already"
    remarks = [f"replaces {result['superseded']}"] if "superseded" in result else []
    remarks += [f"! contradicts {c['id']}: {c['why']}" for c in result["contradictions"]]
    facts = [state, memory["class"], f"trust {memory['trust']:.2f}"]
    if len(result.get("parts", ())) > 1:
        facts.append(f"in {len(result['parts'])} parts")
    if not result["created"]:
        facts.append(age(memory, now_ms))
    return [Block(memory["id"], facts, "", remarks), *_noted(result)]


def shown(result: Result, now_ms: int) -> list[Part]:
    """Return one memory with what its trust is made of, its history and its links."""
    memory, trust = result["memory"], result["trust"]
    facts = [memory["class"], f"{memory['tier']} tier", f"by {_author(memory)}"]
    if memory["sensitivity"] != "normal":
        facts.append(memory["sensitivity"])
    parts: list[Part] = [
        Block(memory["id"], facts, memory["content"], _contradictions(result)),
        Facts(_details(memory, trust, age(memory, now_ms))),
    ]
    if result.get("parts"):
        place = (
            f"Part {result['parts'].index(memory['id']) + 1} of"
            if memory["id"] in result["parts"]
            else "A former part of"
        )
        parts.append(Lines(["", f"{place} a note of {len(result['parts'])}:", *result["parts"]]))
    if result["history"]:
        parts.append(Lines(["", "History, oldest first"]))
        parts.append(_history(versions(result), memory["id"]))
    if result.get("history_omitted"):
        parts.append(Lines([f"{result['history_omitted']} more versions are left out"]))
    if result["links"]:
        parts.append(Lines(["", "Links"]))
        rows = [(link["from"], link["type"], link["to"]) for link in result["links"]]
        parts.append(Table(("FROM", "TYPE", "TO"), rows))
    return parts


def versions(result: Result) -> list[Result]:
    """Return a memory among the versions before and after it, oldest first."""
    every = {version["id"]: version for version in (*result["history"], result["memory"])}
    return sorted(every.values(), key=lambda version: version["recorded_at"])


def _details(memory: Result, trust: Result, aged: str) -> list[tuple[str, str]]:
    made_of = f"{aged}, half-life {trust['half_life_days']:g} d"
    used = f"used {memory['uses']} times (x {trust['reinforce']:.2f})"
    rows = [
        ("trust", f"{trust['value']:.3f}: {made_of}, {used}"),
        ("recorded", memory["recorded_at"]),
        ("evidence", f"{memory['evidence']} {memory.get('evidence_ref', '')}".strip()),
    ]
    optional = ("observed_at", "subject", "session", "superseded_at", "superseded_by")
    rows += [(key.replace("_", " "), memory[key]) for key in optional if key in memory]
    return rows + [(key, ", ".join(memory[key])) for key in ("tags", "aliases") if memory[key]]


def _history(every: Sequence[Result], shown_id: str) -> Table:
    rows = [
        (
            version["id"] + (" *" if version["id"] == shown_id else ""),
            version["recorded_at"],
            "superseded" if "superseded_at" in version else "live",
            _one_line(version["content"]),
        )
        for version in every
    ]
    return Table(("ID", "RECORDED", "STATE", "CONTENT"), rows)


def listed(result: Result, now_ms: int) -> list[Part]:
    """Return a page of memories as a table."""
    rows = [
        (
            memory["id"],
            memory["class"],
            f"{memory['trust']:.2f}",
            age(memory, now_ms),
            "superseded" if "superseded_at" in memory else memory["tier"],
            _author(memory),
            _one_line(memory["content"]),
        )
        for memory in result["memories"]
    ]
    columns = ("ID", "CLASS", "TRUST", "AGE", "TIER", "BY", "CONTENT")
    return [Table(columns, rows, wide=("BY", "CONTENT")) if rows else Lines([NONE])]


def linked(result: Result) -> list[Part]:
    """Return one link and whether it is new."""
    link = result["link"]
    state = "linked" if result["created"] else "was linked already"
    return [Lines([f"{link['from']} {link['type']} {link['to']}: {state}"])]


def counted(result: Result) -> list[Part]:
    """Return counts and settings of a brain as a table, after what keeps it from being written."""
    parts: list[Part] = [Facts(_flat(result))]
    if not result["writable"]:
        parts.insert(0, Lines(["read-only: this folder cannot be written, so nothing is saved"]))
    return parts


def _flat(value: Mapping[str, Any], path: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, inner in value.items():
        name = f"{path} {key}".strip().replace("_", " ")
        if isinstance(inner, Mapping):
            rows += _flat(inner, name)
        else:
            rows.append((name, ("no", "yes")[inner] if isinstance(inner, bool) else str(inner)))
    return rows


def _author(memory: Result) -> str:
    """Return who wrote a memory: a word of the program, then in quotes who it says it was."""
    origin: str = memory.get("origin", "host")
    return f"{origin} {quoted(memory['actor'])}" if "actor" in memory else origin


def quoted(text: str) -> str:
    """Return a text in quotes, with the quotes inside it escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _contradictions(result: Result) -> list[str]:
    return [f"! contradicts {entry['id']}: {entry['why']}" for entry in result["contradictions"]]


def _noted(result: Result) -> list[Part]:
    return [Lines([result["note"]])] if "note" in result else []


def _one_line(text: str) -> str:
    return " ".join(text.split())
