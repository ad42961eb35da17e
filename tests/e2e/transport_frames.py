"""Frames for the comparison of the two transports: seeded, valid and broken in many ways."""

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.e2e.mcp_wire import ENVELOPE

ODD: list[Any] = [
    None, True, False, 0, -1, 7, 10**30, 1.5, 1e308, "", "x", "é🚀", "a\x00b",
    [], [1], ["x"], {}, {"a": {"b": [None]}}, "x" * 5000,
]  # fmt: skip
SHAKE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"roots": {"listChanged": True}, "sampling": {}, "experimental": {"x": {}}},
    "clientInfo": {"name": "pair", "version": "1", "title": "Pair"},
}
NOTE = {"content": "The build runs on two cores.", "class": "note", "subject": "build"}
TOOLS: list[tuple[str, dict[str, Any]]] = [
    ("remember", NOTE),
    ("remember", {"content": "Deploys are on Tuesdays.", "class": "decision", "tags": ["deploy"]}),
    ("recall", {"query": "when does the build run?"}),
    ("recall", {"query": "deploys", "budget_bytes": 4096, "explain": True}),
    ("get_memory", {"id": "mem_0000"}),
    ("list_memories", {"limit": 3}),
    ("link_memories", {"from": "mem_0000", "to": "mem_1111", "type": "supports"}),
    ("match_process", {"task": "fix a failing build"}),
    ("get_workflow", {"name": "release"}),
    ("save_process", {"yaml": "kind: skill\nname: s\ntitle: S\nsummary: s\ntriggers: [x]\n"}),
    ("list_processes", {"include_versions": True}),
    ("validate", {"content": "# a\n", "standard": "markdown"}),
    ("precheck", {"action": "git push --force"}),
    ("log_outcome", {"task": "b", "task_kind": "build", "outcome": "success", "summary": "fine",
                     "signal": "reported"}),
    ("list_proposals", {}),
    ("get_preferences", {}),
    ("set_preference", {"key": "style.quotes", "value": "single",
                        "statement": "From now on always use single quotes."}),
    ("purge", {"id": "mem_0000"}),
]  # fmt: skip
READS = [each for each in TOOLS if each[0].startswith(("recall", "list", "get", "match", "pre"))]
PLAIN: list[tuple[str, dict[str, Any]]] = [
    ("ping", {}),
    ("server/discover", {}),
    ("tools/list", {}),
    ("tools/list", {"cursor": "bm9uZQ=="}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "myelin://core"}),
    ("resources/read", {"uri": "myelin://processes"}),
    ("resources/read", {"uri": "myelin://memory/mem_0000"}),
    ("resources/read", {"uri": "file:///etc/passwd"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "myelin-loop", "arguments": {"task": "ship it"}}),
    ("prompts/get", {"name": "release"}),
    ("prompts/get", {"name": "nothing"}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "myelin-loop"},
                             "argument": {"name": "task", "value": "s"}}),
    ("logging/setLevel", {"level": "info"}),
    ("resources/subscribe", {"uri": "myelin://core"}),
    ("tasks/list", {}),
    ("memories/everything", {}),
]  # fmt: skip
NOTIFICATIONS: list[dict[str, Any]] = [
    {"method": "notifications/initialized"},
    {"method": "notifications/cancelled", "params": {"requestId": "never sent"}},
    {"method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}},
    {"method": "notifications/roots/list_changed"},
    {"method": "notifications/of/tomorrow", "params": {"a": 1}},
    {"id": 88, "result": {"to": "a request that was never made"}},
]
ENVELOPE_KEYS = list(ENVELOPE["_meta"])


@dataclass(frozen=True)
class Frame:
    """One line, the id that its answer has, and what is wrong with it, if anything."""

    line: bytes
    id: object
    kind: str


def frames(seed: int, count: int, era: str) -> Iterator[Frame]:
    """Yield the frames of one connection of an era, the same for a seed."""
    chance = random.Random(f"{seed} {era}")
    for number in range(count):
        yield _frame(chance, number, era)


def _frame(chance: random.Random, number: int, era: str) -> Frame:
    roll = chance.random()
    request_id: int | str = number if chance.random() < 0.7 else f"id-{number}"
    if roll < 0.06:
        kind, line = chance.choice(BROKEN)
        meta = json.dumps(ENVELOPE)[1:-1] + "," if era == "modern" else ""
        line = line.replace(b"$ID", json.dumps(request_id).encode())
        return Frame(line.replace(b"$META", meta.encode()), request_id, kind)
    if roll < 0.09:
        return Frame(_line(chance.choice(NOTIFICATIONS)), None, "a notification")
    if roll < 0.12:
        return _other_era(chance, request_id, era)
    message: dict[str, Any] = {"id": request_id, **_request(chance, TOOLS)}
    kind = message["method"]
    if era == "modern":
        message.setdefault("params", {}).update(copy.deepcopy(ENVELOPE))
    if roll < 0.55:
        _spoil(chance, message, era)
    elif roll < 0.6:
        message[chance.choice(["jsonrpc", "method", "params"])] = chance.choice(ODD)
        kind = "an odd member of the message"
    if era == "modern" and not _has_version(message):
        kind = "no envelope among envelopes"
    return Frame(_line(message), request_id, kind)


def _request(chance: random.Random, tools: Sequence[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    if chance.random() < 0.5:
        name, arguments = copy.deepcopy(chance.choice(tools))
        return {"method": "tools/call", "params": {"name": name, "arguments": arguments}}
    method, params = copy.deepcopy(chance.choice(PLAIN))
    return {"method": method, "params": params} if params else {"method": method}


def _has_version(message: Mapping[str, Any]) -> bool:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and ENVELOPE_KEYS[0] in meta


def _other_era(chance: random.Random, request_id: int | str, era: str) -> Frame:
    # Reads alone: the package refuses them all, and both brains have to stay alike.
    message: dict[str, Any] = {"id": request_id, **_request(chance, READS)}
    if era == "handshake":
        message.setdefault("params", {}).update(copy.deepcopy(ENVELOPE))
        return Frame(_line(message), request_id, "an envelope after a handshake")
    if chance.random() < 0.5:
        # Never a whole one: the requests without an envelope after it would be served.
        params = copy.deepcopy(SHAKE)
        del params[chance.choice(list(params))]
        message = {"id": request_id, "method": "initialize", "params": params}
        return Frame(_line(message), request_id, "a handshake among envelopes")
    return Frame(_line(message), request_id, "no envelope among envelopes")


def _spoil(chance: random.Random, message: dict[str, Any], era: str) -> None:
    """Change one member of the parameters, at any depth."""
    places = list(_places(message.get("params", {})))
    if era == "handshake" and chance.random() < 0.15:
        message.setdefault("params", {})["_meta"] = chance.choice(
            [*ODD, {"progressToken": 1}, {"progressToken": chance.choice(ODD)}]
        )
        return
    if not places:
        return
    holder, name = chance.choice(places)
    change: Callable[[], object] = chance.choice(
        [
            lambda: holder.pop(name),
            lambda: holder.__setitem__(name, chance.choice(ODD)),
            lambda: holder.__setitem__(f"{name}_", chance.choice(ODD)),
        ]
    )
    change()


def _places(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield value, name  # type: ignore[misc]
            yield from _places(inner)


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def _call(arguments: bytes) -> bytes:
    start = b'{"jsonrpc":"2.0","id":$ID,"method":"tools/call","params":{"name":"recall",$META'
    return start + b'"arguments":{"query":"x",' + arguments + b"}}}\n"


BROKEN: list[tuple[str, bytes]] = [
    ("no JSON", b"nonsense\n"),
    ("no JSON", b'{"jsonrpc":"2.0","id":$ID,"method":"ping"\n'),
    ("no JSON", _call(b'"budget_bytes":NaN')),
    ("no JSON", _call(b'"budget_bytes":-Infinity')),
    ("no UTF-8", b'{"jsonrpc":"2.0","id":$ID,"method":"\xff\xfe"}\n'),
    ("a batch", b'[{"jsonrpc":"2.0","id":$ID,"method":"ping"}]\n'),
    ("a batch", b"[]\n"),
    ("no object", b'"text"\n'),
    ("no object", b"7\n"),
    ("no object", b"null\n"),
    ("no message", b"{}\n"),
    ("no message", b'{"jsonrpc":"2.0","id":$ID}\n'),
    ("no message", b'{"id":$ID,"method":"ping"}\n'),
    ("no message", b'{"jsonrpc":"2.0","id":null,"method":"ping"}\n'),
    ("no message", b'{"jsonrpc":"2.0","id":true,"method":"ping"}\n'),
    ("no message", b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n'),
    ("a blank line", b"\n"),
    ("a blank line", b"  \r\n"),
    ("5,000 digits", _call(b'"budget_bytes":' + b"7" * 5000)),
    ("5,000 lists", _call(b'"tags":' + b"[" * 5000 + b"]" * 5000)),
    ("half a surrogate", _call(b'"tags":["\\ud83d"]')),
    ("half a surrogate", b'{"jsonrpc":"2.0","id":$ID,"method":"\\ud83d"}\n'),
    ("a byte order mark", b'\xef\xbb\xbf{"jsonrpc":"2.0","id":$ID,"method":"nope"}\n'),
    ("a repeated member", b'{"jsonrpc":"2.0","id":0,"id":$ID,"method":"nope"}\n'),
]
