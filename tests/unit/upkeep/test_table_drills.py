"""Drills: a later program gets a table, a column or a word, and every part of upkeep follows.

Each drill changes a copy of the product as CONTRIBUTING says, and then runs the changed program
on a brain that an earlier one wrote.
"""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from myelin.store import shipped_migrations
from tests.format.make_schema_brain import stored

ROOT = Path(__file__).parents[3]
NEXT = len(shipped_migrations()) + 1
LATEST = stored(NEXT - 1)

PRELUDE = """
import json, sys
from pathlib import Path
from myelin import assembly
from myelin.crypto import keys
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.caller import LOCAL_OWNER, Caller
from myelin.kernel.decision import Decision
from myelin.kernel.ids import encode_id
from myelin.kernel.machine import Machine
from myelin.testing import ManualClock, SeededChance, call
from myelin.upkeep import doctor, export, import_, purge, log as telling

KEY = bytes(range(32))
LOCAL_KEY = keys.local_key(KEY)

def machine(name):
    return Machine(ManualClock("2026-04-01T00:00:00Z"), SeededChance(name))

def opened(path, name="old"):
    return assembly.open(path, LOCAL_KEY, name=name, caller=LOCAL_OWNER, machine=machine(name))

def fresh(path):
    assembly.create(path, LOCAL_KEY, name="new", machine=machine("new"))
    return opened(path, "new")

def exported(engine):
    with engine.store.read() as session:
        records = list(export.records(session, engine.cores))
    return records, b"".join(export.lines(records, KEY)).split(b"\\n")

def imported(engine, lines):
    from myelin.engine.admit import admit
    from myelin.surface.operations import OPERATIONS
    check = lambda tool, given: admit(OPERATIONS[tool], given, scan=engine.scan)
    owned = import_._is_owned(lines, KEY)
    decided = Decision("person", "import")
    given = import_.ExportedLines(lines, owned)
    return import_.load(
        engine.store, engine.cores, given, check, chance=engine.chance, decision=decided
    )

def purged(engine, public_id):
    with engine.store.read() as session:
        deletion = purge.plan(session, engine.cores, public_id)
    word = purge.PurgeReason("a drill", "person", engine.store._clock.now_ms())
    return purge.purge(engine.store, purge.Order(deletion, word, engine.cores))

def told(path, engine):
    with assembly.open_past(path, LOCAL_KEY) as past:
        entries = telling.entries(engine.cores, past.newest_events(100))
    return [row for entry in entries for row in entry.get("rows", ())]

def faults(engine):
    with engine.store.read() as session:
        return [finding.code for finding in doctor.check(session, engine.cores)]

folder = Path(sys.argv[1])
old = folder / "old.myl"
"""


@pytest.fixture
def product(tmp_path):
    """Return a folder with a copy of the product that a drill may change, and an old brain."""
    skipped = shutil.ignore_patterns("__pycache__")
    for name in ("src", "spec", "codegen"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    shutil.copyfile(LATEST, tmp_path / "old.myl")
    return tmp_path


def migrate(product: Path, sql: str) -> None:
    folder = product / "src/myelin/store/migrations"
    (folder / f"{NEXT:04}_drill.sql").write_text(sql)


def edit(product: Path, path: str, old: str, new: str) -> None:
    file = product / path
    text = file.read_text()
    assert old in text, f"{path} no longer holds what the drill changes"
    file.write_text(text.replace(old, new, 1))


def ran(product: Path, script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{product / 'src'}{os.pathsep}{product}"}
    return subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(script), str(product)],
        check=False,
        cwd=product,
        env=environment,
        capture_output=True,
        text=True,
    )


TABLE = "CREATE TABLE pad (id INTEGER PRIMARY KEY, text TEXT NOT NULL, noted_at INTEGER NOT NULL);"
DECLARATION = """
PAD = SourceTable(
    name="pad",
    prefix="pad",
    leaves=Leaving(),
    columns=(
        Column(name="id", kind="row"),
        Column(name="text", identity=True, searched=True),
        Column(name="noted_at", kind="time", logged=1),
    ),
)

TABLES = (MEMORY, MEMORY_USE, LINK, PAD)
"""


def test_a_table_that_no_declaration_lists_takes_no_row_that_would_be_lost(product):
    """Before: the row was acknowledged, and gone after the next opening."""
    migrate(product, TABLE)
    done = ran(
        product,
        """
        engine = fresh(folder / "new.myl")
        with engine.store.write() as session:
            session.execute("INSERT INTO pad VALUES (7, 'a text', 5)")
        engine.store.close()
        engine = opened(folder / "new.myl", "new")
        with engine.store.read() as session:
            print(list(session.execute("SELECT * FROM pad")))
        """,
    )
    assert done.returncode != 0, f"the row was taken, and afterwards there was {done.stdout}"
    assert "the table pad has the columns" in done.stderr
    assert "list the declaration in the TABLES of its core" in done.stderr


