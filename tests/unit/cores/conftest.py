"""One brain per test, seen by the owner, by a host on the device, and by a remote audience."""

from collections.abc import Iterator

import pytest

from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.testing import ManualClock, TemporaryBrain, temporary_brain


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def brain(clock: ManualClock) -> Iterator[TemporaryBrain]:
    with temporary_brain(clock=clock) as made:
        yield made


@pytest.fixture
def host(brain: TemporaryBrain) -> Iterator[Engine]:
    engine = brain.open()
    yield engine
    engine.store.close()


@pytest.fixture
def owner(brain: TemporaryBrain) -> Iterator[Engine]:
    engine = brain.open(origin=Origin.OWNER)
    yield engine
    engine.store.close()


@pytest.fixture
def remote(brain: TemporaryBrain) -> Iterator[Engine]:
    engine = brain.open(audience=Audience.REMOTE)
    yield engine
    engine.store.close()
