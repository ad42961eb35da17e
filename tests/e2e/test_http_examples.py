"""Every example of the spec over HTTP gives what it gives over stdio: what the spec promises."""

from typing import Any

import pytest

from myelin.brains.shared import SharedBrain
from myelin.testing import FIXTURES, resolve, temporary_brain
from tests.e2e.http_wire import in_process
from tests.surface.parts import is_part
from tests.surface.test_examples_over_mcp import EXAMPLES


@pytest.mark.slow
@pytest.mark.parametrize("era", ["handshake", "modern"])
@pytest.mark.parametrize(("tool", "example"), EXAMPLES)
def test_an_example_holds_over_http(tool: str, example: dict[str, Any], era: str) -> None:
    with temporary_brain() as made:
        engine = made.open()
        names = FIXTURES[example["given"]](engine)
        brain = SharedBrain(lambda: engine)
        with in_process(brain) as peer:
            answer = peer.call(tool, resolve(example["args"], names), era)
        brain.close()
    assert answer["isError"] is False, answer["content"]
    assert is_part(resolve(example["result"], names), answer["structuredContent"])
