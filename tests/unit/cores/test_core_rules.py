"""The constants of a core are one value: another value makes the core behave otherwise."""

import dataclasses
from collections.abc import Iterator

import pytest

from myelin.contract.errors import ArgumentInvalid, CoreFull, StandardUnknown
from myelin.cores import memory, preferences, processes, quality
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.testing.engines import call, run, temporary_engine


@pytest.fixture
def engine() -> Iterator[Engine]:
    with temporary_engine(origin=Origin.OWNER) as opened:
        yield opened


@pytest.mark.parametrize("core", [memory, preferences, processes, quality])
def test_the_value_of_a_core_cannot_be_changed(core: object) -> None:
    rules = core.Rules()  # type: ignore[attr-defined]
    name = dataclasses.fields(rules)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(rules, name, 1)


def test_another_half_life_changes_trust_and_a_smaller_core_is_full_sooner(engine: Engine) -> None:
    made = call(engine, "remember", content="The queue is PostgreSQL.", class_="note")
    usual = memory.Rules()
    slow = memory.Rules(half_life_days={**usual.half_life_days, "note": 60.0})
    month_ms = 30 * 86_400_000
    times = {"since_ms": 0, "now_ms": month_ms, "uses": 0}
    assert usual.trust("note", "normal", **times).value == 0.5
    assert slow.trust("note", "normal", **times).value == pytest.approx(0.5**0.5)
    engine.memory._rules = memory.Rules(core_bytes_max=20)
    with pytest.raises(CoreFull, match="20"):
        run(engine, "core_add", made["memory"]["id"])


def test_a_smaller_number_of_links_is_reached_sooner(engine: Engine) -> None:
    ids = [
        call(engine, "remember", content=f"Fact {n}.", class_="fact")["memory"]["id"]
        for n in range(3)
    ]
    engine.memory._rules = memory.Rules(links_max=1)
    call(engine, "link_memories", from_=ids[0], to=ids[1], type="supports")
    with pytest.raises(Exception, match="1 links"):
        call(engine, "link_memories", from_=ids[0], to=ids[2], type="supports")


def test_a_smaller_number_of_keys_is_reached_sooner() -> None:
    with temporary_engine() as host:
        host.preferences._rules = preferences.Rules(keys_max=1, history_max=2)
        for value in ("tabs", "spaces", "both"):
            statement = f"From now on always use {value}."
            call(host, "set_preference", key="x", value=value, statement=statement)
        with host.store.read() as session:
            shown = host.preferences.show(session, "x")
        assert [one["value"] for one in shown["history"]] == ["spaces", "both"]
        with pytest.raises(ArgumentInvalid, match="1 keys"):
            call(host, "set_preference", key="y", value="a", statement="Always use a from now on.")


def test_fewer_violations_are_listed_and_fewer_standards_are_named(engine: Engine) -> None:
    rule = "{id: r, check: max_line_length, limit: 0}"
    for name in ("one", "two"):
        yaml = f"name: {name}\ntitle: T\nrules: [{rule}]\n"
        call(engine, "save_standard", yaml=yaml)
    engine.quality._rules = quality.Rules(violations_max=2, named_max=1)
    found = call(engine, "validate", standard="one", content="a\nb\nc\n")
    assert (len(found["violations"]), found["total"]) == (2, 3)
    with pytest.raises(StandardUnknown) as unknown:
        call(engine, "validate", standard="zzz", content="a")
    assert "one and 1 more" in unknown.value.hint


def test_fewer_processes_are_named_for_a_task(engine: Engine) -> None:
    for name in ("one", "two"):
        step = "steps: [{id: a, do: B}]"
        yaml = f"kind: workflow\nname: {name}\ntitle: T\nsummary: S.\ntriggers: [hotfix]\n{step}\n"
        call(engine, "save_process", yaml=yaml)
    with engine.store.read() as session:
        assert len(engine.processes.fitting(session, "a hotfix")) == 2
        engine.processes._rules = processes.Rules(fitting_max=1)
        assert len(engine.processes.fitting(session, "a hotfix")) == 1
