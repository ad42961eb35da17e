"""Files and bytes of format 1 that were made once open for ever, here and by another program."""

import base64
import hashlib
import hmac
import json
import shutil
import sqlite3
import struct
from pathlib import Path

import pytest
from cryptography.cobblestone import Cobblestone256Decryptor
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from myelin import assembly, store
from myelin.crypto.seal import RecordSeal
from myelin.kernel.audience import Audience
from myelin.kernel.clock import SystemClock
from myelin.store import format as form
from myelin.testing.chance import SeededChance
from tests.crash.brain import SCHEMA
from tests.format.make_brain import BRAIN_ID, KEY, PLAIN, TABLES, make, read

HERE = Path(__file__).parent
KNOWN = json.loads((HERE / "brain-1.json").read_text(encoding="utf-8"))


@pytest.fixture
def path(tmp_path) -> Path:
    path = tmp_path / "brain-1.myl"
    shutil.copyfile(HERE / "brain-1.myl", path)
    return path


def opened(path: Path, schema: store.Schema, **options) -> store.Store:
    clock, chance = SystemClock(), SeededChance("today")
    return store.open(path, KEY, schema=schema, clock=clock, chance=chance, **options)


def test_the_known_brain_opens_and_holds_what_it_held(path):
    before = path.read_bytes()
    brain = opened(path, PLAIN, readonly=True)
    assert read(brain) == KNOWN
    assert brain.check() == []
    brain.close()
    assert path.read_bytes() == before


def test_the_known_brain_takes_derived_tables_of_later_times(path):
    brain = opened(path, SCHEMA)
    assert brain.check() == []
    with brain.read() as session:
        found = list(
            session.execute(
                "SELECT memory_id FROM words JOIN document ON number = words.rowid "
                "WHERE words MATCH 'region'"
            )
        )
    assert found == [(0x0123456789ABCDE,)]
    brain.compact()
    # Migrations of later programs are records of their own; nothing else is different.
    later = len(SCHEMA.migrations) - 1
    moved = {"epoch": 3, "seq": KNOWN["seq"] + later, "history": brain.position.history.hex()}
    assert read(brain) == {**KNOWN, **moved}
    brain.close()


def test_the_known_brain_opens_with_the_schema_of_the_product(path):
    brain = opened(path, assembly._schema(Audience.LOCAL))
    answer = read(brain)
    assert answer["rows"] == KNOWN["rows"]
    # Only the migrations of later programs were added to what happened.
    assert answer["seq"] == KNOWN["seq"] + len(SCHEMA.migrations) - 1
    assert brain.check() == []
    brain.close()


def test_the_same_life_today_leads_to_the_same_history(tmp_path):
    # The sealed bytes may differ: another SQLite lays out another base.
    assert make(tmp_path / "again.myl") == KNOWN


def test_another_program_reads_the_known_brain_by_the_design_alone():
    """Nothing of Myelin is used below: only what docs/design.md says."""
    data = (HERE / "brain-1.myl").read_bytes()
    header = data[:256]
    assert header[:8] == b"\x89MYELN\r\n"
    major, _, header_bytes, incompatible, _ = struct.unpack(">HHIII", header[8:24])
    assert (major, header_bytes, incompatible) == (1, 256, 0)
    brain_id = header[24:40]
    _, base_seq, _ = struct.unpack(">QQQ", header[40:64])
    base_bytes = struct.unpack(">Q", header[72:80])[0]
    history = header[80:112]
    assert brain_id.hex() == KNOWN["brain_id"]
    assert header[112:128] == expand(KEY, b"myelin/1 key-id\x00" + brain_id)[:16]
    salt = data[256:280]
    base_end = 312 + base_bytes + 16 * (base_bytes // 16384 + 1)
    decryptor = Cobblestone256Decryptor(KEY, header)
    base = decryptor.update(data[256:base_end]) + decryptor.finalize()
    db = sqlite3.connect(":memory:")
    db.deserialize(base)
    log = AESGCM(expand(KEY, b"myelin/1 log\x00" + salt + header))
    offset, seq, touches = base_end, base_seq, []
    while offset < len(data):
        head = data[offset : offset + 48]
        magic, total, number, kind, _, _, nonce, prefix = struct.unpack(">4sIQBBH12s16s", head)
        assert (magic, number, prefix) == (b"MYLR", seq + 1, history[:16])
        payload = log.decrypt(nonce, data[offset + 48 : offset + total], head)
        history = hashlib.sha256(history + struct.pack(">QB", number, kind) + payload).digest()
        if kind == 1:
            replay(db, json.loads(payload))
        elif kind == 2:
            touches.append(struct.unpack(">Q", payload[:8])[0])
        offset, seq = offset + total, number
    assert (seq, history.hex()) == (KNOWN["seq"], KNOWN["history"])
    assert touches == sorted(touches)
    for table in TABLES[:3]:
        rows = [
            [value.hex() if isinstance(value, bytes) else value for value in row]
            for row in db.execute(f"SELECT * FROM {table} ORDER BY id")
        ]
        assert rows == KNOWN["rows"][table]


def replay(db: sqlite3.Connection, transaction: dict) -> None:
    for table, _, row_id, *_ in transaction["o"]:
        db.execute(f"DELETE FROM {table} WHERE id = ?", (row_id,))
    for table, kind, _, *values in transaction["o"]:
        if kind == "P":
            row = [base64.b64decode(v["$b"]) if isinstance(v, dict) else v for v in values[0]]
            db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)


