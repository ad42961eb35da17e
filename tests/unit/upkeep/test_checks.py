"""The cores' checks find what does not fit together, each under a code of its own."""

import pytest

from myelin.testing.engines import call
from myelin.upkeep import doctor
from tests.unit.upkeep.full_brain import engine, fill

BREAKS = {
    "link_dangling": "UPDATE link SET to_id = 5 WHERE id = (SELECT min(id) FROM link)",
    "successor_missing": "UPDATE memory SET superseded_by = 5 WHERE superseded_by IS NOT NULL",
    "path_absolute": "UPDATE memory SET evidence_ref = '/srv/a.md' WHERE tier = 'core'",
    "meta_missing": "DELETE FROM meta WHERE key = 'brain_name'",
    "tombstone_broken": (
        "INSERT INTO tombstone (id, kind, erased_at, reason, decided_by)"
        " SELECT id, 'mem', 1, 'r', 'person' FROM memory LIMIT 1"
    ),
}


def codes(opened) -> set[str]:
    with opened.store.read() as session:
        return {finding.code for finding in doctor.check(session, opened.cores)}


@pytest.mark.parametrize("code", BREAKS)
def test_each_break_is_found_under_its_code(code):
    with engine() as one:
        fill(one, 20)
        assert codes(one) == set()
        with one.store.write() as session:
            session.execute(BREAKS[code])
        assert codes(one) == {code}


def test_an_index_that_differs_is_found_and_made_anew():
    with engine() as one:
        ids = fill(one, 20)
        one.store._epoch.db.execute("DELETE FROM memory_key WHERE document = 3")
        assert codes(one) == {"index_differs"}
        one.store.rebuild()
        assert codes(one) == set()
        assert call(one, "get_memory", id=ids[2])["memory"]["id"] == ids[2]
