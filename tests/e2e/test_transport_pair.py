"""The same frames to `myelin serve`'s transport and to the MCP package's: equal, or a reason."""

import os
from pathlib import Path
from typing import Any

import pytest

from myelin.server import messages
from tests.e2e.transport_frames import Frame, frames
from tests.e2e.transport_pair import ours, served, the_package

# Of each era; a longer run takes more of them, from another seed.
COUNT = 10_000 if os.environ.get("FUZZ_RUNS") else 1_000
SEED = int(os.environ.get("FUZZ_SEED", "1"))
TABLE = Path(__file__).parents[1] / "data" / "transport_differences.txt"


def explained() -> list[tuple[str, set[str], set[str]]]:
    """Return the rows of the table: kind of frame, outcomes of the package, outcomes of ours."""
    rows = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, package, mine, reason = (cell.strip() for cell in line.split("|"))
            assert reason
            rows.append((kind, set(package.split(", ")), set(mine.split(", "))))
    return rows


def outcome(answer: dict[str, Any] | None) -> str:
    """Return an answer in short."""
    if answer is None:
        return "silence"
    if "error" in answer:
        return f"error {answer['error']['code']}"
    return "tool error" if answer["result"].get("isError") else "result"


def difference(frame: Frame, era: str, package: Any, mine: Any) -> str | None:
    """Return what differs without a reason in the table, or None."""
    if package == mine:
        return None
    outcomes = outcome(package), outcome(mine)
    for kind, theirs, own in explained():
        if kind == frame.kind and outcomes[0] in theirs and outcomes[1] in own:
            return None
    return f"{era}, {frame.kind}: {outcomes}\n{frame.line[:500]!r}\n{package}\n{mine}"


@pytest.mark.slow
@pytest.mark.parametrize("era", ["handshake", "modern"])
def test_two_transports_of_one_table_answer_alike(era: str) -> None:
    found, equal = [], 0
    with served(ours, era) as mine, served(the_package, era) as package:
        for frame in frames(SEED, COUNT, era):
            # The package answers every line that it can read as a request.
            read = isinstance(messages.parse(frame.line.rstrip(b"\n")), messages.RequestLine)
            readable = read and frame.kind not in ("half a surrogate", "a byte order mark")
            answers = [
                peer.answer(frame.line, frame.id, wait=wait)
                for peer, wait in ((package, readable), (mine, read))
            ]
            equal += answers[0] == answers[1]
            unexplained = difference(frame, era, *answers)
            if unexplained:
                found.append(unexplained)
    assert not found, "\n\n".join(found[:5])
    # Nothing is compared where everything is explained away.
    assert equal > COUNT * 0.75


def test_every_reason_names_a_kind_of_frame() -> None:
    kinds = {frame.kind for era in ("handshake", "modern") for frame in frames(1, 1_000, era)}
    assert {kind for kind, _, _ in explained()} <= kinds
