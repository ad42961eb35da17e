"""What one served session is told of the one before it, over real pipes."""

from pathlib import Path
from typing import Any

from tests.e2e.mcp_wire import WireClient
from tests.e2e.served_brain import ServedBrain

TOLD = "and logged no outcome"
OUTCOME = {
    "task": "Mend the queue",
    "task_kind": "bugfix",
    "outcome": "success",
    "summary": "Mended.",
    "signal": "verification",
}


def answer(client: WireClient, tool: str, **arguments: Any) -> dict[str, Any]:
    result: dict[str, Any] = client.call(tool, arguments)["result"]["structuredContent"]
    return result


def remember(client: WireClient, text: str) -> None:
    assert answer(client, "remember", content=text, **{"class": "lesson"})["created"]


def test_the_next_process_is_told_once_that_the_last_one_logged_no_outcome(tmp_path: Path) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    with served.wire() as client:
        client.initialize()
        assert TOLD not in answer(client, "recall", query="queue")["note"]
        remember(client, "The queue stalls when the disk is full.")
        assert TOLD not in answer(client, "recall", query="queue")["note"]
    with served.wire() as client:
        client.initialize()
        first = answer(client, "recall", query="queue")["note"]
        assert first.startswith(f"The last session saved 1 memory {TOLD}")
        assert TOLD not in answer(client, "recall", query="queue")["note"]
        answer(client, "log_outcome", **OUTCOME)
    with served.wire() as client:
        client.initialize()
        assert TOLD not in answer(client, "recall", query="queue")["note"]
