"""One brain per test, as a host and as its owner see it."""

from collections.abc import Iterator

import pytest

from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.testing import TemporaryBrain, temporary_brain


@pytest.fixture
def brain() -> Iterator[TemporaryBrain]:
    with temporary_brain() as made:
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
