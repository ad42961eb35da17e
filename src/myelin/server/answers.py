"""The table of answers: every request that Myelin serves, on plain dictionaries.

Both transports run this table: stdio by itself (`myelin.server.requests`), HTTP through the MCP
package (`myelin.server.sdk`). A function gets the parameters, whose shape was checked, and the
client that sent them. It returns the result without the members that an era adds, or raises a
`Refusal`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from myelin.contract.version import VERSION
from myelin.server import failures, shapes
from myelin.server.instructions import INSTRUCTIONS
from myelin.server.pages import page
from myelin.server.prompts import get_prompt, list_prompts
from myelin.server.protocol import (
    HANDSHAKE,
    MODERN,
    MODERN_VERSIONS,
    has_objects,
    negotiated,
)
from myelin.server.recall_text import for_models

if TYPE_CHECKING:
    from myelin.engine.operation import Resource, Tool
    from myelin.server.served import Client

Eras = tuple[str, ...]
Run = Callable[[Mapping[str, Any], "Client"], dict[str, Any]]

_BOTH: Eras = (HANDSHAKE, MODERN)
# Lists come from the program's tables; prompts and the content of a resource can change any time.
_FIXED_MS = 300_000
_RECALL = "recall"
"""The one tool whose text is made for models: its answers are long, and read before each task."""
MEMORY_ADDRESS = "myelin://memory/"
MEMORY_TEMPLATE = {
    "uriTemplate": f"{MEMORY_ADDRESS}{{id}}",
    "name": "memory",
    "title": "One memory",
    "description": "A memory by its id or the beginning of one, as get_memory returns it.",
    "mimeType": "application/json",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table."""

    run: Run
    shape: shapes.Check = shapes.NOTHING
    eras: Eras = _BOTH
    waits: bool = False
    """True if it may wait for a disk or a lock, so that it needs a thread of its own."""
    fresh_ms: int | None = None
    """How long a client of the modern era may keep the result; None if it is never kept."""
    writes: Callable[[Mapping[str, Any]], bool] | None = None
    """For calls of tools: whether these parameters call one that writes."""


def table(
    *,
    tools: Mapping[str, Tool] | None = None,
    resources: Mapping[str, Resource] | None = None,
    notifies: bool = False,
) -> dict[str, Row]:
    """Return the table by method.

    The tools and resources are those of the product unless given. `notifies` says whether the
    transport tells clients about a changed list of prompts.
    """
    if tools is None or resources is None:
        from myelin.surface.resources import RESOURCES
        from myelin.surface.tools import TOOLS

        tools = TOOLS if tools is None else tools
        resources = RESOURCES if resources is None else resources
    known = _Known(tools, resources, capabilities(notifies=notifies))
    return {
        "initialize": Row(known.initialize, shapes.INITIALIZE, (HANDSHAKE,)),
        "ping": Row(_nothing, eras=(HANDSHAKE,)),
        "server/discover": Row(known.discover, eras=(MODERN,), fresh_ms=0),
        "tools/list": Row(known.list_tools, shapes.LIST, fresh_ms=_FIXED_MS),
        "tools/call": Row(known.call_tool, shapes.CALL, waits=True, writes=known.writes),
        "resources/list": Row(known.list_resources, shapes.LIST, fresh_ms=_FIXED_MS),
        "resources/templates/list": Row(_list_templates, shapes.LIST, fresh_ms=_FIXED_MS),
        "resources/read": Row(known.read_resource, shapes.READ, waits=True, fresh_ms=0),
        "prompts/list": Row(list_prompts, shapes.LIST, waits=True, fresh_ms=0),
        "prompts/get": Row(get_prompt, shapes.PROMPT, waits=True),
    }


def capabilities(*, notifies: bool) -> dict[str, Any]:
    """Return the capabilities of the server: what it sends is announced, and nothing else."""
    return {
        "prompts": {"listChanged": notifies},
        "resources": {"subscribe": False, "listChanged": False},
        "tools": {"listChanged": False},
    }


def server_info() -> dict[str, str]:
    """Return the name and version of this server, as `serverInfo` has them."""
    return {"name": "myelin", "title": "Myelin", "version": VERSION}


