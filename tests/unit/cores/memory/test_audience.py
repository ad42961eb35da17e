"""What a remote audience sees of a brain that keeps something on its device: nothing of it."""

from typing import Any

import pytest

from myelin.contract.errors import LocalOnlyRefused, MemoryUnknown
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience
from myelin.testing import TemporaryBrain, call, run


def remember(engine: Engine, content: str, class_: str = "fact", **others: Any) -> str:
    memory = call(engine, "remember", content=content, class_=class_, **others)["memory"]
    return str(memory["id"])


@pytest.fixture
def hidden(owner: Engine) -> str:
    return remember(owner, "The canary sings.", sensitivity="local_only", subject="canary")


def test_no_read_shows_it(remote: Engine, owner: Engine, hidden: str) -> None:
    run(owner, "core_add", hidden)
    seen = remember(owner, "The canary is quiet.", subject="canary")
    call(owner, "link_memories", from_=seen, to=hidden, type="contradicts")
    answers = [
        call(remote, "recall", query="canary sings"),
        call(remote, "recall", query="canary", as_of="2030-01-01T00:00:00Z"),
        call(remote, "list_memories", include_superseded=True),
        call(remote, "get_memory", id=seen),
        dispatch.run(remote, "read", remote.memory.core_items),
        dispatch.run(remote, "read", remote.memory.stats),
    ]
    for answer in answers:
        assert hidden not in repr(answer)
        assert "sings" not in repr(answer.get("memories", answer))
    assert answers[2]["total"] == 1
    assert answers[3]["links"] == answers[3]["contradictions"] == []
    assert answers[5]["by_sensitivity"] == {"normal": 1, "local_only": 0}


def test_its_id_answers_like_one_that_never_was(remote: Engine, owner: Engine, hidden: str) -> None:
    seen = remember(owner, "The canary is quiet.")
    for known in (hidden, hidden[:8], "mem_zzzzzzzzzzzz"):
        for tool, arguments in (
            ("get_memory", {"id": known}),
            ("link_memories", {"from": seen, "to": known, "type": "supports"}),
            ("remember", {"content": "x", "class": "note", "supersedes": known}),
        ):
            with pytest.raises(MemoryUnknown) as refused:
                call(remote, tool, **arguments)
            assert refused.value.as_dict() == MemoryUnknown().as_dict()


def test_what_replaced_a_hidden_memory_does_not_betray_it(
    remote: Engine, owner: Engine, hidden: str
) -> None:
    first = remember(owner, "The canary moved.", supersedes=hidden)
    second = remember(owner, "The canary left.", supersedes=hidden)
    view = call(remote, "get_memory", id=first)
    assert view["memory"]["supersedes"] == view["history"] == view["links"] == []
    assert view["contradictions"] == []
    assert {one["id"] for one in call(owner, "get_memory", id=first)["contradictions"]} == {second}


def test_the_same_text_is_not_merged_into_what_cannot_be_seen(remote: Engine, hidden: str) -> None:
    assert call(remote, "remember", content="The canary sings.", class_="fact", subject="canary")[
        "created"
    ]


def test_it_cannot_be_written_from_afar(remote: Engine) -> None:
    with pytest.raises(LocalOnlyRefused):
        remember(remote, "Anything.", sensitivity="local_only")


def test_the_same_brain_shows_it_on_the_device(brain: TemporaryBrain, hidden: str) -> None:
    engine = brain.open(audience=Audience.LOCAL)
    assert call(engine, "get_memory", id=hidden)["memory"]["content"] == "The canary sings."
    engine.store.close()