def test_a_declared_table_goes_through_all_of_upkeep_on_an_old_brain(product):
    migrate(product, TABLE)
    edit(
        product,
        "src/myelin/cores/memory/tables.py",
        "\nTABLES = (MEMORY, MEMORY_USE, LINK)\n",
        DECLARATION,
    )
    done = ran(
        product,
        """
        engine = opened(old)
        with engine.store.write() as session:
            for row_id, text in ((70, "the first pad"), (71, "the second pad")):
                session.execute("INSERT INTO pad VALUES (?, ?, ?)", (row_id, text, session.now_ms))
        engine.store.close()
        engine = opened(old)
        records, lines = exported(engine)
        pads = [each for each in records if each["kind"] == "pad"]
        assert [each["text"] for each in pads] == ["the first pad", "the second pad"], pads
        assert {row["what"] for row in told(old, engine)} >= {"pad saved"}
        assert not any("the first pad" in str(row) for row in told(old, engine))
        other = fresh(folder / "new.myl")
        assert imported(other, lines).left == []
        assert exported(other)[1] == lines
        assert imported(other, lines).counts["added"] == 0
        assert faults(engine) == faults(other) == []
        receipt = purged(engine, pads[0]["id"])
        assert (receipt.found_before > 0, receipt.found_after) == (True, 0)
        assert [each["text"] for each in exported(engine)[0] if each["kind"] == "pad"] == [
            "the second pad"
        ]
        assert {row["what"] for row in told(old, engine)} >= {"purged"}
        with assembly.open_past(old, LOCAL_KEY) as past:
            past.restore_to(past.points()[-1].seq, folder / "again.myl")
        assert exported(opened(folder / "again.myl"))[0] == exported(engine)[0]
        far = Caller(Audience.REMOTE, Origin.HOST)
        remote = assembly.open(old, LOCAL_KEY, name="r", caller=far)
        with remote.store.read() as session:
            assert len(list(session.execute("SELECT * FROM visible_pad"))) == 1
        """,
    )
    assert done.returncode == 0, done.stderr


def test_a_new_column_of_outcomes_goes_through_all_of_upkeep_on_an_old_brain(product):
    """Before: the log failed at a TypeError, and an export left the column out."""
    migrate(product, "ALTER TABLE outcome ADD COLUMN effort TEXT;")
    path = "src/myelin/cores/adaptation/tables.py"
    text = (product / path).read_text()
    end = text.rindex("    ),\n)", 0, text.index("OUTCOME_USE = SourceTable("))
    line = '        Column(name="effort", optional=True, searched=True),\n'
    (product / path).write_text(text[:end] + line + text[end:])
    done = ran(
        product,
        """
        engine = opened(old)
        assert [row for row in told(old, engine) if row["what"].startswith("logged")]
        call(engine, "log_outcome", task="a task of the drill", task_kind="k", outcome="success",
            summary="a summary of the drill", signal="feedback")
        with engine.store.write() as session:
            session.execute("UPDATE outcome SET effort = 'two long days' WHERE task LIKE 'a task%'")
        records, lines = exported(engine)
        new = [each for each in records if each.get("effort")]
        assert [(each["kind"], each["effort"]) for each in new] == [("outcome", "two long days")]
        assert list(new[0])[-1] == "effort", "released fields keep their order"
        other = fresh(folder / "new.myl")
        assert imported(other, lines).left == []
        assert exported(other)[1] == lines
        assert [row for row in told(old, engine) if row["what"].startswith("logged")]
        assert faults(engine) == faults(other) == []
        assert purged(engine, new[0]["id"]).found_after == 0
        assert b"two long days" not in b"".join(exported(engine)[1])
        """,
    )
    assert done.returncode == 0, done.stderr


def test_a_column_that_the_declaration_lacks_is_named_when_a_brain_is_opened(product):
    migrate(product, "ALTER TABLE outcome ADD COLUMN effort TEXT;")
    done = ran(product, "opened(old)")
    assert done.returncode != 0
    assert "the table outcome has the columns" in done.stderr


def test_a_new_link_type_of_the_spec_is_exported_and_imported(product):
    """Before: the import kept a list of its own and left such links out."""
    edit(product, "spec/types.yaml", "depends_on, caused_by]", "depends_on, caused_by, blocks]")
    made = subprocess.run(
        [sys.executable, "-m", "codegen"], cwd=product, capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    done = ran(
        product,
        """
        engine = opened(old)
        ids = [call(engine, "remember", content=f"Number {n}.", class_="note")["memory"]["id"]
            for n in range(2)]
        call(engine, "link_memories", from_=ids[0], to=ids[1], type="blocks")
        records, lines = exported(engine)
        assert [each for each in records if each.get("type") == "blocks"]
        other = fresh(folder / "new.myl")
        assert imported(other, lines).left == []
        assert exported(other)[1] == lines
        assert faults(engine) == faults(other) == []
        """,
    )
    assert done.returncode == 0, done.stderr