class _Known:
    """The answers that depend on the tools, resources and capabilities of a server."""

    def __init__(
        self,
        tools: Mapping[str, Tool],
        resources: Mapping[str, Resource],
        announced: Mapping[str, Any],
    ) -> None:
        self._tools = tools
        self._resources = resources
        self._announced = announced

    def initialize(self, params: Mapping[str, Any], _client: Client) -> dict[str, Any]:
        return {
            "protocolVersion": negotiated(params["protocolVersion"]),
            "capabilities": self._announced,
            "serverInfo": server_info(),
            "instructions": INSTRUCTIONS,
        }

    def discover(self, _params: Mapping[str, Any], _client: Client) -> dict[str, Any]:
        return {
            "supportedVersions": list(MODERN_VERSIONS),
            "capabilities": self._announced,
            "instructions": INSTRUCTIONS,
        }

    def list_tools(self, params: Mapping[str, Any], client: Client) -> dict[str, Any]:
        shown = [tool for tool in self._tools.values() if _may_call(client, tool)]
        return _listed("tools", [_listed_tool(tool) for tool in shown], params)

    def call_tool(self, params: Mapping[str, Any], client: Client) -> dict[str, Any]:
        tool = self._tools.get(params["name"])
        if tool is None:
            raise failures.unknown("tool", params["name"])
        if not _may_call(client, tool):
            from myelin.contract.errors import ScopeMissing

            return failures.tool_error(ScopeMissing(scope="write"))
        try:
            found = client.brain.call(tool.operation, params.get("arguments") or {}, client.name)
        except Exception as error:
            return failures.tool_error(error)
        if tool.name == _RECALL and has_objects(client.version):
            return failures.answer(found, for_models(found))
        return failures.answer(found)

    def writes(self, params: Mapping[str, Any]) -> bool:
        tool = self._tools.get(params["name"])
        return tool is not None and tool.operation.effect == "write"

    def list_resources(self, params: Mapping[str, Any], _client: Client) -> dict[str, Any]:
        entries = [_listed_resource(entry) for entry in self._resources.values()]
        return _listed("resources", entries, params)

    def read_resource(self, params: Mapping[str, Any], client: Client) -> dict[str, Any]:
        uri = params["uri"]
        entry = self._resources.get(uri)
        memory_id = uri.removeprefix(MEMORY_ADDRESS)
        if entry is None and memory_id == uri:
            raise failures.unknown("resource", uri)
        try:
            if entry is not None:
                found = client.brain.read(entry)
            else:
                from myelin.surface.operations import OPERATIONS

                found = client.brain.call(OPERATIONS["get_memory"], {"id": memory_id})
        except Exception as error:
            raise failures.protocol_error(error) from None
        content = {"uri": uri, "mimeType": "application/json", "text": failures.compact(found)}
        return {"contents": [content]}


def _may_call(client: Client, tool: Tool) -> bool:
    return client.may_write or tool.operation.effect == "read"


def _nothing(_params: Mapping[str, Any], _client: Client) -> dict[str, Any]:
    return {}


def _list_templates(params: Mapping[str, Any], _client: Client) -> dict[str, Any]:
    return _listed("resourceTemplates", [MEMORY_TEMPLATE], params)


def _listed(kind: str, items: list[dict[str, Any]], params: Mapping[str, Any]) -> dict[str, Any]:
    """Return one page of a list, from the cursor in the parameters on."""
    shown, following = page(items, params.get("cursor"))
    return {kind: shown} if following is None else {kind: shown, "nextCursor": following}


@cache
def _schema(name: str) -> dict[str, Any]:
    # Loaded when tools are first listed; a handshake needs no schema.
    from myelin.contract import schema

    return schema.published(name)


def _listed_tool(tool: Tool) -> dict[str, Any]:
    schema = _schema(tool.name)
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": schema["input"],
        "outputSchema": schema["listed"],
        "annotations": dict(tool.hints),
        **({"_meta": dict(tool.meta)} if tool.meta else {}),
    }


def _listed_resource(entry: Resource) -> dict[str, Any]:
    return {
        "uri": entry.uri,
        "name": entry.name,
        "title": entry.title,
        "description": entry.description,
        "mimeType": entry.mime_type,
    }
