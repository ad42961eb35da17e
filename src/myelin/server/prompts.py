"""Processes as MCP prompts: the list, and the text of one prompt for a task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from myelin.kernel.errors import MyelinError
from myelin.server import failures
from myelin.server.pages import page
from myelin.server.protocol import INVALID_PARAMS, Refusal

if TYPE_CHECKING:
    from myelin.server.served import Client

_TASK_BYTES_MAX = 16_384
_ARGUMENTS = [{"name": "task", "description": "What is to be done, in plain words."}]
_UNKNOWN = "process_unknown"


def list_prompts(params: Mapping[str, Any], client: Client) -> dict[str, Any]:
    """Return a page of the prompts: the loop, and each workflow in use."""
    try:
        found = client.brain.prompts()
    except MyelinError:
        # Without a brain the loop is all there is; its tools say what is wrong.
        from myelin.cores.processes import loop_listed

        found = [loop_listed()]
    shown, following = page(found, params.get("cursor"))
    answer = {"prompts": [{**each, "arguments": _ARGUMENTS} for each in shown]}
    return answer if following is None else {**answer, "nextCursor": following}


def get_prompt(params: Mapping[str, Any], client: Client) -> dict[str, Any]:
    """Return the text of one prompt; a missing or empty argument means no task."""
    name, task = params["name"], (params.get("arguments") or {}).get("task", "")
    if len(task.encode("utf-8", "surrogatepass")) > _TASK_BYTES_MAX:
        raise Refusal(INVALID_PARAMS, f"task is larger than {_TASK_BYTES_MAX} bytes.")
    try:
        text = client.brain.prompt(name, task)
    except Exception as error:
        if isinstance(error, MyelinError) and error.code == _UNKNOWN:
            raise failures.unknown("prompt", name) from None
        raise failures.protocol_error(error) from None
    return {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]}
