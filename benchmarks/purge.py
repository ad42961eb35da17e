"""Purge, rotation and compaction of brains of several sizes: CPU, memory, and the wait of writers.

    python -m benchmarks.purge [--memories 5000 50000] [--source DIR ...]

Every act runs in a process of its own on a copy of the brain with one archived base, while another
process writes every 10 ms. `--source` names further checkouts (their `src` folder is used), so that
older code is measured in the same run. CPU is that of the acting process.
"""

import argparse
import inspect
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import corpus
from myelin import assembly, store
from myelin.crypto import keys
from myelin.kernel.audience import Audience
from myelin.kernel.clock import SystemClock

ACTS = ("compact", "purge", "rotate")
ROOT = bytes(range(32))
HERE = Path(__file__).resolve().parents[1]

INSERT = """
INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity, origin, evidence,
  recorded_at) VALUES (?, 'note', ?, '[]', '[]', 'normal', 'normal', 'host', 'stated', ?)
"""

WRITER = """
import sys, time
from myelin import store
from myelin.kernel.errors import MyelinError
from benchmarks.purge import open_store
brain = open_store(sys.argv[1])
print("ready", flush=True)
worst = 0.0
try:
    while True:
        started = time.monotonic()
        with brain.write() as session:
            session.execute("UPDATE meta SET value = '1' WHERE key = 'created_at'")
        worst = max(worst, time.monotonic() - started)
        print(round(1000 * worst), flush=True)
        time.sleep(0.01)
except MyelinError:
    pass
"""

ACTOR = """
import json, resource, sys, time
from myelin.store import Erasure, Put
from benchmarks.purge import open_store
path, act = sys.argv[1:3]
brain = open_store(path)
with brain.read() as session:
    [(row_id, text)] = session.execute("SELECT id, content FROM memory LIMIT 1 OFFSET 1500")
started, cpu = time.monotonic(), time.process_time()
if act == "purge":
    witness = Put("tombstone", row_id, (row_id, "mem", 1, "a benchmark", "unattended"))
    rows = frozenset({("memory", row_id), ("memory_use", row_id)})
    brain.erase(Erasure(rows, (text,), [witness]))
elif act == "rotate":
    brain.rotate(bytes(range(1, 33)))
else:
    brain.compact()
print(json.dumps({
    "cpu_s": round(time.process_time() - cpu, 2),
    "wall_s": round(time.monotonic() - started, 2),
    "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
}))
brain.close()
"""


def open_store(path: str) -> Any:
    """Open the store of the benchmark's brain with the code of the present `PYTHONPATH`."""
    make: Any = assembly._schema
    schema = make(Audience.LOCAL) if inspect.signature(make).parameters else make()
    return store.open(
        path, keys.local_key(ROOT), schema=schema, clock=SystemClock(),
        chance=os.urandom, lock_wait_s=3600,
    )  # fmt: skip


def fill(path: Path, memories: int) -> None:
    """Make a brain with that many memories and one archived base of nearly that size."""
    path.parent.mkdir(mode=0o700, parents=True)
    # Older code took the root where newer code takes the key that seals the file.
    takes_root = "root" in inspect.signature(assembly.create).parameters
    assembly.create(path, ROOT if takes_root else keys.local_key(ROOT), name="brain")
    brain, chance = open_store(str(path)), random.Random(5)
    texts = corpus.texts(memories)
    for start in range(0, memories, 1000):
        with brain.write() as session:
            rows = [
                (chance.getrandbits(60), text, session.now_ms)
                for text in texts[start : start + 1000]
            ]
            session.executemany(INSERT, rows)
    brain.compact()
    shutil.rmtree(path.with_suffix(".archive"))
    with brain.write() as session:
        session.execute(INSERT, (1, "The last one.", session.now_ms))
    brain.compact()
    brain.close()


def of(source: Path) -> dict[str, str]:
    """Return the environment of a process that runs the code of a checkout."""
    return {"PYTHONPATH": f"{source / 'src'}:{HERE}", "PATH": "/usr/bin:/bin"}


def run(source: Path, brain: Path, act: str) -> dict[str, float]:
    """Return the cost of one act on a copy of a brain."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(brain.parent, Path(folder) / "copy") / brain.name
        environment = of(source)
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(copy)],
            stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        done = subprocess.run(
            [sys.executable, "-c", ACTOR, str(copy), act],
            capture_output=True, text=True, env=environment, check=True,
        )  # fmt: skip
        writer.kill()
        waited = writer.stdout.read().split()
    result: dict[str, float] = json.loads(done.stdout)
    return result | {"wait_ms": int(waited[-1]) if waited else -1}


def main() -> None:
    """Print one line for each source, size and act."""
    parser = argparse.ArgumentParser(description="The cost of a purge and of a rotation.")
    parser.add_argument("--memories", type=int, nargs="+", default=[5000])
    parser.add_argument("--source", type=Path, nargs="*", default=[])
    parser.add_argument("--brains", type=Path, help="keep the brains here, and use those there")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.brains or Path(temporary)
        for memories in args.memories:
            for source in (HERE, *args.source):
                # Each code makes its own brain: older code does not open newer ones.
                brain = folder / source.name / str(memories) / "brain.myl"
                if not brain.exists():
                    made = f"fill(Path({str(brain)!r}), {memories})"
                    line = f"from pathlib import Path; from benchmarks.purge import fill; {made}"
                    subprocess.run([sys.executable, "-c", line], env=of(source), check=True)
                for act in ACTS:
                    result = json.dumps(run(source, brain, act))
                    print(source.name, memories, act, result, flush=True)


if __name__ == "__main__":
    main()
