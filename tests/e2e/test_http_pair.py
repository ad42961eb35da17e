"""The same frames over stdio and over HTTP: equal answers, or a line that says why."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from myelin.brains.shared import SharedBrain
from myelin.server import messages
from myelin.testing import FIXTURES, temporary_brain
from tests.e2e.http_wire import HANDSHAKE, HttpPeer, in_process, modern_headers
from tests.e2e.test_transport_pair import outcome
from tests.e2e.transport_frames import SHAKE, Frame, frames
from tests.e2e.transport_pair import ours, served

COUNT = 200
SEEDS = range(3, 13) if os.environ.get("FUZZ_RUNS") else [int(os.environ.get("FUZZ_SEED", "3"))]
TABLE = Path(__file__).parents[1] / "data" / "http_differences.txt"


def explained() -> list[tuple[str, set[str], set[str]]]:
    """Return the rows of the table: kind of frame, outcomes over stdio, outcomes over HTTP."""
    rows = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, stdio, over_http, reason = (cell.strip() for cell in line.split("|"))
            assert reason
            rows.append((kind, set(stdio.split(", ")), set(over_http.split(", "))))
    return rows


def sent(peer: HttpPeer, frame: Frame, era: str) -> dict[str, Any] | None:
    """Send a frame as the body of a request, and return the answer or None for none."""
    body = frame.line.rstrip(b"\n")
    headers = HANDSHAKE
    if era == "modern":
        message = messages.parse(body)
        headers = modern_headers(
            {"method": message.method, "params": message.params}
            if isinstance(message, messages.RequestLine)
            else {}
        )
        headers = {k: v for k, v in headers.items() if v.isascii() and v.isprintable()}
    answer = peer.send(body, headers)
    return json.loads(answer.body) if answer.body and answer.status != 202 else None


def bare(answer: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return an answer without what only tells of the transport: whether it announces changes."""
    if answer is None or "result" not in answer:
        return answer
    result = {k: v for k, v in answer["result"].items() if k not in ("_meta", "capabilities")}
    return {**answer, "result": result}


@pytest.mark.slow
@pytest.mark.parametrize("era", ["handshake", "modern"])
@pytest.mark.parametrize("seed", SEEDS)
def test_http_answers_as_stdio_does(era: str, seed: int) -> None:
    found, equal = [], 0
    # On stdio a client of the handshake era has said its name; over HTTP nobody remembers it.
    name = SHAKE["clientInfo"]["name"] if era == "handshake" else ""
    with temporary_brain(seed=era) as made:
        engine = made.open()
        FIXTURES["starter_pack"](engine)
        engine.store.close()
        brain = SharedBrain(made.open)
        with (
            served(ours, era) as stdio,
            in_process(brain, name) as over_http,
        ):
            for frame in frames(seed, COUNT, era):
                read = isinstance(messages.parse(frame.line.rstrip(b"\n")), messages.RequestLine)
                one = bare(stdio.answer(frame.line, frame.id, wait=read))
                two = bare(sent(over_http, frame, era))
                equal += one == two
                outcomes = outcome(one), outcome(two)
                known = any(
                    kind in ("*", frame.kind) and outcomes[0] in theirs and outcomes[1] in own
                    for kind, theirs, own in explained()
                )
                if one != two and not known:
                    found.append(f"{frame.kind}: {outcomes}\n{frame.line[:300]!r}\n{one}\n{two}")
        brain.close()
    assert not found, "\n\n".join(each[:1500] for each in found[:6]) + f"\n{len(found)} {equal}"
    assert equal > COUNT * 0.7


def test_every_reason_names_a_kind_of_frame() -> None:
    kinds = {frame.kind for era in ("handshake", "modern") for frame in frames(1, 1_000, era)}
    assert {kind for kind, _, _ in explained()} <= kinds | {"*"}
