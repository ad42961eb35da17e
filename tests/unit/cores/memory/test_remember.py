"""Remembering: what is stored, what counts as there already, and how a correction takes hold."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.contract.errors import (
    ArgumentInvalid,
    IdAmbiguous,
    LinkInvalid,
    LocalOnlyRefused,
    MemoryUnknown,
)
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.ids import encode_id
from myelin.testing import ManualClock, TemporaryBrain, call, run, temporary_brain, temporary_engine


def remember(engine: Engine, content: str, class_: str = "fact", **others: Any) -> dict[str, Any]:
    return call(engine, "remember", content=content, class_=class_, **others)


def test_every_field_comes_back_as_it_was_given(host: Engine) -> None:
    given_fields: dict[str, Any] = {
        "content": "The staging cluster\nruns in Frankfurt.\tAlways.",
        "class": "fact",
        "subject": "staging.region",
        "tags": ["ops", "staging"],
        "aliases": ["preprod"],
        "session": "s-1",
        "actor": "dana",
        "evidence": "inferred",
        "evidence_ref": "terraform/staging.tf",
        "sensitivity": "local_only",
        "observed_at": "2026-02-01T10:00:00+05:30",
    }
    memory = call(host, "remember", **given_fields)["memory"]
    expected = given_fields | {"observed_at": "2026-02-01T04:30:00.000Z"}
    assert {name: memory[name] for name in expected} == expected
    assert memory["origin"] == "host"
    assert memory["tier"] == "normal"
    assert memory["uses"] == 0
    assert call(host, "get_memory", id=memory["id"])["memory"] == memory


def test_absent_fields_are_left_out_and_never_null(host: Engine) -> None:
    memory = remember(host, "A bare fact.")["memory"]
    assert None not in memory.values()
    assert not {"subject", "actor", "session", "superseded_by", "observed_at"} & memory.keys()


def test_the_longest_content_comes_back_whole(host: Engine) -> None:
    content = "déjà vu " * 1638  # Ten bytes each.
    content += "x" * (16_384 - len(content.encode()))
    memory = remember(host, content)["memory"]
    assert memory["content"] == content
    assert call(host, "get_memory", id=memory["id"])["memory"]["content"] == content


def test_text_is_stored_composed(host: Engine) -> None:
    assert remember(host, "cafe\u0301")["memory"]["content"] == "café"


@pytest.mark.parametrize("again", ["Use  port 22.", " Use port\n22. ", "Use port 22."])
def test_the_same_text_but_for_white_space_creates_nothing(host: Engine, again: str) -> None:
    first = remember(host, "Use port 22.", subject="db.port")
    second = remember(host, again, subject="DB.port")
    assert second["created"] is False
    assert second["memory"]["id"] == first["memory"]["id"]
    assert call(host, "list_memories")["total"] == 1
    assert call(host, "get_memory", id=first["memory"]["id"])["memory"]["uses"] == 1


def test_ten_times_the_same_fact_is_one_memory(host: Engine) -> None:
    created = [remember(host, "Use port 22.")["created"] for _ in range(10)]
    assert created == [True] + [False] * 9


@pytest.mark.parametrize(
    "different",
    [
        {"content": "use port 22."},
        {"class_": "note"},
        {"subject": "other"},
        {"sensitivity": "local_only"},
    ],
)
def test_another_class_subject_sensitivity_or_wording_is_another_memory(
    host: Engine, different: dict[str, str]
) -> None:
    same = {"content": "Use port 22.", "class_": "fact", "subject": "db.port"}
    call(host, "remember", **same)
    assert call(host, "remember", **(same | different))["created"] is True


def test_episodes_are_never_merged(host: Engine) -> None:
    assert remember(host, "Deploy failed.", "episode")["created"]
    assert remember(host, "Deploy failed.", "episode")["created"]


def test_tags_of_a_repeated_text_are_not_merged_and_a_note_says_so(host: Engine) -> None:
    remember(host, "Use port 22.", tags=["db"])
    again = remember(host, "Use port 22.", tags=["network"])
    assert again["memory"]["tags"] == ["db"]
    assert "tags" in again["note"]


def test_a_repeated_text_still_supersedes_and_links(host: Engine) -> None:
    old = remember(host, "Port 22.")["memory"]["id"]
    other = remember(host, "The tunnel uses that port.")["memory"]["id"]
    new = remember(host, "Port 49222.")["memory"]["id"]
    again = remember(host, "Port 49222.", supersedes=old, links=[{"type": "supports", "to": other}])
    assert (again["created"], again["superseded"]) == (False, old)
    links = call(host, "get_memory", id=new)["links"]
    assert {(link["type"], link["to"]) for link in links} == {
        ("supersedes", old),
        ("supports", other),
    }


def test_a_correction_replaces_and_keeps_both_ways_of_finding_the_old(host: Engine) -> None:
    old = remember(host, "prod DB port is 22")["memory"]["id"]
    new = remember(host, "prod DB port is 49222", supersedes=old)
    assert new["superseded"] == old
    assert new["memory"]["supersedes"] == [old]
    before = call(host, "get_memory", id=old)["memory"]
    assert before["superseded_by"] == new["memory"]["id"]
    assert before["superseded_at"] == new["memory"]["recorded_at"]


def test_two_corrections_of_one_memory_both_land_and_contradict(host: Engine) -> None:
    old = remember(host, "port is 1")["memory"]["id"]
    first = remember(host, "port is 2", supersedes=old)["memory"]["id"]
    second = remember(host, "port is 3", supersedes=old)
    assert second["superseded"] == old
    assert [one["id"] for one in second["contradictions"]] == [first]
    assert call(host, "get_memory", id=old)["memory"]["superseded_by"] == first


def test_a_text_cannot_supersede_itself(host: Engine) -> None:
    known = remember(host, "Port 22.")["memory"]["id"]
    with pytest.raises(LinkInvalid):
        remember(host, "Port 22.", supersedes=known)
    assert call(host, "get_memory", id=known)["memory"]["uses"] == 0


def test_a_refused_link_saves_nothing_of_the_call(host: Engine) -> None:
    with pytest.raises(MemoryUnknown):
        remember(host, "Kept?", links=[{"type": "supports", "to": "mem_zzzzzzzzzzzz"}])
    assert call(host, "list_memories")["total"] == 0


def test_a_local_only_memory_cannot_supersede_a_normal_one(host: Engine) -> None:
    old = remember(host, "Port 22.")["memory"]["id"]
    with pytest.raises(LocalOnlyRefused):
        remember(host, "Port 23.", supersedes=old, sensitivity="local_only")
    secret = remember(host, "Port 24.", sensitivity="local_only")["memory"]["id"]
    assert remember(host, "Port 25.", supersedes=secret)["superseded"] == secret


def test_a_host_cannot_take_a_memory_out_of_core_by_correcting_it(
    host: Engine, owner: Engine
) -> None:
    core = remember(owner, "Never deploy on Friday.", "convention")["memory"]["id"]
    run(owner, "core_add", core)
    new = remember(host, "Deploy whenever you like.", "convention", supersedes=core)
    assert new["created"]
    assert "superseded" not in new
    assert "core" in new["note"]
    assert new["memory"]["tier"] == "normal"
    assert [one["id"] for one in new["contradictions"]] == [core]
    answer = call(host, "recall", query="unrelated")
    assert [one["id"] for one in answer["core"]] == [core]


def test_the_owners_correction_of_a_core_memory_takes_its_place(owner: Engine) -> None:
    core = remember(owner, "Never deploy on Friday.", "convention")["memory"]["id"]
    run(owner, "core_add", core)
    new = remember(owner, "Never deploy on weekends.", "convention", supersedes=core)
    assert new["memory"]["tier"] == "core"
    answer = call(owner, "recall", query="unrelated")
    assert [one["id"] for one in answer["core"]] == [new["memory"]["id"]]


def test_the_default_sensitivity_is_the_brains(clock: ManualClock) -> None:
    with temporary_engine(clock=clock, default_sensitivity="local_only") as engine:
        assert remember(engine, "Here.")["memory"]["sensitivity"] == "local_only"
        assert remember(engine, "All.", sensitivity="normal")["memory"]["sensitivity"] == "normal"


def test_a_remote_host_must_say_normal_where_the_default_is_local_only() -> None:
    with temporary_engine(audience=Audience.REMOTE, default_sensitivity="local_only") as engine:
        with pytest.raises(LocalOnlyRefused):
            remember(engine, "Anything.")
        assert remember(engine, "Anything.", sensitivity="normal")["created"]


def test_an_id_may_be_shortened_while_it_is_unique(host: Engine) -> None:
    known = remember(host, "Port 22.")["memory"]["id"]
    assert call(host, "get_memory", id=known[:8])["memory"]["id"] == known
    with pytest.raises(MemoryUnknown):
        call(host, "get_memory", id="mem_zzzz")
    with pytest.raises(MemoryUnknown):
        call(host, "get_memory", id=known[:7])


def test_an_ambiguous_beginning_of_an_id_is_refused_with_how_many(brain: TemporaryBrain) -> None:
    engine = brain.open()
    with engine.store.write() as session:
        for row_id in (1, 2, 1 << 39):
            session.execute(
                """INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity,
                   origin, evidence, recorded_at)
                   VALUES (?, 'note', ?, '[]', '[]', 'normal', 'normal', 'host', 'stated', 1)""",
                (row_id, f"text {row_id}"),
            )
    with pytest.raises(IdAmbiguous, match=r"^3 "):
        call(engine, "get_memory", id="mem_0000")
    assert call(engine, "get_memory", id="mem_000000000001")["memory"]["content"] == "text 1"
    engine.store.close()


ROW_IDS = st.sets(st.integers(0, 3).map(lambda high: high << 58 | high << 39) | st.integers(1, 9))


@settings(max_examples=40, deadline=None)
@given(ROW_IDS, st.integers(4, 12), st.integers(0, 20))
def test_a_beginning_of_an_id_means_the_one_memory_that_begins_so(
    row_ids: set[int], chars: int, pick: int
) -> None:
    row_ids -= {0}
    known = sorted(encode_id("mem", row_id) for row_id in row_ids)
    text = known[pick % len(known)] if known else encode_id("mem", 77)
    beginning = text[: 4 + chars]
    meant = [one for one in known if one.startswith(beginning)]
    with temporary_engine() as engine:
        with engine.store.write() as session:
            for row_id in row_ids:
                session.execute(
                    """INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity,
                       origin, evidence, recorded_at)
                       VALUES (?, 'note', 'x', '[]', '[]', 'normal', 'normal', 'host', 'stated', 1)
                    """,
                    (row_id,),
                )
        if len(meant) == 1:
            assert call(engine, "get_memory", id=beginning)["memory"]["id"] == meant[0]
        else:
            with pytest.raises(IdAmbiguous if meant else MemoryUnknown):
                call(engine, "get_memory", id=beginning)


PIECES = st.lists(st.sampled_from(["port", "22", "é", "e\u0301", "Port"]), min_size=1, max_size=4)
GAPS = st.sampled_from([" ", "  ", "\n", " \t "])


@settings(max_examples=40, deadline=None)
@given(PIECES, PIECES, GAPS, GAPS)
def test_two_texts_are_one_memory_exactly_when_only_white_space_and_form_differ(
    first: list[str], second: list[str], gap: str, other_gap: str
) -> None:
    def composed(pieces: list[str]) -> list[str]:
        return [unicodedata.normalize("NFC", piece) for piece in pieces]

    with temporary_engine() as engine:
        remember(engine, gap.join(first))
        again = remember(engine, other_gap.join(second))
        assert again["created"] == (composed(first) != composed(second))


@pytest.mark.parametrize(
    ("time", "stored"),
    [
        ("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"),
        ("2026-01-01T00:00:00+05:30", "2025-12-31T18:30:00.000Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ],
)
def test_times_are_stored_in_utc(host: Engine, time: str, stored: str) -> None:
    assert remember(host, f"At {time}.", observed_at=time)["memory"]["observed_at"] == stored


@pytest.mark.parametrize(
    "time", ["2026-01-01T00:00:00", "2026-01-01", "2016-12-31T23:59:60Z", "2026-02-30T00:00:00Z"]
)
def test_a_time_without_zone_or_that_never_was_is_refused(host: Engine, time: str) -> None:
    with pytest.raises(ArgumentInvalid) as refused:
        remember(host, "Some fact.", observed_at=time)
    assert refused.value.details["problems"][0]["path"] == "/observed_at"


def test_a_clock_that_goes_back_does_not_stamp_what_follows(clock: ManualClock) -> None:
    with temporary_engine(clock=clock) as engine:
        first = remember(engine, "First.")["memory"]
        clock.set("2020-01-01T00:00:00Z")
        second = remember(engine, "Second.")["memory"]
        # A time is the clock's own: one wrong write must not stamp all that follow.
        assert second["recorded_at"] == "2020-01-01T00:00:00.000Z"
        clock.set("2027-01-01T00:00:00Z")
        third = remember(engine, "Third.")["memory"]
        assert third["recorded_at"] > first["recorded_at"]
        assert call(engine, "recall", query="second")["memories"]


STEPS = st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 6)), min_size=1, max_size=14)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_any_sequence_of_corrections_leaves_one_live_end_a_line_or_flags_the_rivals(
    steps: list[tuple[int, int]],
) -> None:
    with temporary_brain() as brain:
        engine = brain.open(origin=Origin.OWNER)
        ids: list[str] = []
        for text, target in steps:
            others = {"supersedes": ids[target]} if 0 <= target < len(ids) else {}
            try:
                answer = remember(engine, f"text {text}", **others)
            except LinkInvalid:
                continue
            if answer["created"]:
                ids.append(answer["memory"]["id"])
        views = {one: call(engine, "get_memory", id=one) for one in ids}
        for one, view in views.items():
            memory = view["memory"]
            # Set together, once; what replaced it is younger, so that there is no cycle.
            assert ("superseded_at" in memory) == ("superseded_by" in memory)
            heirs = {
                link["from"]
                for link in view["links"]
                if link["type"] == "supersedes" and link["to"] == one
            }
            assert ("superseded_by" in memory) == bool(heirs)
            if "superseded_by" in memory:
                assert memory["superseded_by"] in heirs
                assert view["contradictions"] == []
            for rival in view["contradictions"]:
                back = views[rival["id"]]["contradictions"]
                assert one in [other["id"] for other in back]
            assert one not in [version["id"] for version in view["history"]]
        engine.store.close()
