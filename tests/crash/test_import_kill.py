"""An import is killed at any instant: all of the file is there afterwards, or nothing of it."""

import json
import random
import signal
import subprocess
import sys
import time

from myelin import assembly
from myelin.crypto import keys
from myelin.kernel.ids import encode_id
from tests.crash.brain import LONG
from tests.crash.importer import open_engine

KILLS = 100 if LONG else 5
MEMORIES = 150
ROOT = bytes(range(32))


def write_export(path) -> None:
    lines = [{"format": "myelin-export/1"}]
    lines += [
        {
            "kind": "memory",
            "id": encode_id("mem", number),
            "class": "note",
            "content": f"Number {number} of what is brought in.",
            "tier": "normal",
            "sensitivity": "normal",
            "origin": "owner",
            "evidence": "stated",
            "recorded_at": "2026-01-01T00:00:00.000Z",
        }
        for number in range(1, MEMORIES + 1)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_killed_import_left_all_of_the_file_or_nothing(tmp_path):
    file, chance, seen = tmp_path / "brain.jsonl", random.Random(3), set()
    write_export(file)
    for kill in range(KILLS):
        path = tmp_path / f"brain{kill}.myl"
        assembly.create(path, keys.local_key(ROOT), name="brain")
        command = [sys.executable, "-m", "tests.crash.importer", str(path), str(file), ROOT.hex()]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"ready\n"
        time.sleep(chance.random() * 0.3)
        process.send_signal(signal.SIGKILL)
        said, _ = process.communicate()
        engine = open_engine(path, ROOT)
        with engine.store.read() as session:
            [(there,)] = session.execute("SELECT count(*) FROM visible_memory")
            assert [fault for core in engine.cores for fault in core.check(session)] == []
        assert engine.store.check() == []
        engine.store.close()
        assert there in (0, MEMORIES)
        assert there == MEMORIES or said != b"done\n"
        seen.add(there)
    assert seen == {0, MEMORIES} or not LONG
