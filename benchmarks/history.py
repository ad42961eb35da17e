"""What a long history costs: `python -m benchmarks.history [--old PYTHON] [--epochs N…]`.

For brains of 10 to 3,000 epochs: a compaction, an open, the newest 50 entries of the log, and the
list of snapshots, in CPU milliseconds (median of five). `--old` names the interpreter of another
installation of Myelin, which is measured in the same run, each size right after ours; a history
that 0.3.0 left is what both begin with, a file an epoch.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from myelin import assembly, store
from myelin.kernel.audience import Audience
from myelin.kernel.clock import SystemClock
from myelin.store import thinning
from myelin.store.past import open_past
from myelin.store.posix import PosixIo

SIZES = (10, 100, 1000, 3000)
KEY = bytes(range(32))
MEMORIES = 200
ROUNDS = 5
TEXT = "a note of some length about what was decided, and why it was not decided otherwise " * 4
INSERT = """INSERT INTO memory (id, class, content, tags, aliases, tier, sensitivity, origin,
  evidence, recorded_at) VALUES (?, 'note', ?, '[]', '[]', 'normal', 'normal', 'host', 'stated', ?)
"""


def schema() -> store.Schema:
    """Return the tables of the product, of whichever version this runs in."""
    return assembly._schema(Audience.LOCAL)


class UnsyncedIo(PosixIo):
    """A disk that syncs nothing: for making the brains, not for what is measured."""

    def fsync(self, fd: int) -> None:
        """Do nothing."""

    def fsync_folder(self, folder: int) -> None:
        """Do nothing."""


def opened(path: Path, io: PosixIo | None = None) -> store.Store:
    """Open the measured brain."""
    return store.open(path, KEY, schema=schema(), clock=SystemClock(), chance=os.urandom, io=io)


def build(path: Path, epochs: int, *, thin: bool) -> None:
    """Make a brain of so many closed epochs: one small write each, and a snapshot now and then."""
    store.create(
        path, KEY, brain_id=bytes(16), schema=schema(), clock=SystemClock(), chance=os.urandom
    )
    whole = thinning.thin
    if not thin:
        thinning.thin = lambda *_: 0
    brain = opened(path, UnsyncedIo())
    with brain.write() as session:
        for number in range(1, MEMORIES + 1):
            session.execute(INSERT, (number, f"{TEXT} {number}", session.now_ms))
    for number in range(epochs):
        change(brain, number)
        if number % 500 == 250:
            brain.snapshot(f"snapshot {number}")
        else:
            brain.compact()
    brain.close()
    thinning.thin = whole


def change(brain: store.Store, number: int) -> None:
    """Write one memory anew, so that the base does not grow."""
    with brain.write() as session:
        row = (f"{TEXT} changed {number}", number % MEMORIES + 1)
        session.execute("UPDATE memory SET content = ? WHERE id = ?", row)


def median_ms(act: Callable[[], object]) -> float:
    """Return the median CPU time of a call in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        act()
        times.append((time.process_time() - started) * 1000)
    return statistics.median(times)


def measured(path: Path) -> dict[str, float]:
    """Return the costs of one brain, and how many files its archive has afterwards."""
    means: dict[str, Any] = {"schema": schema(), "clock": SystemClock(), "chance": os.urandom}

    def read_log() -> None:
        with open_past(path, KEY, **means) as past:
            newest = getattr(past, "newest_events", None)
            events = newest(50) if newest else list(past.events())[-50:]
        assert len(events) >= 10

    def list_snapshots() -> None:
        with open_past(path, KEY, **means) as past:
            overview = getattr(past, "overview", None)
            assert (overview().states if overview else len(past.points())) > 0

    brain = opened(path)

    def compact() -> None:
        change(brain, 1)
        assert brain.compact()

    started = time.process_time()
    compact()
    first = (time.process_time() - started) * 1000
    found = {
        "first compaction": first,
        "compaction": median_ms(compact),
        "open": median_ms(lambda: opened(path).close()),
        "log": median_ms(read_log),
        "snapshot list": median_ms(list_snapshots),
        "files": len(list(path.with_suffix(".archive").glob("e*.myl"))),
    }
    brain.close()
    return found


def taken_over(path: Path) -> dict[str, float]:
    """Return how many compactions merge a history of 0.3.0, and what the dearest of them cost."""
    brain, worst, count, before = opened(path), 0.0, 0, -1
    while True:
        change(brain, count)
        started = time.process_time()
        brain.compact()
        worst = max(worst, (time.process_time() - started) * 1000)
        count += 1
        files = len(list(path.with_suffix(".archive").glob("e*.myl")))
        if files == before or (before != -1 and files > before):
            break
        before = files
    brain.close()
    return {"compactions": count, "dearest": worst, "files": files}


def measure(epochs: int) -> dict[str, Any]:
    """Build brains of a size in a folder of their own and measure them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "old.myl"
        build(old, epochs, thin=False)
        result: dict[str, Any] = {"of 0.3.0": measured(old)}
        if hasattr(store.Store, "compact_if_due"):
            result["merged"] = taken_over(old)
            own = Path(folder) / "own.myl"
            build(own, epochs, thin=True)
            result["own"] = measured(own)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", help="the interpreter of another installation")
    parser.add_argument("--epochs", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(given.measure)))
        return
    columns = ("first compaction", "compaction", "open", "log", "snapshot list", "files")
    print("| epochs | code | " + " | ".join(columns) + " |")
    print("| --- " * (len(columns) + 2) + "|")
    for epochs in given.epochs:
        for name, python in (("ours", sys.executable), ("old", given.old)):
            if not python:
                continue
            # -P: the folder of this file must not hide modules of the standard library.
            command = [python, "-P", __file__, "--measure", str(epochs)]
            found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            for kind in ("of 0.3.0", "own"):
                if kind in found:
                    cells = [f"{found[kind][column]:.1f}" for column in columns]
                    print(f"| {epochs} | {name}, {kind} | " + " | ".join(cells) + " |", flush=True)
            if "merged" in found:
                merged = {key: round(value, 1) for key, value in found["merged"].items()}
                print(f"|  | merging what 0.3.0 left | {merged} |", flush=True)


if __name__ == "__main__":
    main()
