"""The source of engines: opened when needed, again after a failure, and shared until the end."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from myelin.brains.shared import SharedBrain
from myelin.contract.errors import BrainDamaged, BrainUnknown, KeyRequired, StorageFailed
from myelin.engine.engine import Engine
from myelin.surface.operations import OPERATIONS
from myelin.surface.resources import RESOURCES
from myelin.testing import temporary_brain
from myelin.testing.engines import TemporaryBrain

NOTE = {"class": "note", "content": "The build runs on two cores."}


@pytest.fixture
def brain() -> Iterator[TemporaryBrain]:
    with temporary_brain() as made:
        yield made


class Opener:
    """Opens a real brain, counts how often, and fails as long as it is told to."""

    def __init__(self, brain: TemporaryBrain) -> None:
        self.brain = brain
        self.opened: list[Engine] = []
        self.failure: Exception | None = None
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self) -> Engine:
        self.may_go_on.wait(10)
        if self.failure is not None:
            raise self.failure
        self.opened.append(self.brain.open())
        return self.opened[-1]


def remember(source: SharedBrain) -> bool:
    created = source.call(OPERATIONS["remember"], NOTE)["created"]
    assert isinstance(created, bool)
    return created


def test_nothing_is_opened_before_the_first_call(brain: TemporaryBrain) -> None:
    opener = Opener(brain)
    source = SharedBrain(opener)
    source.compact_if_due()
    source.close()
    assert opener.opened == []


def test_one_engine_answers_every_call_and_resource(brain: TemporaryBrain) -> None:
    opener = Opener(brain)
    source = SharedBrain(opener)
    assert remember(source)
    assert not remember(source)
    assert source.read(RESOURCES["myelin://core"])["core"] == []
    source.close()
    assert len(opener.opened) == 1


def test_a_failure_to_open_is_the_answer_of_each_call_until_it_is_mended(
    brain: TemporaryBrain,
) -> None:
    opener = Opener(brain)
    source = SharedBrain(opener)
    opener.failure = KeyRequired()
    for _ in range(2):
        with pytest.raises(KeyRequired):
            remember(source)
    opener.failure = None
    assert remember(source)
    source.close()


def test_calls_that_come_while_the_brain_is_opened_share_the_one_attempt(
    brain: TemporaryBrain,
) -> None:
    opener = Opener(brain)
    source = SharedBrain(opener)
    opener.may_go_on.clear()
    with ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(remember, source) for _ in range(8)]
        opener.may_go_on.set()
        assert sum(call.result() for call in calls) == 1
    source.close()
    assert len(opener.opened) == 1


@pytest.mark.parametrize(
    "failure",
    [BrainDamaged(what="it"), StorageFailed(what="EIO"), BrainUnknown(name="b", suggestion="s")],
)
def test_a_store_that_cannot_be_trusted_is_opened_afresh(
    brain: TemporaryBrain, failure: Exception
) -> None:
    opener = Opener(brain)
    source = SharedBrain(opener)
    remember(source)
    with pytest.raises(type(failure)), source._engine():
        raise failure
    assert not remember(source)
    source.close()
    assert len(opener.opened) == 2


def test_a_store_that_is_given_up_stays_open_for_the_calls_that_use_it(
    brain: TemporaryBrain,
) -> None:
    source = SharedBrain(Opener(brain))
    with source._engine() as engine:
        with pytest.raises(StorageFailed), source._engine():
            raise StorageFailed(what="EIO")
        with engine.store.read() as session:
            assert list(session.execute("SELECT count(*) FROM memory")) == [(0,)]
    assert remember(source)
    source.close()


def test_a_brain_whose_file_is_gone_is_missed_and_found_when_it_is_back(
    brain: TemporaryBrain, tmp_path: Path
) -> None:
    source = SharedBrain(Opener(brain))
    remember(source)
    brain.path.rename(tmp_path / "away")
    with pytest.raises(BrainUnknown):
        remember(source)
    (tmp_path / "away").rename(brain.path)
    assert not remember(source)
    source.close()
