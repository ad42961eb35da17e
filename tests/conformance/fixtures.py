"""What the official conformance suite asks of a server, as rows added to the table of answers.

Myelin asks clients nothing and logs nothing to them; these tools do, so that the suite can see
how the transport carries it.
"""

import base64
import hashlib
import hmac
import json
import queue
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from myelin.server import messages, shapes, streams
from myelin.server.answers import Row
from myelin.server.connection import Connection
from myelin.server.messages import Message, Reply
from myelin.server.protocol import (
    CAPABILITIES_KEY,
    HANDSHAKE,
    INVALID_PARAMS,
    LOG_LEVEL_KEY,
    Refusal,
    era_of,
)
from myelin.server.served import Client

Params = Mapping[str, Any]
Fixture = Callable[[Params, Client], dict[str, Any]]
ASK_S = 30.0
MISSING_CAPABILITY = -32021
PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIA"
    "X8jx0gAAAABJRU5ErkJggg=="
)
WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
NAMED = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
OKAY = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
COLOUR = {"type": "object", "properties": {"color": {"type": "string"}}, "required": ["color"]}


class AskingConnection(Connection):
    """A connection that also sends requests, and hands the client's replies to who waits."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._asked = 0
        self._replies: dict[object, queue.SimpleQueue[Params]] = {}

    def ask(self, method: str, params: Params) -> Params:
        """Return the client's result for a request of ours."""
        self._asked += 1
        request_id = f"asked-{self._asked}"
        reply = self._replies[request_id] = queue.SimpleQueue()
        self._send_notification(
            messages._line({"id": request_id, "method": method, "params": params})
        )
        return reply.get(timeout=ASK_S)

    def tell(self, method: str, params: Params) -> None:
        """Send a notification."""
        self._send_notification(messages.notification_line(method, params))

    def _receive(self, message: Message) -> None:
        if isinstance(message, Reply) and message.id in self._replies:
            self._replies[message.id].put(message.result)
        super()._receive(message)


def rows(table: Mapping[str, Row], connection: Callable[[], AskingConnection]) -> dict[str, Row]:
    """Return the rows of a table with the fixtures of the suite."""
    tools = {**CONTENT, **_talking(connection), **INPUT}
    both = dict(table)

    def with_fixtures(method: str, own: Mapping[str, Fixture], name: str) -> None:
        row = table[method]
        both[method] = replace(
            row, run=lambda params, client: own.get(params[name], row.run)(params, client)
        )

    with_fixtures("tools/call", tools, "name")
    with_fixtures("prompts/get", PROMPTS, "name")
    both["resources/read"] = replace(table["resources/read"], run=_reader(table["resources/read"]))
    listed = [
        {"name": name, "description": name, "inputSchema": SCHEMAS.get(name, {"type": "object"})}
        for name in tools
    ]
    both["tools/list"] = _adding(table["tools/list"], "tools", listed)
    both["resources/templates/list"] = _adding(
        table["resources/templates/list"],
        "resourceTemplates",
        [{"name": "template", "uriTemplate": "test://template/{id}/data"}],
    )
    announced = {"logging": {}, "completions": {}}
    for method in ("initialize", "server/discover"):
        both[method] = _adding(table[method], "capabilities", announced)
    nothing = Row(lambda params, client: {}, eras=(HANDSHAKE,))
    for method in ("logging/setLevel", "resources/subscribe", "resources/unsubscribe"):
        both[method] = nothing
    both["completion/complete"] = Row(
        lambda params, client: {"completion": {"values": [], "total": 0, "hasMore": False}},
        shapes.record({"ref": shapes.anything, "argument": shapes.anything}),
    )
    return both


def _adding(row: Row, member: str, more: Any) -> Row:
    def run(params: Params, client: Client) -> dict[str, Any]:
        found = row.run(params, client)
        held = found[member]
        found[member] = {**held, **more} if isinstance(held, dict) else [*held, *more]
        return found

    return replace(row, run=run)


def text(value: str) -> dict[str, Any]:
    """Return a text block."""
    return {"type": "text", "text": value}


def embedded(uri: str, kind: str, value: str) -> dict[str, Any]:
    """Return a block that holds a resource."""
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": value}}


def _says(*blocks: dict[str, Any], is_error: bool = False) -> Fixture:
    return lambda params, client: {"content": list(blocks), "isError": is_error}


IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}
CONTENT: dict[str, Fixture] = {
    "test_simple_text": _says(text("This is a simple text response for testing.")),
    "test_image_content": _says(IMAGE),
    "test_audio_content": _says({"type": "audio", "data": WAV, "mimeType": "audio/wav"}),
    "test_embedded_resource": _says(
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ),
    "test_multiple_content_types": _says(
        text("Multiple content types test:"),
        IMAGE,
        embedded(
            "test://mixed-content-resource", "application/json", '{"test":"data","value":123}'
        ),
    ),
    "test_error_handling": _says(
        text("This tool intentionally returns an error for testing"), is_error=True
    ),
    "json_schema_2020_12_tool": _says(text("x")),
    "test_x_mcp_header": lambda params, client: {"content": [text(str(params["arguments"]))]},
}


