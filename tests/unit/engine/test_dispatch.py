"""Dispatch: one transaction a call, the brain named, and no failure that shows what it met."""

import dataclasses
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from myelin.contract.errors import (
    InternalError,
    ProposalUnknown,
    SecretRefused,
    TerminalRequired,
)
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.kernel.ids import encode_brain_id
from myelin.surface.operations import OPERATIONS
from myelin.surface.resources import RESOURCES
from myelin.testing import call, temporary_brain, temporary_engine
from myelin.testing.engines import DECIDED

CANARY = "the canary sings at noon"


def failing(tool: str, error: Exception) -> Any:
    """Return a tool that writes as it should and then fails."""

    def operation(engine: Engine, session: Any, args: Any) -> Any:
        secret = args.content  # A local that a traceback could show.
        engine.memory.remember(session, args)
        raise error if secret else AssertionError

    return dataclasses.replace(OPERATIONS[tool], run=operation)


def test_every_answer_names_its_brain_first() -> None:
    with temporary_engine() as engine:
        for answer in (
            call(engine, "remember", content="x", class_="note"),
            call(engine, "recall", query="x"),
            dispatch.read(engine, RESOURCES["myelin://core"]),
        ):
            assert next(iter(answer)) == "brain"
            assert answer["brain"] == {
                "id": encode_brain_id(engine.store.brain_id),
                "name": "test",
                "kind": "project",
            }


def test_a_failure_inside_a_write_saves_nothing_and_shows_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with temporary_engine() as engine, caplog.at_level(logging.DEBUG):
        position = engine.store.position
        binding = failing("remember", ValueError(CANARY))
        with pytest.raises(InternalError) as raised:
            dispatch.call(engine, binding, {"content": CANARY, "class": "note"})
        assert engine.store.position == position
        assert call(engine, "list_memories")["total"] == 0
    assert CANARY not in str(raised.value.as_dict())
    assert "ValueError" in caplog.text
    assert "operation:" in caplog.text
    assert "canary" not in caplog.text


def test_an_error_of_the_contract_inside_a_write_saves_nothing_and_passes_unchanged() -> None:
    with temporary_engine() as engine:
        refused = SecretRefused(field="content")
        with pytest.raises(SecretRefused) as raised:
            dispatch.call(engine, failing("remember", refused), {"content": "x", "class": "note"})
        assert raised.value is refused
        assert call(engine, "list_memories")["total"] == 0


def test_a_write_is_one_record_of_the_log_and_a_read_is_none() -> None:
    with temporary_engine() as engine:
        before = engine.store.position.seq
        first = call(engine, "remember", content="one", class_="note")["memory"]["id"]
        call(
            engine,
            "remember",
            content="two",
            class_="note",
            supersedes=first,
            links=[{"type": "supports", "to": first}],
        )
        assert engine.store.position.seq == before + 2
        call(engine, "list_memories")
        call(engine, "get_memory", id=first)
        assert engine.store.position.seq == before + 2


def test_threads_share_one_engine_without_losing_or_mixing_anything() -> None:
    with temporary_engine() as engine:

        def work(thread: int) -> list[str]:
            made = []
            for number in range(12):
                words = " ".join(f"word{thread}x{place}" for place in range(4))
                content = f"item{number} of {words}"
                answer = call(engine, "remember", content=content, class_="note")
                made.append(answer["memory"]["id"])
                found = call(engine, "recall", query=f"item{number}", budget_bytes=65536)
                assert made[-1] in {item["id"] for item in found["memories"]}
                assert all(item["matched"] for item in found["memories"])
            return made

        with ThreadPoolExecutor(6) as pool:
            made = [one for part in pool.map(work, range(6)) for one in part]
        assert len(set(made)) == 72
        assert call(engine, "list_memories")["total"] == 72
        assert engine.store.check() == []


def test_a_credential_is_refused_before_anything_is_opened() -> None:
    key = "AKIA" + "Q3XN7PLE" + "7RTB5WKD"
    with temporary_engine() as engine:
        position = engine.store.position
        with pytest.raises(SecretRefused) as refused:
            call(engine, "remember", content=f"aws_access_key_id = {key}", class_="note")
        assert key not in str(refused.value.as_dict())
        assert engine.store.position == position
        call(engine, "recall", query=key)


def test_an_engine_shows_no_key_when_it_is_printed() -> None:
    with temporary_engine() as engine:
        assert "scan" not in repr(engine)
        assert "\\x" not in repr(engine)


def test_what_was_confirmed_is_done_after_the_snapshot_that_it_declares() -> None:
    with temporary_brain() as brain:
        owner = brain.open(origin=Origin.OWNER)
        before = owner.store.position.seq
        for operation, snapshots in (("accept_proposal", 1), ("reject_proposal", 1)):
            with pytest.raises(ProposalUnknown):
                dispatch.call(owner, OPERATIONS[operation], {"id": "prp_1"}, decision=DECIDED)
            assert owner.store.position.seq == before + snapshots, "only what says so takes one"
        owner.store.close()


def test_what_is_confirmed_needs_a_decision_and_nothing_is_kept_before_it() -> None:
    with temporary_brain() as brain:
        owner = brain.open(origin=Origin.OWNER)
        before = owner.store.position
        with pytest.raises(TerminalRequired):
            dispatch.call(owner, OPERATIONS["accept_proposal"], {"id": "prp_1"})
        assert owner.store.position == before
        owner.store.close()


def test_no_decision_opens_an_operation_of_the_owner_to_a_host() -> None:
    with temporary_brain() as brain:
        engine = brain.open(origin=Origin.HOST)
        with pytest.raises(TerminalRequired):
            dispatch.call(engine, OPERATIONS["core_add"], {"id": "mem_2222"}, decision=DECIDED)
        engine.store.close()
