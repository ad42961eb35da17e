"""Failures: one shape for every answer, and nothing of an unexpected error in it."""

import json
import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.errors import ArgumentUnknown, BrainBusy
from myelin.server import failures

json_objects = st.dictionaries(
    st.text(max_size=5),
    st.recursive(st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5),
    max_size=4,
)


@given(json_objects)
def test_an_answer_says_the_same_as_text_and_as_object(result: dict[str, Any]) -> None:
    answer = failures.answer(result)
    assert json.loads(answer["content"][0]["text"]) == answer["structuredContent"] == result
    assert answer["isError"] is False


def test_a_declared_error_is_the_whole_text_of_the_result() -> None:
    answer = failures.tool_error(BrainBusy(holder="another server"))
    (error,) = json.loads(answer["content"][0]["text"]).values()
    assert error["code"] == "brain_busy"
    assert error["retry"] is True
    assert "another server" in error["message"]
    assert answer["isError"] is True
    assert "structuredContent" not in answer


def test_details_reach_the_client_as_they_are() -> None:
    error = ArgumentUnknown(tool="recall", argument="q", suggestion="", details={"a": ["é"]})
    text = failures.tool_error(error)["content"][0]["text"]
    assert '"details":{"a":["é"]}' in text


def test_an_unexpected_error_is_internal_and_logged_without_its_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = failures.tool_error(ValueError("canary"))
        protocol = failures.protocol_error(KeyError("canary"))
    assert "internal_error" in answer["content"][0]["text"]
    assert protocol.code == -32603
    assert "canary" not in f"{answer}{protocol.as_dict()}{caplog.text}"
    assert "ValueError" in caplog.text


def test_a_name_that_is_not_known_is_repeated_in_part_only() -> None:
    error = failures.unknown("tool", "x" * 1000)
    assert error.code == -32602
    assert len(error.message) < 100
