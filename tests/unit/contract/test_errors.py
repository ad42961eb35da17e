"""Every error: one shape, all its slots filled, and a code that belongs to its exit code."""

import json
import re
from typing import Any

import pytest

from myelin.contract.errors import ERRORS, BrainBusy
from myelin.kernel.errors import MyelinError


def made(error: type[MyelinError]) -> MyelinError:
    """Return the error with every slot filled by its own name."""
    filled: dict[str, Any] = {slot: f"<{slot}>" for slot in error.slots}
    problems = [{"path": "/place", "rule": "rule", "message": "is wrong"}]
    constructor: Any = error
    made: MyelinError = constructor(**filled, details={"problems": problems})
    return made


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_an_error_says_what_is_true_what_to_do_and_whether_to_retry(
    error: type[MyelinError],
) -> None:
    shown = json.loads(json.dumps(made(error).as_dict()))["error"]
    assert set(shown) - {"details"} == {"code", "message", "hint", "retry"}
    assert shown["code"] == error.code
    assert shown["retry"] is error.retry
    for text in (shown["message"], shown["hint"]):
        assert text
        assert not re.search(r"[{}]", text)


def test_details_are_there_when_they_are_given() -> None:
    busy = BrainBusy(holder="another process", details={"since": 3})
    assert busy.as_dict()["error"]["details"] == {"since": 3}
    assert "another process" in str(busy)


def test_a_code_names_its_class_and_no_two_are_alike() -> None:
    for error in ERRORS:
        assert error.__name__ == "".join(part.capitalize() for part in error.code.split("_"))
    assert len({error.code for error in ERRORS}) == len(ERRORS)
    assert {error.exit_code for error in ERRORS} <= {1, 2, 3, 5}
