"""Links: what clients write takes no room from the owner, and what the owner withdrew stays."""

import json

import pytest

from myelin.contract.errors import InternalError, LinkInvalid, LinkUnknown
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.kernel.clock import format_time
from myelin.testing import ManualClock, call, run, temporary_brain
from tests.unit.upkeep.full_brain import engine as fresh
from tests.unit.upkeep.full_brain import exported, imported


@pytest.fixture
def brain():
    with temporary_brain(clock=ManualClock(), seed="links") as made:
        yield made


@pytest.fixture
def host(brain):
    engine = brain.open()
    yield engine
    engine.store.close()


@pytest.fixture
def owner(brain):
    engine = brain.open(origin=Origin.OWNER)
    yield engine
    engine.store.close()


def remember(engine: Engine, content: str, **given) -> str:
    return call(engine, "remember", content=content, class_="fact", **given)["memory"]["id"]


def links(engine: Engine, known: str) -> list[dict]:
    return call(engine, "get_memory", id=known)["links"]


def flood(host: Engine, known: str) -> int:
    """Link a memory until there is no room for another link; return how many there are."""
    for number in range(100):
        other = remember(host, f"Number {number} of a flood.")
        try:
            call(host, "link_memories", from_=known, to=other, type="supports")
        except LinkInvalid:
            return number
    raise AssertionError("a host may link for ever")


def test_hosts_have_half_of_a_memorys_links_and_the_owner_the_rest(host, owner):
    known = remember(owner, "The port is 22.")
    assert flood(host, known) == 32
    for number in range(32):
        other = remember(owner, f"Mine {number}.")
        call(owner, "link_memories", from_=known, to=other, type="supports")
    last = remember(owner, "One too many.")
    with pytest.raises(LinkInvalid, match="64 links"):
        call(owner, "link_memories", from_=known, to=last, type="supports")


def test_a_memory_that_is_full_of_links_is_still_corrected(host, owner):
    core, normal = remember(owner, "The port is 22."), remember(owner, "The host is a.")
    run(owner, "core_add", core)
    for known in (core, normal):
        flood(host, known)
    answer = call(host, "remember", content="The port is 23.", class_="fact", supersedes=core)
    assert "A proposal is open" in answer["note"]
    assert answer["contradictions"][0]["id"] == core
    done = call(host, "remember", content="The host is b.", class_="fact", supersedes=normal)
    assert done["superseded"] == normal


def test_what_the_owner_withdrew_is_gone_now_and_was_there_before(host, owner):
    one, two = remember(host, "The port is 22."), remember(host, "The port is 23.")
    call(host, "link_memories", from_=one, to=two, type="contradicts")
    assert links(host, one)
    then = call(host, "recall", query="port")["contradictions"]
    assert len(then) == 1
    owner.store._clock.advance(60_000)
    with owner.store.read() as session:
        before = format_time(session.now_ms - 1)
    owner.store._clock.advance(60_000)
    done = run(owner, "unlink", one, two, "contradicts")
    assert (done["link"]["from"], done["link"]["to"]) == (one, two)
    assert links(host, one) == links(owner, two) == []
    assert call(host, "recall", query="port")["contradictions"] == []
    assert call(host, "recall", query="port", as_of=before)["contradictions"] == then
    with owner.store.read() as session:
        [(withdrawn,)] = session.execute("SELECT withdrawn_at IS NOT NULL FROM link")
    assert withdrawn


def test_a_client_does_not_bring_back_what_the_owner_withdrew_and_the_owner_does(host, owner):
    one, two = remember(host, "The port is 22."), remember(host, "The port is 23.")
    call(host, "link_memories", from_=one, to=two, type="supports")
    run(owner, "unlink", one[:12], two, "supports")
    with pytest.raises(LinkInvalid, match="owner withdrew"):
        call(host, "link_memories", from_=one, to=two, type="supports")
    assert call(owner, "link_memories", from_=one, to=two, type="supports")["created"]
    assert len(links(host, one)) == 1
    with pytest.raises(InternalError):
        run(host, "unlink", one, two, "supports")


def test_what_was_withdrawn_makes_room(host, owner):
    known = remember(owner, "The port is 22.")
    flood(host, known)
    other = links(owner, known)[0]["to"]
    run(owner, "unlink", known, other, "supports")
    new = remember(host, "One more.")
    assert call(host, "link_memories", from_=known, to=new, type="supports")["created"]


def test_only_a_link_that_is_there_is_withdrawn_and_no_correction_is(owner):
    one = remember(owner, "The port is 22.")
    two = remember(owner, "The port is 23.", supersedes=one)
    with pytest.raises(LinkUnknown):
        run(owner, "unlink", one, two, "supports")
    with pytest.raises(LinkInvalid, match="correction"):
        run(owner, "unlink", two, one, "supersedes")
    call(owner, "link_memories", from_=one, to=two, type="supports")
    run(owner, "unlink", one, two, "supports")
    with pytest.raises(LinkUnknown):
        run(owner, "unlink", one, two, "supports")


def test_a_withdrawn_link_is_exported_and_imported_as_withdrawn(host, owner):
    one, two = remember(host, "The port is 22."), remember(host, "The port is 23.")
    call(host, "link_memories", from_=one, to=two, type="supports")
    run(owner, "unlink", one, two, "supports")
    lines = exported(owner)
    [link] = [each for each in map(json.loads, lines) if each.get("kind") == "link"]
    assert "withdrawn_at" in link
    with fresh("second") as other:
        assert imported(other, lines).left == []
        assert links(other, one) == []
        assert exported(other) == lines