def _meta(params: Params) -> Params:
    found: Params = params.get("_meta") or {}
    return found


def _talking(connection: Callable[[], AskingConnection]) -> dict[str, Fixture]:
    """Return the tools that send notifications or ask the client."""

    def progress(params: Params, client: Client) -> dict[str, Any]:
        token = _meta(params).get("progressToken")
        for done in (0, 50, 100) if token is not None else ():
            told = {"progressToken": token, "progress": done, "total": 100}
            told["message"] = f"Completed step {done} of 100"
            connection().tell("notifications/progress", told)
        return {"content": [text("done")]}

    def log(params: Params, client: Client) -> dict[str, Any]:
        if era_of(client.version) == HANDSHAKE or LOG_LEVEL_KEY in _meta(params):
            for step in ("execution started", "processing data", "execution completed"):
                told = {"level": "info", "data": f"Tool {step}"}
                connection().tell("notifications/message", told)
        return {"content": [text("ok")]}

    def trigger(method: str) -> Fixture:
        def run(params: Params, client: Client) -> dict[str, Any]:
            connection().notify(method)
            return {"content": [text("x")]}

        return run

    def sampling(params: Params, client: Client) -> dict[str, Any]:
        asked = {"role": "user", "content": text(params["arguments"].get("prompt", "x"))}
        found = connection().ask("sampling/createMessage", {"messages": [asked], "maxTokens": 50})
        return {"content": [text(f"LLM response: {found['content']['text']}")]}

    def elicitation(schema: Params, message: str | None = None) -> Fixture:
        def run(params: Params, client: Client) -> dict[str, Any]:
            asked = message or params["arguments"].get("message", "x")
            form = {"mode": "form", "message": asked, "requestedSchema": schema}
            found = connection().ask("elicitation/create", form)
            said = json.dumps(found.get("content"))
            return {"content": [text(f"User response: {found['action']} {said}")]}

        return run

    answer = {"type": "object", "properties": {"response": {"type": "string"}}}
    return {
        "test_tool_with_progress": progress,
        "test_streaming_elicitation": progress,
        "test_tool_with_logging": log,
        "test_logging_tool": log,
        "test_trigger_tool_change": trigger("notifications/tools/list_changed"),
        "test_trigger_prompt_change": trigger(streams.PROMPTS),
        "test_sampling": sampling,
        "test_elicitation": elicitation({**answer, "required": ["response"]}),
        "test_elicitation_sep1034_defaults": elicitation(DEFAULTS, "defaults"),
        "test_elicitation_sep1330_enums": elicitation(ENUMS, "enums"),
    }


def _options(*names: str) -> list[str]:
    return list(names)


DEFAULTS = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string", "enum": ["active", "inactive", "pending"], "default": "active",
        },
        "verified": {"type": "boolean", "default": True},
    },
}  # fmt: skip
TITLED = [
    {"const": f"value{number}", "title": f"{word} Option"}
    for number, word in enumerate(("First", "Second", "Third"), 1)
]
ENUMS = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": _options("option1", "option2", "option3")},
        "titledSingle": {"type": "string", "oneOf": TITLED},
        "legacyEnum": {
            "type": "string",
            "enum": _options("opt1", "opt2", "opt3"),
            "enumNames": _options("Option One", "Option Two", "Option Three"),
        },
        "untitledMulti": {
            "type": "array",
            "items": {"type": "string", "enum": _options("option1", "option2", "option3")},
        },
        "titledMulti": {
            "type": "array",
            "items": {
                "anyOf": [
                    {"const": each["const"], "title": each["title"].replace("Option", "Choice")}
                    for each in TITLED
                ]
            },
        },
    },
}


def asking(requests: Params, state: str | None = None) -> dict[str, Any]:
    """Return the result that asks the client for more input, with a sealed state."""
    result = {"resultType": "input_required", "inputRequests": requests}
    return result if state is None else {**result, "requestState": _sealed(state)}


def _elicit(message: str = "What is your name?", schema: Params = NAMED) -> dict[str, Any]:
    params = {"mode": "form", "message": message, "requestedSchema": schema}
    return {"method": "elicitation/create", "params": params}


def _sample(message: str) -> dict[str, Any]:
    asked = {"role": "user", "content": text(message)}
    params = {"messages": [asked], "maxTokens": 50}
    return {"method": "sampling/createMessage", "params": params}


ROOTS = {"method": "roots/list", "params": {}}


def _sealed(state: str) -> str:
    seal = hmac.new(b"k" * 32, state.encode(), hashlib.sha256).hexdigest()
    return f"{seal}.{base64.urlsafe_b64encode(state.encode()).decode()}"


def _opened(params: Params) -> str | None:
    sealed = params.get("requestState")
    if sealed is None:
        return None
    try:
        state = base64.urlsafe_b64decode(sealed.partition(".")[2]).decode()
    except ValueError:
        state = ""
    if not hmac.compare_digest(_sealed(state), sealed):
        raise Refusal(INVALID_PARAMS, "Invalid or expired requestState")
    return state


