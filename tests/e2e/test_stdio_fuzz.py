"""Thousands of frames to a real server: each request is answered once, under its own id."""

import collections
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from myelin.server import messages
from myelin.server.lines import read_lines
from tests.e2e.mcp_wire import WireClient
from tests.e2e.served_brain import ServedBrain
from tests.e2e.transport_frames import SHAKE, frames

COUNT = 15_000 if os.environ.get("FUZZ_RUNS") else 1_500
SEED = int(os.environ.get("FUZZ_SEED", "1"))
# Frames are sent without waiting, but for a pause after so many.
BURST = 400
ANSWER_S = 120.0
LONG = b"y" * (17 << 20)


def lines(chance: random.Random) -> Iterator[bytes]:
    """Yield lines of both eras in one connection, with cuts, cancellations and streams."""
    shake = {"jsonrpc": "2.0", "id": "shake", "method": "initialize", "params": SHAKE}
    yield json.dumps(shake).encode() + b"\n"
    eras = [frames(SEED, COUNT, era) for era in ("handshake", "modern")]
    for number in range(COUNT):
        frame = next(chance.choice(eras))
        # Both eras count from 0, so an id can be open twice.
        yield frame.line
        roll = chance.random()
        if roll < 0.02 and frame.id is not None:
            params = {"requestId": frame.id}
            cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
            yield json.dumps(cancel).encode() + b"\n"
        elif roll < 0.03:
            yield frame.line[: chance.randrange(len(frame.line))].rstrip(b"\n") + b"\n"
        elif roll < 0.035:
            yield bytes(chance.randrange(256) for _ in range(60)).replace(b"\n", b"") + b"\n"
        elif roll < 0.0352:
            yield b'{"jsonrpc":"2.0","id":%d,"method":"ping","x":"%s"}\n' % (
                number,
                b"y" * (17 << 20),
            )


class Expected:
    """The answers that are due, by id; an id that was cancelled may go without one of them."""

    def __init__(self) -> None:
        self.due: collections.Counter[str] = collections.Counter()
        self.spared: collections.Counter[str] = collections.Counter()

    def sent(self, line: bytes) -> None:
        """Note what a line asks for, as the parser of the product reads it."""
        chunks = iter([line, b""])
        [read] = read_lines(lambda _size: next(chunks))
        match messages.parse(read):
            case messages.RequestLine(id=request_id) | messages.Refused(id=request_id):
                self.due[json.dumps(request_id)] += 1
            case messages.NotificationLine(method="notifications/cancelled", params=dict(params)):
                self.spared[json.dumps(params.get("requestId"))] += 1

    def check(self, answered: collections.Counter[str]) -> None:
        """Compare with what came."""
        wrong = {
            request_id: (self.due[request_id], answered[request_id])
            for request_id in self.due.keys() | answered.keys()
            if not self.due[request_id] - self.spared[request_id]
            <= answered[request_id]
            <= self.due[request_id]
        }
        assert wrong == {}


def answers(client: WireClient) -> collections.Counter[str]:
    """Count the answers of all lines that the server wrote, by id."""
    counted: collections.Counter[str] = collections.Counter()
    for message in map(json.loads, client.lines):
        assert message["jsonrpc"] == "2.0"
        if "method" not in message:
            assert ("result" in message) != ("error" in message)
            counted[json.dumps(message["id"])] += 1
    return counted


@pytest.mark.slow
def test_every_request_is_answered_once_under_its_own_id(tmp_path: Path) -> None:
    served = ServedBrain(tmp_path)
    served.make()
    expected = Expected()
    with served.wire() as client:
        for number, line in enumerate(lines(random.Random(SEED))):
            expected.sent(line)
            client.write(line)
            if number % BURST == BURST - 1:
                expected.sent(b'{"jsonrpc":"2.0","id":"mark","method":"ping"}')
                client.send({"id": "mark", "method": "ping"})
                while client.next_answer(ANSWER_S).get("id") != "mark":
                    """Whatever came before."""
        client.end_input()
        assert client.wait(ANSWER_S) == 0
        assert b"Traceback" not in client.stderr
        assert b"error" not in client.stderr
        expected.check(answers(client))