def expand(key: bytes, info: bytes) -> bytes:
    return hmac.digest(key, info + b"\x01", "sha256")


def test_the_bytes_of_a_header_never_change():
    header = form.Header(
        brain_id=BRAIN_ID,
        epoch=3,
        base_seq=17,
        log_time_ms=1_772_366_400_000,
        base_bytes=40_960,
        history=bytes(range(32, 64)),
        key_id=form.key_id(KEY, BRAIN_ID),
        key_generation=1,
    )
    raw = header.pack()
    assert raw[:128].hex() == (
        "894d59454c4e0d0a00010000000001000000000000000000000102030405060708090a0b0c0d0e0f"
        "000000000000000300000000000000110000019ca9450a000100000e00000001000000000000a000"
        "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f5912329754aba8d1"
        "ff3a24815ea4fe8f"
    )
    assert raw[128:] == bytes(128)
    seals = form.make_seals(KEY, bytes(24), raw)
    assert seals.base.commitment.hex() == (
        "98a554b462334f1b8f5f06f0184e3cfc65c1c2501b0a1da5e7b14e1f003d86ed"
    )
    assert seals.base.seal(0, b"page").hex() == "912c01a97ebd898a395546ad87b8b6b29e67d350"
    assert seals.base.seal(1, b"").hex() == "9de14f27520cfa27cf182e1565f03c13"


def test_the_bytes_of_records_never_change():
    seal = RecordSeal(KEY, bytes(24), b"header")
    history = form.first_history(BRAIN_ID)
    assert history.hex() == "72dca5d752ab5fee6841160915da1458c9db85485c93523d34f596535fda7865"
    transaction = form.Transaction(
        "00" * 16,
        1_772_366_400_001,
        [form.Put("memory", 5, (5, "text é", None, b"\x00\xff", 1.5)), form.Delete("link", 6)],
        "a note",
    )
    payload = transaction.encode()
    assert payload.decode() == (
        '{"id":"00000000000000000000000000000000","ts":1772366400001,'
        '"o":[["memory","P",5,[5,"text é",null,{"$b":"AP8="},1.5]],["link","D",6]],"note":"a note"}'
    )
    touch = form.encode_touch(1_772_366_400_002, {300: 2, 5: 1, 2**60 - 1: 128})
    assert touch.hex() == "0000019ca9450a020501a70202d3fdffffffffffff0f8001"
    record = form.seal_frame(
        seal, seq=1, type=form.TOUCH, payload=touch, nonce=b"n" * 12, history=history, back=0
    )
    assert record.hex() == (
        "4d594c52000000580000000000000001020000006e6e6e6e6e6e6e6e6e6e6e6e72dca5d752ab5fee"
        "6841160915da1458841b393ea56450218a562aabdb1bb86140655bf68724403860e055ee76c3bee6"
        "7bca396fbf7936ad"
    )
    assert form.next_history(history, 1, form.TOUCH, touch).hex() == (
        "a4d92bfc91ccd292f75f3fe425c4e4daab09e2ecf54ed8cde355d68c5d2ac415"
    )
