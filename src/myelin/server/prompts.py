"""Processes as MCP prompts: the list, one prompt for a task, notifications of a changed list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, PromptsListChanged
from mcp.shared.exceptions import MCPError

from myelin.kernel.errors import MyelinError
from myelin.server import failures
from myelin.server.pages import page
from myelin.server.threads import in_thread

if TYPE_CHECKING:
    from mcp.server.session import ServerSession

    from myelin.server.served import ServedBrain

_STREAMS_MAX = 16
_TASK_BYTES_MAX = 16_384
_ARGUMENTS = [{"name": "task", "description": "What is to be done, in plain words."}]
_UNKNOWN = {"process_unknown"}
_NO_BRAIN = "no brain"
"""The revision of a list that was given while no brain was open; any later one differs."""


class Changes:
    """Compares the registry's revision after each call and notifies the client if it changed.

    A client of the handshake era gets a notification; one of the modern era gets it on the
    stream that it listens on.
    """

    def __init__(self, revision: Callable[[], object | None]) -> None:
        self._revision = revision
        self._known: object | None = None
        self._session: ServerSession | None = None
        self._bus = InMemorySubscriptionBus()
        self.listen = ListenHandler(self._bus, max_subscriptions=_STREAMS_MAX)

    def current(self) -> object | None:
        """Return the registry's revision, or None while there is no brain to ask."""
        try:
            return self._revision()
        except MyelinError:
            return None

    def before_first(self) -> object | None:
        """Return the revision before the first write, to compare with the one after it; else None.

        Raises:
            MyelinError: the reason why there is no brain to ask.
        """
        return self._revision() if self._known is None else None

    async def note(self, *revisions: object | None, session: ServerSession | None = None) -> None:
        """Record revisions in the order they were observed; notify the client of a difference."""
        self._session = session or self._session
        for revision in revisions:
            moved = self._known is not None and revision not in (None, self._known)
            self._known = self._known if revision is None else revision
            if moved:
                await self._tell()

    async def look(self) -> None:
        """Compare once, to notice the saves of other processes."""
        await self.note(await in_thread(self.current))

    async def _tell(self) -> None:
        if self._session is not None:
            # Dropped by the package where the protocol has listening streams instead.
            await self._session.send_prompt_list_changed()
        await self._bus.publish(PromptsListChanged())


class PromptHandlers:
    """The requests about prompts."""

    def __init__(self, brain: ServedBrain, changes: Changes) -> None:
        self._brain = brain
        self._changes = changes

    async def list_prompts(self, context: Any, params: Any) -> dict[str, Any]:
        """Return a page of the prompts: the loop, and each workflow in use."""
        listed, revision = await in_thread(self._listed)
        await self._changes.note(revision, session=context.session)
        shown, following = page(listed, None if params is None else params.cursor)
        answer = {
            "prompts": [{**each, "arguments": _ARGUMENTS} for each in shown],
            "resultType": "complete",
        }
        return answer if following is None else {**answer, "nextCursor": following}

    def _listed(self) -> tuple[list[dict[str, str]], object | None]:
        revision = self._changes.current()
        try:
            return self._brain.prompts(), revision
        except MyelinError:
            # Without a brain the loop is all there is; its tools say what is wrong.
            from myelin.cores.processes import loop_listed

            return [loop_listed()], _NO_BRAIN

    async def get_prompt(
        self, _context: object, params: types.GetPromptRequestParams
    ) -> dict[str, Any]:
        """Return the text of one prompt; a missing or empty argument means no task."""
        task = (params.arguments or {}).get("task", "")
        if len(task.encode("utf-8", "surrogatepass")) > _TASK_BYTES_MAX:
            raise MCPError(types.INVALID_PARAMS, f"task is larger than {_TASK_BYTES_MAX} bytes.")
        text = await in_thread(self._text, params.name, task)
        content = {"type": "text", "text": text}
        return {"messages": [{"role": "user", "content": content}], "resultType": "complete"}

    def _text(self, name: str, task: str) -> str:
        try:
            return self._brain.prompt(name, task)
        except Exception as error:
            if isinstance(error, MyelinError) and error.code in _UNKNOWN:
                raise failures.unknown("prompt", name) from None
            raise failures.protocol_error(error) from None


def requests(brain: ServedBrain, changes: Changes) -> Mapping[str, tuple[Any, Callable[..., Any]]]:
    """Return what a server with prompts answers: the parameters and the handler by method."""
    handlers = PromptHandlers(brain, changes)
    return {
        "prompts/list": (types.PaginatedRequestParams, handlers.list_prompts),
        "prompts/get": (types.GetPromptRequestParams, handlers.get_prompt),
        "subscriptions/listen": (types.SubscriptionsListenRequestParams, changes.listen),
    }
