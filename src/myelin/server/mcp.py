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
from myelin.server.pages import page
from myelin.server.threads import in_thread

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from myelin.engine.operation import Resource, Tool
    from myelin.server.served import ServedBrain

_log = logging.getLogger("myelin.server")

# Lists come from the program's tables; the content of a resource can change at any time.
_FIXED: tuple[CacheableMethod, ...] = ("tools/list", "resources/list", "resources/templates/list")
_FIXED_MS = 300_000
_FRESH: dict[CacheableMethod, CacheHint] = {
    "resources/read": CacheHint(),
    "prompts/list": CacheHint(),
}


MEMORY_ADDRESS = "myelin://memory/"
MEMORY_TEMPLATE = {
    "uriTemplate": f"{MEMORY_ADDRESS}{{id}}",
    "name": "memory",
    "title": "One memory",
    "description": "A memory by its id or the beginning of one, as get_memory returns it.",
    "mimeType": "application/json",
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

    async def list_tools(self, _context: object, params: Any) -> dict[str, Any]:
        return _listed("tools", [_listed_tool(tool) for tool in self._tools.values()], params)

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

    async def list_resources(self, _context: object, params: Any) -> dict[str, Any]:
        entries = [_listed_resource(entry) for entry in self._resources.values()]
        return _listed("resources", entries, params)

    async def list_templates(self, _context: object, params: Any) -> dict[str, Any]:
        return _listed("resourceTemplates", [MEMORY_TEMPLATE], params)

    async def read_resource(
        self, _context: object, params: types.ReadResourceRequestParams
    ) -> dict[str, Any]:
        uri = str(params.uri)
        entry = self._resources.get(uri)
        memory_id = uri.removeprefix(MEMORY_ADDRESS)
        if entry is None and memory_id == uri:
            raise failures.unknown("resource", uri)
        return await in_thread(self._read, uri, entry, memory_id)

    def _read(self, uri: str, entry: Resource | None, memory_id: str) -> dict[str, Any]:
        try:
            if entry is not None:
                found = self._brain.read(entry)
            else:
                from myelin.surface.operations import OPERATIONS

                found = self._brain.call(OPERATIONS["get_memory"], {"id": memory_id})
        except Exception as error:
            raise failures.protocol_error(error) from None
        content = {"uri": uri, "mimeType": "application/json", "text": failures.compact(found)}
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
    server: Server[Any] = _HonestServer(
        "myelin",
        version=metadata.version("myelin-brain"),
        title="Myelin",
        instructions=INSTRUCTIONS,
        get_tool_input_schema=_no_header_parameters,
        cache_hints={**dict.fromkeys(_FIXED, CacheHint(ttl_ms=_FIXED_MS)), **_FRESH},
    )
    paginated = types.PaginatedRequestParams
    server.add_request_handler("tools/list", paginated, handlers.list_tools)
    server.add_request_handler("tools/call", types.CallToolRequestParams, handlers.call_tool)
    server.add_request_handler("resources/list", paginated, handlers.list_resources)
    server.add_request_handler("resources/templates/list", paginated, handlers.list_templates)
    server.add_request_handler(
        "resources/read", types.ReadResourceRequestParams, handlers.read_resource
    )
    for method, (parameters, handler) in prompts.requests(brain, changes).items():
        server.add_request_handler(method, parameters, handler)
    # Replaces the package's tracing, which would record requests.
    server.middleware[:] = [_nothing_escapes]
    return server


class _HonestServer(Server[Any]):
    """Announces only what is sent: word of a changed list of prompts, and nothing else.

    The package takes a served `subscriptions/listen` for all lists and for resources as well.
    """

    def get_capabilities(self, *given: Any, **named: Any) -> types.ServerCapabilities:
        """Return the capabilities that the package derives, without those that are not served."""
        found = super().get_capabilities(*given, **named)
        if found.tools is not None:
            found.tools.list_changed = False
        if found.resources is not None:
            found.resources.list_changed = found.resources.subscribe = False
        return found


def notified() -> NotificationOptions:
    """Return which lists the server tells about when they change."""
    return NotificationOptions(prompts_changed=True)


async def _nothing_escapes(
    ctx: ServerRequestContext[Any, Any], call_next: CallNext
) -> HandlerResult:
    """Replace an unexpected exception by an internal error; the package would send its text."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise
    except Exception as error:
        _log.error("failed: %s", where(error))
        raise MCPError(types.INTERNAL_ERROR, "Something failed inside Myelin.") from None


def _no_header_parameters(_tool: str) -> None:
    """Return nothing: no tool takes parameters from HTTP headers, so no schema is needed."""


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


def _listed(kind: str, items: list[dict[str, Any]], params: Any) -> dict[str, Any]:
    """Return one page of a list, from the cursor in the parameters on."""
    shown, following = page(items, None if params is None else params.cursor)
    answer = {kind: shown, "resultType": "complete"}
    return answer if following is None else {**answer, "nextCursor": following}


def _listed_resource(entry: Resource) -> dict[str, Any]:
    return {
        "uri": entry.uri,
        "name": entry.name,
        "title": entry.title,
        "description": entry.description,
        "mimeType": entry.mime_type,
    }
