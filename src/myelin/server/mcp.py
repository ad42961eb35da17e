"""The MCP server of one brain, for any transport: tools, resources and prompts."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from myelin.kernel.errors import where
from myelin.server import failures, prompts
from myelin.server.instructions import INSTRUCTIONS
from myelin.server.threads import in_thread

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from myelin.engine.operation import Resource, Tool
    from myelin.server.served import ServedBrain

_log = logging.getLogger("myelin.server")

# What is listed comes from tables of the program; what a resource holds changes any time.
_FIXED: tuple[CacheableMethod, ...] = ("tools/list", "resources/list", "resources/templates/list")
_FIXED_MS = 300_000
_FRESH: dict[CacheableMethod, CacheHint] = {
    "resources/read": CacheHint(),
    "prompts/list": CacheHint(),
}


class _Handlers:
    """The requests that a client may send beyond the handshake."""

    def __init__(
        self,
        brain: ServedBrain,
        tools: Mapping[str, Tool],
        resources: Mapping[str, Resource],
        changes: prompts.Changes,
    ) -> None:
        self._brain = brain
        self._changes = changes
        self._tools = dict(tools)
        self._resources = resources

    async def list_tools(self, _context: object, _params: object) -> dict[str, Any]:
        return {
            "tools": [_listed_tool(tool) for tool in self._tools.values()],
            "resultType": "complete",
        }

    async def call_tool(self, context: Any, params: types.CallToolRequestParams) -> dict[str, Any]:
        tool = self._tools.get(params.name)
        if tool is None:
            raise failures.unknown("tool", params.name)
        client = context.session.client_params
        actor = None if client is None else client.client_info.name
        answer, *revisions = await in_thread(self._call, tool, params.arguments or {}, actor)
        await self._changes.note(*revisions, session=context.session)
        return answer

    def _call(
        self, tool: Tool, arguments: Mapping[str, Any], actor: str | None
    ) -> tuple[dict[str, Any], object | None, object | None]:
        """Return the answer, and the registry's revision before the first write and after each."""
        before = None
        try:
            if tool.operation.effect == "write":
                before = self._changes.before_first()
            answer = failures.answer(self._brain.call(tool.operation, arguments, actor))
        except Exception as error:
            return failures.tool_error(error), before, None
        return answer, before, self._changes.current()

    async def list_resources(self, _context: object, _params: object) -> dict[str, Any]:
        return {
            "resources": [_listed_resource(entry) for entry in self._resources.values()],
            "resultType": "complete",
        }

    async def list_templates(self, _context: object, _params: object) -> dict[str, Any]:
        return {"resourceTemplates": [], "resultType": "complete"}

    async def read_resource(
        self, _context: object, params: types.ReadResourceRequestParams
    ) -> dict[str, Any]:
        entry = self._resources.get(str(params.uri))
        if entry is None:
            raise failures.unknown("resource", str(params.uri))
        return await in_thread(self._read, entry)

    def _read(self, entry: Resource) -> dict[str, Any]:
        try:
            text = failures.compact(self._brain.read(entry))
        except Exception as error:
            raise failures.protocol_error(error) from None
        content = {"uri": entry.uri, "mimeType": entry.mime_type, "text": text}
        return {"contents": [content], "resultType": "complete"}


def build(
    brain: ServedBrain,
    *,
    tools: Mapping[str, Tool] | None = None,
    resources: Mapping[str, Resource] | None = None,
    changes: prompts.Changes | None = None,
) -> Server[Any]:
    """Return the server of one brain; the tables are those of the product unless given."""
    changes = changes or prompts.Changes(brain.revision)
    if tools is None or resources is None:
        from myelin.surface.resources import RESOURCES
        from myelin.surface.tools import TOOLS

        tools = TOOLS if tools is None else tools
        resources = RESOURCES if resources is None else resources
    handlers = _Handlers(brain, tools, resources, changes)
    server: Server[Any] = Server(
        "myelin",
        version=metadata.version("myelin-brain"),
        title="Myelin",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=_no_header_parameters,
        cache_hints={**dict.fromkeys(_FIXED, CacheHint(ttl_ms=_FIXED_MS)), **_FRESH},
    )
    page = types.PaginatedRequestParams
    server.add_request_handler("tools/list", page, handlers.list_tools)
    server.add_request_handler("tools/call", types.CallToolRequestParams, handlers.call_tool)
    server.add_request_handler("resources/list", page, handlers.list_resources)
    server.add_request_handler("resources/templates/list", page, handlers.list_templates)
    server.add_request_handler(
        "resources/read", types.ReadResourceRequestParams, handlers.read_resource
    )
    for method, (parameters, handler) in prompts.requests(brain, changes).items():
        server.add_request_handler(method, parameters, handler)
    # In place of the tracing that the package puts there, which would record what is sent.
    server.middleware[:] = [_nothing_escapes]
    return server


def notified() -> NotificationOptions:
    """Return which lists the server tells about when they change."""
    return NotificationOptions(prompts_changed=True)


async def _nothing_escapes(
    ctx: ServerRequestContext[Any, Any], call_next: CallNext
) -> HandlerResult:
    """Turn a fault of ours into a plain internal error: the package would send its text."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise
    except Exception as error:
        _log.error("failed: %s", where(error))
        raise MCPError(types.INTERNAL_ERROR, "Something failed inside Myelin.") from None


def _no_header_parameters(_tool: str) -> None:
    """No tool takes parameters from HTTP headers: spares a tools/list before every call."""


@cache
def _schema(name: str) -> dict[str, Any]:
    # Loaded when the tools are first listed: a handshake needs no schema.
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