def _responses(params: Params) -> Params:
    found: Params = params.get("inputResponses") or {}
    return found


def _wanting(requests: Params, said: Callable[[Params], str], state: str | None = None) -> Fixture:
    """Return a tool that asks until every response and its own state have come back."""

    def run(params: Params, client: Client) -> dict[str, Any]:
        given, opened = _responses(params), _opened(params)
        if requests.keys() <= given.keys() and opened == state:
            return {"content": [text(said(given))]}
        return asking(requests, state)

    return run


def _rounds(params: Params, client: Client) -> dict[str, Any]:
    given, state = _responses(params), _opened(params)
    if state == "2" and "step2" in given:
        return {"content": [text("done")]}
    if state == "1" and "step1" in given:
        return asking({"step2": _elicit("Step 2", COLOUR)}, "2")
    return asking({"step1": _elicit("Step 1")}, "1")


def _tampered(params: Params, client: Client) -> dict[str, Any]:
    if _opened(params) is None:
        return asking({"confirm": _elicit("c", OKAY)}, "round-1")
    return {"content": [text("state-ok")]}


def _capable(params: Params) -> Params:
    found: Params = _meta(params).get(CAPABILITIES_KEY) or {}
    return found


def _only_capable(params: Params, client: Client) -> dict[str, Any]:
    capable = _capable(params)
    wanted = {"sample": ("sampling", _sample("hi")), "ask": ("elicitation", _elicit())}
    asked = {name: request for name, (kind, request) in wanted.items() if kind in capable}
    return asking(asked, "capabilities")


def _needs_sampling(params: Params, client: Client) -> dict[str, Any]:
    if "sampling" not in _capable(params):
        wanted = {"requiredCapabilities": {"sampling": {}}}
        raise Refusal(MISSING_CAPABILITY, "sampling required", wanted)
    return {"content": [text("ok")]}


INPUT: dict[str, Fixture] = {
    "test_missing_capability": _needs_sampling,
    "test_input_required_result_elicitation": _wanting(
        {"user_name": _elicit()}, lambda given: f"Hello, {given['user_name']['content']['name']}"
    ),
    "test_input_required_result_sampling": _wanting(
        {"capital_question": _sample("capital of France?")}, lambda given: "Model said"
    ),
    "test_input_required_result_list_roots": _wanting(
        {"client_roots": ROOTS}, lambda given: "roots"
    ),
    "test_input_required_result_request_state": _wanting(
        {"confirm": _elicit("Please confirm", OKAY)}, lambda given: "state-ok", "nonce"
    ),
    "test_input_required_result_multiple_inputs": _wanting(
        {"user_name": _elicit(), "greeting": _sample("greet"), "client_roots": ROOTS},
        lambda given: "All",
        "many",
    ),
    "test_input_required_result_multi_round": _rounds,
    "test_input_required_result_tampered_state": _tampered,
    "test_input_required_result_capabilities": _only_capable,
}
SCHEMAS: dict[str, dict[str, Any]] = {
    "json_schema_2020_12_tool": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
    "test_x_mcp_header": {
        "type": "object",
        "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
    },
}


def _prompt(*blocks: Callable[[Params], dict[str, Any]]) -> Fixture:
    def run(params: Params, client: Client) -> dict[str, Any]:
        given = params.get("arguments") or {}
        return {"messages": [{"role": "user", "content": block(given)} for block in blocks]}

    return run


def _context_prompt(params: Params, client: Client) -> dict[str, Any]:
    if "user_context" in _responses(params):
        return {"messages": [{"role": "user", "content": text("context")}]}
    return asking({"user_context": _elicit()})


PROMPTS: dict[str, Fixture] = {
    "test_simple_prompt": _prompt(lambda given: text("This is a simple prompt for testing.")),
    "test_prompt_with_arguments": _prompt(
        lambda given: text(
            f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'"
        )
    ),
    "test_prompt_with_embedded_resource": _prompt(
        lambda given: embedded(
            given.get("resourceUri", "test://x"),
            "text/plain",
            "Embedded resource content for testing.",
        ),
        lambda given: text("Please process the embedded resource above."),
    ),
    "test_prompt_with_image": _prompt(
        lambda given: IMAGE, lambda given: text("Please analyze the image above.")
    ),
    "test_input_required_result_prompt": _context_prompt,
}


def _reader(row: Row) -> Fixture:
    def run(params: Params, client: Client) -> dict[str, Any]:
        uri: str = params["uri"]
        content = {"uri": uri, "mimeType": "text/plain"}
        if uri == "test://static-text":
            said = "This is the content of the static text resource."
            return {"contents": [{**content, "text": said}]}
        if uri == "test://static-binary":
            return {"contents": [{"uri": uri, "mimeType": "image/png", "blob": PNG}]}
        if uri.startswith("test://template/"):
            said = json.dumps({"id": uri.split("/")[3], "templateTest": True})
            return {"contents": [{**content, "mimeType": "application/json", "text": said}]}
        return row.run(params, client)

    return run
