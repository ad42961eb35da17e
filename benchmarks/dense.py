"""What the dense companion costs: loading it, filling in vectors, and each recall and remember.

    python -m benchmarks.dense [--memories 500] [--json]

Both brains hold the same texts of 0.3 to 2 KB and answer the same questions of five words in the
same run. CPU time in milliseconds, of this process; memory in MB as the system counts it.
"""

import argparse
import json
import resource
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import corpus
from benchmarks.clock import cpu_ms, sample, timed
from benchmarks.speed import ROOT
from myelin import assembly
from myelin.crypto import keys
from myelin.dense.package import DIMENSIONS
from myelin.engine import dispatch
from myelin.engine.engine import Engine
from myelin.kernel.caller import LOCAL_HOST
from myelin.surface.operations import OPERATIONS

QUESTIONS = 100


def main() -> None:
    """Print what a brain costs without and with the companion."""
    parser = argparse.ArgumentParser(description="The cost of the dense companion.")
    parser.add_argument("--memories", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    texts = corpus.texts(args.memories)
    report = {
        "without": measure(texts, args.memories, dense=False),
        "with": measure(texts, args.memories, dense=True),
    }
    if args.json:
        print(json.dumps(report, indent=1))
        return
    for how, rows in report.items():
        print(how)
        for name, value in rows.items():
            print(f"  {name:24} {json.dumps(value)}")


def measure(texts: list[str], count: int, *, dense: bool) -> dict[str, Any]:
    """Return the costs of one brain; the one without the companion has to come first."""
    before_mb = _peak_mb()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dense.myl"
        assembly.create(path, keys.local_key(ROOT), name="dense")
        engine = assembly.open(
            path, keys.local_key(ROOT), name="dense", caller=LOCAL_HOST, dense=dense
        )
        try:
            written = [_remember(engine, text) for text in texts[:count]]
            filling_ms = cpu_ms(lambda: engine.memory.fill_in_vectors(engine.store, lambda: False))
            questions = corpus.questions(texts[:count], QUESTIONS + 1)
            result = {
                "first_recall_ms": round(_recall(engine, questions[0]), 1),
                "recall": asdict(sample(_recall(engine, text) for text in questions[1:])),
                "remember": asdict(sample(written)),
                "peak_more_mb": round(_peak_mb() - before_mb),
            }
            if dense:
                with engine.store.read() as session:
                    [(held_bytes,)] = session.execute(
                        "SELECT sum(length(vectors)) FROM memory_vector"
                    )
                result["filling_a_memory_ms"] = round(filling_ms / count, 1)
                result["filling_a_window_ms"] = round(filling_ms * DIMENSIONS / held_bytes, 1)
            engine.store.compact()
            result["file_bytes_a_memory"] = path.stat().st_size // count
        finally:
            engine.store.close()
    return result


def _remember(engine: Engine, text: str) -> float:
    arguments = {"content": text, "class": "note"}
    return timed(lambda given: dispatch.call(engine, OPERATIONS["remember"], given), arguments)[1]


def _recall(engine: Engine, text: str) -> float:
    arguments = {"query": text}
    return timed(lambda given: dispatch.call(engine, OPERATIONS["recall"], given), arguments)[1]


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
