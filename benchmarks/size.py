"""What recall costs as a brain grows, beside system d on the same texts and questions.

    python -m benchmarks.size [--memories 5000,50000,200000] [--json]

Narrow questions are five words of one text; broad ones are the commonest words, up to 32 of them.
`index` is the part of ours that the full-text query takes. The filters are a class and a tag that
one memory in 500 has, and a class that nearly all have. CPU time in milliseconds; a cold call is
the first one of an engine just opened. Texts are 0.3 to 2 KB with Zipf's word frequencies.
"""

import argparse
import functools
import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any

import apsw

from benchmarks import corpus
from benchmarks.clock import sample, timed
from benchmarks.retrieval import COMMON
from benchmarks.speed import ROOT, open_engine
from myelin import assembly
from myelin.cores.memory import question
from myelin.cores.memory.vocabulary import LIVE, Vocabulary
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.surface.operations import OPERATIONS

CHUNK = 1000
NARROW = 120
BROAD = 12
COMMONEST = 32
WARM_UP = 10
RARE = 500
"""One memory in so many is of the class and one has the tag that filters ask for."""

FILTERS: dict[str, dict[str, Any]] = {
    "class_filter": {"classes": ["decision"]},
    "tag_filter": {"tags": ["rare"]},
    "common_filter": {"classes": ["note"]},
}


def main() -> None:
    """Print the comparison for each number of memories."""
    parser = argparse.ArgumentParser(description="Recall by the size of a brain.")
    parser.add_argument("--memories", default="5000,50000,200000")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    report = {int(count): measure(int(count)) for count in args.memories.split(",")}
    if args.json:
        print(json.dumps(report, indent=1))
        return
    for count, rows in report.items():
        print(f"\n{count} memories, {rows.pop('size_bytes') / 1e6:.0f} MB on the disk")
        for name, row in rows.items():
            print(f"  {name:16} {json.dumps(row)}")


def measure(count: int) -> dict[str, Any]:
    """Return the samples of narrow, broad and cold questions, ours and those of system d."""
    texts = corpus.texts(count)
    narrow = corpus.questions(texts, NARROW)
    broad = broad_questions(texts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "size.myl"
        fill(path, texts)
        engine = open_engine(path)
        cold = [timed(lambda text: _recall(engine, text), narrow[0])[1]]
        engine.store.close()
        result: dict[str, Any] = {"size_bytes": path.stat().st_size, "cold_ms": cold[0]}
        bare = _bare(texts)
        engine = open_engine(path)
        try:
            for text in narrow[:WARM_UP]:
                _recall(engine, text)
                _bare_query(bare, text)
            for name, questions in (("narrow", narrow), ("broad", broad)):
                ours = _times(lambda text: _recall(engine, text), questions)
                result[name] = asdict(sample(ours))
                result[f"{name}_index"] = asdict(sample(_times(_index_of(engine), questions)))
                theirs = _times(lambda text: _bare_query(bare, text), questions)
                result[f"{name}_bare"] = asdict(sample(theirs))
            for name, given in FILTERS.items():
                filtered = _times(functools.partial(_recall, engine, given=given), narrow)
                result[name] = asdict(sample(filtered))
        finally:
            engine.store.close()
    return result


def fill(path: Path, texts: Sequence[str]) -> None:
    """Create a brain that holds the texts as notes, written in bulk as an import writes them."""
    assembly.create(path, keys.local_key(ROOT), name=path.stem)
    engine = open_engine(path)
    try:
        for start in range(0, len(texts), CHUNK):
            with engine.store.write() as session:
                session.executemany(
                    """INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity,
                       origin, evidence, recorded_at)
                       VALUES (?, ?, ?, ?, '[]', 'normal', 'normal', 'import', 'unverified', ?)""",
                    [
                        # Spread over the ids there are, as random ones would be.
                        (
                            (number + 1) * 7_046_029_254_386_353_131 % (1 << 59),
                            "decision" if number % RARE == 0 else "note",
                            text,
                            '["rare"]' if number % RARE == 1 else "[]",
                            number,
                        )
                        for number, text in enumerate(texts[start : start + CHUNK], start)
                    ],
                )
            if engine.store.compaction_due():
                engine.store.compact()
        engine.store.compact()
    finally:
        engine.store.close()


def broad_questions(texts: Sequence[str]) -> list[str]:
    """Return questions of the commonest words, from few to many."""
    counted = Counter(word for text in texts[:CHUNK] for word in text.split())
    commonest = [word for word, _ in counted.most_common(COMMONEST)]
    sizes = (4, 8, 16, COMMONEST)
    return [" ".join(commonest[at : at + size]) for size in sizes for at in range(BROAD // 4)]


def _recall(
    engine: Engine, text: str, given: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    return dispatch.call(engine, OPERATIONS["recall"], {"query": text, **given})


def _index_of(engine: Engine) -> Callable[[str], object]:
    def ask(text: str) -> object:
        with engine.store.read() as session:
            vocabulary = Vocabulary(session, LIVE)
            plan = question.plan(question.read(text, session.now_ms), vocabulary)
            return plan and vocabulary.ranked(plan.match, 100)

    return ask


def _bare(texts: Sequence[str]) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.execute("CREATE VIRTUAL TABLE note USING fts5(body, tokenize='porter unicode61')")
    with db:
        db.executemany("INSERT INTO note (rowid, body) VALUES (?, ?)", enumerate(texts, 1))
    return db


def _bare_query(db: apsw.Connection, text: str) -> list[Any]:
    words = [word for word in dict.fromkeys(re.findall(r"[^\W_]+", text)) if word not in COMMON]
    return db.execute(
        "SELECT rowid FROM note WHERE note MATCH ? ORDER BY bm25(note), rowid LIMIT 40",
        (" OR ".join(f'"{word}"' for word in words),),
    ).fetchall()


def _times(call: Callable[[str], object], questions: Sequence[str]) -> list[float]:
    return [timed(call, text)[1] for text in questions]


if __name__ == "__main__":
    main()
