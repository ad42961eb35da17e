"""A brain whose every text holds one word, to look for afterwards: `python canary.py PATH`."""

import sys
from pathlib import Path

from myelin.store.io import Io
from tests.crash.brain import INSERT, opened

CANARY = "zqxcanaryzqx"


def live(path: Path, io: Io | None = None) -> None:
    """Write, sort, touch and compact much of the canary: whatever can spill, spills."""
    with opened(path, io) as brain:
        for number in range(1, 60):
            with brain.write(note=CANARY) as session:
                session.execute(INSERT, (number, f"{CANARY} w{number} " * 40, session.now_ms))
        with brain.write() as session:
            session.execute(
                "UPDATE memory SET content = content || ?, subject = ?", (CANARY, CANARY)
            )
        with brain.read() as session:
            list(session.execute("SELECT content FROM memory ORDER BY content || random()"))
            list(session.execute("SELECT content, count(*) FROM memory GROUP BY content"))
            session.touch(range(1, 60))
        brain.compact()


if __name__ == "__main__":
    live(Path(sys.argv[1]))
