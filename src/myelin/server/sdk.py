"""The table of answers on the MCP package's `Server`, for the transports that the package carries.

Nothing else in Myelin imports the package. It checks what the protocol says of an envelope and of
parameters, and shapes results for the client's era; the table does the rest.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import anyio.to_thread
import mcp_types as types
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from myelin.kernel.errors import MyelinError, where
from myelin.server import answers, failures
from myelin.server.instructions import INSTRUCTIONS
from myelin.server.protocol import INTERNAL_ERROR, MODERN, Refusal, era_of
from myelin.server.served import Client

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

    from myelin.server.served import ServedBrain

Context = Any
ClientOf = Callable[[Context], Client]
Run = Callable[[], dict[str, Any]]
InThread = Callable[[Context, Run, bool], Awaitable[dict[str, Any]]]
"""Runs a function in a thread; the last argument says whether it writes."""
_INITIALIZE = "initialize"
_log = logging.getLogger("myelin.server")


async def in_any_thread(_context: Context, run: Run, _writes: bool) -> dict[str, Any]:
    """Run a function in a thread of the package's own."""
    return await anyio.to_thread.run_sync(run)


def build(
    client_of: ClientOf,
    table: Mapping[str, answers.Row] | None = None,
    in_thread: InThread = in_any_thread,
) -> Server[Any]:
    """Return a server that answers from the table; `client_of` says who sent a request.

    `initialize` is the one row that the package answers itself, with the same content.
    """
    rows = answers.table() if table is None else table
    info = answers.server_info()
    server: Server[Any] = _TableServer(
        info["name"],
        version=info["version"],
        title=info["title"],
        instructions=INSTRUCTIONS,
        get_tool_input_schema=_no_header_parameters,
        cache_hints=_hints(rows),
    )
    for method, row in rows.items():
        if method != _INITIALIZE:
            handler = partial(_answered, row, client_of, in_thread)
            server.add_request_handler(method, types.RequestParams, handler)
    # Replaces the package's tracing, which would record requests.
    server.middleware[:] = [_nothing_escapes]
    return server


def _hints(rows: Mapping[str, answers.Row]) -> dict[CacheableMethod, CacheHint]:
    """Return how long the results of each method may be kept; the package checks the methods."""
    kept = {method: row.fresh_ms for method, row in rows.items() if row.fresh_ms is not None}
    return {cast("CacheableMethod", method): CacheHint(ms) for method, ms in kept.items()}


def one_brain(brain: ServedBrain) -> ClientOf:
    """Return what says who sent a request where every client asks the same brain."""

    def client_of(context: Context) -> Client:
        told = context.session.client_params
        name = None if told is None else told.client_info.name
        return Client(context.protocol_version, name, brain)

    return client_of


class _TableServer(Server[Any]):
    """Announces the capabilities of the table, in the place of those that the package derives."""

    def get_capabilities(self, *_given: Any, **_named: Any) -> types.ServerCapabilities:
        """Return what is served."""
        return types.ServerCapabilities.model_validate(answers.capabilities(notifies=False))


async def _answered(
    row: answers.Row, client_of: ClientOf, in_thread: InThread, context: Context, _params: object
) -> dict[str, Any]:
    """Return the result of one row; a call that waits runs in a thread."""
    params, client = context.params or {}, client_of(context)
    try:
        if row.waits:
            # A write that has begun must end, committed or refused: it is never abandoned.
            writes = row.writes is not None and row.writes(params)
            found = await in_thread(context, partial(row.run, params, client), writes)
        else:
            found = row.run(params, client)
    except Refusal as refusal:
        raise MCPError(refusal.code, refusal.message, refusal.data) from None
    except MyelinError as error:
        # No thread was free for it.
        if row.writes is None:
            told = failures.protocol_error(error)
            raise MCPError(told.code, told.message, told.data) from None
        found = failures.tool_error(error)
    if era_of(context.protocol_version) == MODERN:
        return {"resultType": "complete", **found}
    return found


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
        raise MCPError(INTERNAL_ERROR, "Something failed inside Myelin.") from None


def _no_header_parameters(_tool: str) -> None:
    """Return nothing: no tool takes parameters from HTTP headers, so no schema is needed."""
