"""A server fills in vectors while nobody calls it."""

import threading

import pytest

from myelin import dense
from myelin.brains.shared import SharedBrain
from myelin.surface.operations import OPERATIONS
from myelin.testing import temporary_brain
from myelin.testing.engines import TemporaryBrain

pytestmark = pytest.mark.skipif(
    dense.why_unusable() is not None, reason="the extra is not installed"
)


def remember(shared: SharedBrain, count: int) -> None:
    for number in range(count):
        content = f"The engine {number} is repaired in hall {number * 7}."
        shared.call(OPERATIONS["remember"], {"class": "note", "content": content})


def vectors(shared: SharedBrain) -> object:
    return shared._asked(lambda engine, session: engine.memory.count_vectors(session)["vectors"])


def shared_brain(brain: TemporaryBrain, *, dense: bool = True) -> SharedBrain:
    return SharedBrain(lambda: brain.open(dense=dense))


def test_an_idle_server_gives_every_memory_a_vector() -> None:
    with temporary_brain() as brain:
        shared = shared_brain(brain)
        remember(shared, 20)
        assert vectors(shared) == 0
        shared.fill_in_vectors()
        assert vectors(shared) == 20
        shared.close()


def test_a_server_that_leaves_or_has_no_companion_fills_in_nothing() -> None:
    with temporary_brain() as brain:
        plain = shared_brain(brain, dense=False)
        plain.fill_in_vectors()
        remember(plain, 3)
        plain.fill_in_vectors()
        assert vectors(plain) == 0
        plain.close()
        shared = shared_brain(brain)
        assert vectors(shared) == 0
        shared.leave()
        shared.fill_in_vectors()
        assert vectors(shared) == 0
        shared.close()


def test_a_call_ends_the_filling_and_is_answered_meanwhile() -> None:
    with temporary_brain() as brain:
        shared = shared_brain(brain)
        remember(shared, 60)
        shared.fill_in_vectors()
        remember(shared, 1)
        filling = threading.Thread(target=shared.fill_in_vectors)
        filling.start()
        answer = shared.call(OPERATIONS["recall"], {"query": "repaired engines"})
        assert answer["memories"]
        filling.join(20)
        assert not filling.is_alive()
        shared.close()
