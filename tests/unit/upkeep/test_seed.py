"""Seeding: everything reviewed, one write, and nothing the second time."""

from myelin.kernel.audience import Origin
from myelin.testing import call, temporary_engine
from myelin.upkeep import seed


def test_a_seeded_brain_holds_the_whole_pack_reviewed_and_seeding_again_adds_nothing() -> None:
    with temporary_engine(origin=Origin.OWNER) as engine:
        for _ in range(2):
            with engine.store.write() as session:
                count = seed.starter_pack(session, engine.processes, engine.quality)
            listed = call(engine, "list_processes", include_versions=True)["processes"]
            with engine.store.read() as session:
                standards = engine.quality.summaries(session)["standards"]
            assert count == {"processes": len(listed), "standards": len(standards)}
            assert all(each["reviewed"] for each in (*listed, *standards))
            assert engine.store.position.seq == 1
