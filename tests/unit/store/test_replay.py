"""Whoever reads the log holds what the writer holds: another handle, a new or compacted one."""

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from myelin.testing.clock import ManualClock
from tests.crash.brain import COUNTER, INSERT, make, open_brain, opened, tables

ids = st.integers(1, 12)
words = st.sampled_from(["a", "b", "note", "a b", "note a"])
steps = st.lists(
    st.tuples(st.just("insert"), ids, words)
    | st.tuples(st.just("replace"), ids, words)
    | st.tuples(st.just("rewrite"), ids, words)
    | st.tuples(st.just("delete"), ids)
    | st.tuples(st.just("renumber"), ids, ids)
    | st.tuples(st.just("link"), ids, ids)
    | st.tuples(st.just("swap links"), ids, ids)
    | st.tuples(st.just("touch"), ids)
    | st.tuples(st.just("bytes"), st.binary(max_size=5)),
    max_size=4,
)
lives = st.lists(
    st.tuples(st.sampled_from(["write", "write", "write", "fail", "note"]), steps)
    | st.tuples(st.just("read"), st.lists(ids, max_size=3))
    | st.tuples(st.just("compact"), st.none())
    | st.tuples(st.just("wait"), st.integers(1, 5_000_000)),
    max_size=12,
)


class Failed(Exception):
    """What a block raises to be undone."""


def take(session, step) -> None:
    """Do one step; what the tables refuse is left undone."""
    kind, *args = step
    execute = session.execute
    if kind == "insert":
        execute(INSERT.replace("INSERT", "INSERT OR IGNORE", 1), (*args, session.now_ms))
    elif kind == "replace":
        execute(INSERT.replace("INSERT", "INSERT OR REPLACE", 1), (*args, session.now_ms))
    elif kind == "rewrite":
        execute("UPDATE memory SET content = ? WHERE id >= ?", (args[1], args[0]))
    elif kind == "delete":
        execute("DELETE FROM memory WHERE id = ?", args)
    elif kind == "renumber":
        execute("UPDATE OR IGNORE memory SET id = ? WHERE id = ?", args)
    elif kind == "link":
        execute(
            "INSERT OR REPLACE INTO link (id, from_id, to_id, type, origin, recorded_at) "
            "VALUES (?, ?, ?, 'supports', 'host', ?)",
            (args[0], args[0], args[1], session.now_ms),
        )
    elif kind == "swap links":
        # Two rows exchange a value that is unique: neither may be written before the other went.
        execute("UPDATE OR REPLACE link SET from_id = -from_id WHERE id IN (?, ?)", args)
        execute("UPDATE OR REPLACE link SET from_id = ? WHERE id = ?", args)
        execute("UPDATE OR REPLACE link SET from_id = ? WHERE id = ?", args[::-1])
    elif kind == "touch":
        session.touch(args)
    elif kind == "bytes":
        execute("UPDATE meta SET value = ? WHERE id = ?", (args[0], COUNTER))


def live(brain, clock, life) -> None:
    for kind, given_ in life:
        if kind == "read":
            with brain.read() as session:
                session.touch(given_)
        elif kind == "compact":
            assert brain.compact()
        elif kind == "wait":
            clock.advance(given_)
        else:
            try:
                with brain.write(note="a note" if kind == "note" else None) as session:
                    for step in given_:
                        take(session, step)
                    if kind == "fail":
                        raise Failed
            except Failed:
                pass


@given(lives, lives)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_handle_of_a_brain_holds_the_same_tables(tmp_path_factory, first, second):
    path = tmp_path_factory.mktemp("replay") / "brain.myl"
    make(path)
    clock = ManualClock()
    with opened(path, clock=clock) as one, opened(path, clock=clock) as two:
        live(one, clock, first)
        assert tables(two) == tables(one)
        live(two, clock, second)
        expected = tables(two)
        assert tables(one) == expected
        assert one.position == two.position
        with opened(path, clock=clock) as fresh:
            assert tables(fresh) == expected
            assert fresh.position == two.position
        assert one.compact()
        with opened(path, clock=clock) as compacted:
            assert tables(compacted) == expected
            assert compacted.position.history == two.position.history
            assert compacted.check() == []


def test_a_statement_that_fails_inside_a_block_leaves_nothing_in_the_log(tmp_path):
    path = tmp_path / "brain.myl"
    make(path)
    brain, other = open_brain(path), open_brain(path)
    with brain.write() as session:
        take(session, ("insert", 2, "note"))
        session.execute("SAVEPOINT inner")
        take(session, ("insert", 3, "note"))
        session.execute("ROLLBACK TO inner")
        many = "INSERT INTO memory SELECT 4 - value, 'x', 'x', NULL, '', '', NULL, NULL, '', '', "
        many += "'', '', NULL, NULL, 0, NULL, NULL FROM json_each('[0, 1, 2]')"
        # 4 and 3 are free, 2 is not: the rows that were already in are taken out again.
        with pytest.raises(apsw.ConstraintError):
            session.execute(many)
    assert tables(other) == tables(brain)
    assert [row[0] for row in tables(other)["memory"]] == [2]
    brain.close()
    other.close()
