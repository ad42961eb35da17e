"""Recall, remember and open beside the plainest SQLite that could do the same, in one run.

    python -m benchmarks.speed [--memories 5000] [--json]

For recall, `bare` is system d: FTS5 (porter, unicode61) in an unencrypted database, the OR of a
query's words, bm25, 40 rows. For remember, it is an unencrypted insert with the same index, derived
tables included; `remember_fts` compares with an insert into a full-text index alone. Both sides run
turn by turn on the same texts and questions; CPU time of the process, in milliseconds.
"""

import argparse
import itertools
import json
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import apsw

from benchmarks import corpus
from benchmarks.clock import Sample, cpu_ms, sample
from myelin import assembly
from myelin.contract.operations.remember import RememberArgs
from myelin.cores.memory import MemoryIndex
from myelin.crypto import keys
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.caller import LOCAL_HOST
from myelin.store import Change, shipped_migrations
from myelin.surface.operations import OPERATIONS

ROOT = bytes(range(32))
CALLS = 300
FILLED_AT_ONCE = 500


def main() -> None:
    """Print the comparison as a table or as JSON."""
    parser = argparse.ArgumentParser(description="Speed beside bare SQLite.")
    parser.add_argument("--memories", type=int, default=5000)
    parser.add_argument("--large", type=int, default=0, help="also open a brain with this many")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    result = measure(args.memories, args.large)
    if args.json:
        print(json.dumps(result, indent=1))
        return
    for name, value in result.items():
        print(f"{name:24} {json.dumps(value)}")


def measure(count: int, large: int = 0) -> dict[str, Any]:
    """Return the samples of recall, remember and open, ours and bare."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.myl"
        texts = corpus.texts(count + CALLS)
        fill(path, texts[:count])
        bare = _bare(Path(folder) / "bare.db", texts[:count])
        result: dict[str, Any] = {"memories": count, "open": asdict(_open(path))}
        engine = open_engine(path)
        try:
            result |= _recall(engine, bare, corpus.questions(texts[:count], CALLS))
            result |= _remember(engine, bare, texts[count:])
        finally:
            engine.store.close()
        if large:
            fill(path.with_name("large.myl"), corpus.texts(large, seed=3))
            result["open_large"] = asdict(_open(path.with_name("large.myl")))
            result["large"] = large
        return result


def open_engine(path: Path) -> Engine:
    """Return an engine on a benchmark's brain."""
    return assembly.open(path, keys.local_key(ROOT), name=path.stem, caller=LOCAL_HOST)


def fill(path: Path, texts: list[str]) -> None:
    """Create a brain that holds these texts as notes, compacted."""
    assembly.create(path, keys.local_key(ROOT), name=path.stem)
    engine = open_engine(path)
    try:
        # Many to a transaction: filling is not what is measured, and a disk flush each would be.
        for at in range(0, len(texts), FILLED_AT_ONCE):
            with engine.store.write() as session:
                for text in texts[at : at + FILLED_AT_ONCE]:
                    args = {"content": text, "class": "note"}
                    engine.memory.remember(session, RememberArgs.model_validate(args))
        engine.store.compact()
    finally:
        engine.store.close()
    shutil.rmtree(path.with_suffix(".archive"), ignore_errors=True)


def _bare(path: Path, texts: list[str]) -> apsw.Connection:
    db = apsw.Connection(str(path))
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT, recorded_at INTEGER)")
    db.execute(
        "CREATE VIRTUAL TABLE note_text USING fts5"
        "(body, content='note', content_rowid='id', tokenize='porter unicode61')"
    )
    with db:
        for text in texts:
            _insert(db, text)
    return db


def _insert(db: apsw.Connection, text: str) -> None:
    db.execute("INSERT INTO note (body, recorded_at) VALUES (?, 0)", (text,))
    db.execute("INSERT INTO note_text (rowid, body) VALUES (?, ?)", (db.last_insert_rowid(), text))


def _bare_query(db: apsw.Connection, question: str) -> list[Any]:
    match = " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"[^\W_]+", question)))
    return db.execute(
        "SELECT rowid FROM note_text WHERE note_text MATCH ? ORDER BY bm25(note_text) LIMIT 40",
        (match,),
    ).fetchall()


def _compared(
    name: str, ours: Callable[[str], object], theirs: Callable[[str], object], inputs: list[str]
) -> dict[str, Any]:
    taken: tuple[list[float], list[float]] = ([], [])
    for text in inputs:
        for call, times in zip((ours, theirs), taken, strict=True):
            times.append(cpu_ms(lambda call=call, text=text: call(text)))  # type: ignore[misc]
    mine, bare = (sample(times) for times in taken)
    return {
        name: asdict(mine),
        f"{name}_bare": asdict(bare),
        f"{name}_over_bare_p95_ms": mine.p95_ms - bare.p95_ms,
    }


def _recall(engine: Engine, bare: apsw.Connection, questions: list[str]) -> dict[str, Any]:
    def ours(question: str) -> object:
        return dispatch.call(engine, OPERATIONS["recall"], {"query": question})

    for question in questions[:20]:
        ours(question)
        _bare_query(bare, question)
    return _compared("recall", ours, lambda question: _bare_query(bare, question), questions)


def _remember(engine: Engine, bare: apsw.Connection, texts: list[str]) -> dict[str, Any]:
    def ours(text: str) -> object:
        return dispatch.call(engine, OPERATIONS["remember"], {"content": text, "class": "note"})

    def theirs(text: str) -> None:
        with bare:
            _insert(bare, text)

    def insert(text: str) -> None:
        number = next(numbers)
        plain.execute(
            """INSERT INTO memory VALUES (?, 'note', ?, NULL, '[]', '[]', NULL, NULL, 'normal',
               'normal', 'host', 'stated', NULL, NULL, ?, NULL, NULL)""",
            (number, text, number),
        )
        index.apply(plain, [Change("memory", number, False)])

    def same_index(text: str) -> None:
        with plain:
            insert(text)

    index, numbers = MemoryIndex(), itertools.count(1)
    with tempfile.TemporaryDirectory() as folder:
        plain = _plain(Path(folder) / "plain.db", index)
        with plain:
            for (text,) in bare.execute("SELECT body FROM note").fetchall():
                insert(str(text))
        half = len(texts) // 2
        compared = _compared("remember_fts", ours, theirs, texts[:half])
        compared |= _compared("remember", ours, same_index, texts[half:])
        plain.close()
    return compared


def _plain(path: Path, index: MemoryIndex) -> apsw.Connection:
    """Return an unencrypted database with the tables of a brain, derived ones included."""
    db = apsw.Connection(str(path))
    db.execute("PRAGMA journal_mode=WAL")
    for migration in shipped_migrations():
        db.execute(migration.sql)
    index.create(db)
    return db


def _open(path: Path) -> Sample:
    return sample(cpu_ms(lambda: open_engine(path).store.close()) for _ in range(15))


if __name__ == "__main__":
    main()
