"""How the known-answer brain of format 1 was made: `python -m tests.format.make_brain FOLDER`.

It is not made again: the file that is checked in must open for ever. A new format gets a file
of its own, beside this one.
"""

import dataclasses
import json
import sys
from pathlib import Path

from myelin import store
from myelin.testing.chance import SeededChance
from myelin.testing.clock import ManualClock
from tests.crash.brain import INSERT, SCHEMA
from tests.format.make_schema_brain import schema_of

KEY = bytes(range(32))
BRAIN_ID = bytes(range(16))
TABLES = ("meta", "memory", "link", "memory_use")
PLAIN = dataclasses.replace(schema_of(1), apply_touch=SCHEMA.apply_touch)
"""The schema of the program that made it, which had one migration and no derived tables."""

TEXTS = {
    0x0123456789ABCDE: "The deploy target is the second region.",
    0x0FEDCBA98765432: "日本語と emoji 🧠 and a quote ' in one note",
    0x0AAAAAAAAAAAAAA: "This one is rewritten, and then forgotten.",
    0x0000000000000001: "",
}


def make(path: Path) -> dict[str, object]:
    """Make the brain and return all that can be read from it."""
    clock, chance = ManualClock(), SeededChance("known answer")
    means = {"schema": PLAIN, "clock": clock, "chance": chance}
    store.create(path, KEY, brain_id=BRAIN_ID, meta={"brain_name": "known"}, **means)
    brain = store.open(path, KEY, **means)
    first, second, third, fourth = TEXTS
    for row_id in (first, second, third):
        with brain.write() as session:
            session.execute(INSERT, (row_id, TEXTS[row_id], session.now_ms))
        clock.advance(90_000)
    with brain.read() as session:
        session.touch([first, second])
    brain.compact()
    with brain.write(note="after the base") as session:
        session.execute(INSERT, (fourth, TEXTS[fourth], session.now_ms))
        session.execute(
            "UPDATE memory SET content = 'rewritten', observed_at = -1 WHERE id = ?", (third,)
        )
        session.execute("INSERT INTO meta (id, key, value) VALUES (7, 'bytes', x'00ff10')")
        session.execute("INSERT INTO link VALUES (9, ?, ?, 'supports', 'host', 5)", (first, second))
        session.touch([fourth])
    with brain.write() as session:
        session.execute("DELETE FROM memory WHERE id = ?", (third,))
    clock.advance(3_600_000)
    with brain.read() as session:
        session.touch([first])
    answer = read(brain)
    brain.close()
    return answer


def read(brain: store.Store) -> dict[str, object]:
    """Return everything that a brain of that time holds, as JSON can say it."""
    columns = {table.name: table.joined for table in PLAIN.tables}
    with brain.read() as session:
        rows = {
            name: [
                [value.hex() if isinstance(value, bytes) else value for value in row]
                for row in session.execute(f"SELECT {columns[name]} FROM {name} ORDER BY id")
            ]
            for name in TABLES
        }
    position = brain.position
    return {
        "brain_id": brain.brain_id.hex(),
        "epoch": position.epoch,
        "seq": position.seq,
        "history": position.history.hex(),
        "rows": rows,
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    answer = make(folder / "brain-1.myl")
    (folder / "brain-1.json").write_text(json.dumps(answer, indent=1, ensure_ascii=False) + "\n")
