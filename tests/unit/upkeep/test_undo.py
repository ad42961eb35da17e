"""A client's write is taken back by what stood before it; nothing is deleted."""

import pytest

from myelin.contract.errors import InternalError, UndoRefused
from myelin.kernel.audience import Origin
from myelin.testing.clock import ManualClock
from myelin.testing.engines import call, run, temporary_brain


@pytest.fixture
def engines():
    with temporary_brain(clock=ManualClock(), seed="undo") as brain:
        host, owner = brain.open(origin=Origin.HOST), brain.open(origin=Origin.OWNER)
        yield host, owner
        host.store.close()
        owner.store.close()


def test_what_a_client_replaced_stands_again(engines):
    host, owner = engines
    first = call(owner, "remember", content="Deploy on Monday.", class_="decision", subject="d")
    wrong = call(
        host,
        "remember",
        content="Deploy on Friday.",
        class_="decision",
        supersedes=first["memory"]["id"],
    )
    result = run(owner, "undo", wrong["memory"]["id"])
    assert result["how"] == "superseded"
    assert result["memory"]["content"] == "Deploy on Monday."
    assert result["memory"]["origin"] == "owner"
    assert result["memory"]["supersedes"] == [wrong["memory"]["id"]]
    live = call(owner, "recall", query="deploy")["memories"]
    assert [item["content"] for item in live] == ["Deploy on Monday."]
    with pytest.raises(UndoRefused):
        run(owner, "undo", wrong["memory"]["id"])


def test_what_replaced_nothing_goes_to_the_archive_tier(engines):
    host, owner = engines
    written = call(host, "remember", content="A guess.", class_="note")["memory"]["id"]
    assert run(owner, "undo", written)["how"] == "archived"
    assert call(owner, "get_memory", id=written)["memory"]["tier"] == "archive"


def test_the_owners_own_writes_are_not_undone_and_a_client_undoes_nothing(engines):
    host, owner = engines
    own = call(owner, "remember", content="Mine.", class_="note")["memory"]["id"]
    with pytest.raises(UndoRefused):
        run(owner, "undo", own)
    with pytest.raises(InternalError):
        run(host, "undo", own)
