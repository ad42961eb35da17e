"""Processes and standards go out and in, are purged and told, as memories are."""

import json

import pytest

from myelin.contract.errors import ProcessUnknown, StandardUnknown
from myelin.testing.engines import call
from myelin.upkeep import purge
from tests.unit.upkeep.full_brain import engine, exported, fill, imported, purged


def records(lines, kind):
    return [each for line in lines if (each := json.loads(line)).get("kind") == kind]


@pytest.mark.parametrize("kind", ["process", "standard"])
def test_from_elsewhere_a_document_comes_in_unreviewed(kind):
    with engine() as one:
        fill(one, 2)
        lines = exported(one)
    wanted = [record for record in records(lines, kind) if "reviewed_at" in record]
    assert wanted
    with engine("second") as other:
        report = imported(other, lines, owned=False)
        assert report.left == [] or all("purged" in left.reason for left in report.left)
        found = records(exported(other), kind)
        assert len(found) == len(records(lines, kind))
        assert not any("reviewed_at" in record or "retired_at" in record for record in found)
        assert {record["origin"] for record in found} == {"import"}
        assert report.counts["lowered"] >= len(wanted)


@pytest.mark.parametrize("kind", ["process", "standard"])
def test_a_purged_document_is_gone_and_does_not_come_back(kind):
    with engine() as one:
        fill(one, 2)
        lines = exported(one)
        first = records(lines, kind)[0]
        with one.store.read() as session:
            deletion = purge.plan(session, one.cores, first["id"])
        assert list(deletion.ids) == [first["id"]]
        assert len(deletion.mentions) == 1
        assert purged(one, first["id"]).found_before > 0
        report = imported(one, lines)
        assert [left.reason for left in report.left] == ["it was purged here"]
        assert first["id"] not in {each["id"] for each in records(exported(one), kind)}
        with one.store.read() as session:
            assert not any(list(core.check(session)) for core in one.cores)


def test_an_unknown_document_is_refused_by_its_own_error():
    with engine() as one, one.store.read() as session:
        with pytest.raises(ProcessUnknown):
            purge.plan(session, one.cores, "prc_zzzzzzzzzzzz")
        with pytest.raises(StandardUnknown):
            purge.plan(session, one.cores, "std_")


def test_a_changed_document_and_one_that_does_not_read_are_left_out():
    with engine() as one:
        fill(one, 2)
        lines = exported(one)
    at = next(i for i, line in enumerate(lines) if b'"kind":"process"' in line)
    broken = json.loads(lines[at]) | {"yaml": "kind: [", "id": "prc_000000000001"}
    taken = json.loads(lines[at]) | {"id": "prc_000000000002"}
    taken["yaml"] += "\n# changed\n"
    lines[at + 1 : at + 1] = [json.dumps(each).encode() + b"\n" for each in (broken, taken)]
    with engine("second") as other:
        report = imported(other, lines, owned=False)
        reasons = [left.reason for left in report.left]
        assert reasons[0].startswith("process_invalid")
        assert reasons[1] == "another version has this number"
        assert call(other, "list_processes")["processes"]
