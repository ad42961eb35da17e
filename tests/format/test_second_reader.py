"""The pages are enough: another program reads a replica, its log, its token and its manifests."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag

from myelin import assembly, store
from myelin.crypto import keys
from myelin.engine.engine import Engine
from myelin.kernel.audience import Audience
from myelin.kernel.machine import Machine
from myelin.store import Position, ReplicaOrigin
from myelin.store.format import parse_header
from myelin.sync import builder
from myelin.sync.announcement import ReplicaState, announce
from myelin.sync.append import Append
from myelin.sync.checks import Held, check_append, check_file, check_manifest
from myelin.sync.manifest import Kind, Manifest, sign_manifest
from myelin.sync.position import Read, token, walk
from myelin.testing import TemporaryBrain, call, temporary_brain
from tests.format import second_reader

CANARY = "tlaloc"
SCHEMA = assembly._schema(Audience.LOCAL, replica=True)


@dataclass
class Remote:
    """A device with one brain, and what its server holds."""

    local: TemporaryBrain
    engine: Engine
    folder: Path
    data: bytes = b""
    chain: list[bytes] = field(default_factory=list)
    since: Position = field(default_factory=lambda: Position(0, 0, b""))

    @property
    def key(self) -> bytes:
        return keys.remote_key(self.local.root, 5)

    def held(self) -> Held:
        data = self.data
        owner = second_reader.owner_public_key(self.local.root).public_bytes_raw()
        found, head_bytes = None, 0
        if data:
            header = parse_header(data, replica=True)
            head_bytes = header.log_offset
            found = walk(self.read, head_bytes, header.base_seq, len(data))
        return Held(
            self.engine.store.brain_id, owner, 5, keys.verifier(self.key),
            self.chain[-1] if self.chain else None, 1 if data else 0,
            found.seq if found else 0, found.end if found else 0, head_bytes, self.read,
        )  # fmt: skip

    def read(self, at: int, size: int) -> bytes:
        return self.data[at : at + size]

    def signed(self, kind: Kind, file: Path) -> bytes:
        data = file.read_bytes()
        with store.open_image(file, self.key, schema=SCHEMA) as image:
            state = ReplicaState(
                image.header, SCHEMA.latest, image.tail.seq, image.tail.history, len(data),
                reading(data),
            )  # fmt: skip
        newest = self.chain[-1] if self.chain else None
        made = announce(
            kind, state, newest=newest, device=b"d" * 16, now_ms=self.local.clock.now_ms()
        )
        return sign_manifest(made, keys.owner_seed(self.local.root))

    def push_epoch(self) -> None:
        """Build an epoch; the checks of a server let it pass."""
        file = self.folder / "epoch.myl"
        origin = ReplicaOrigin(self.engine.store.brain_id, 1, 0, 5, self.local.clock.now_ms())
        assembly.build_replica(self.engine, file, self.key, origin)
        signed, data = self.signed(Kind.EPOCH, file), file.read_bytes()
        held = self.held()
        manifest = check_manifest(held, signed, (), self.local.clock.now_ms())
        assert check_file(held, manifest, (), reading(data), len(data), None) == 0
        self.data = data
        self._note(signed)

    def push_append(self) -> Manifest:
        """Append what happened since; the checks of a server let it pass."""
        file = self.folder / "epoch.myl"
        machine = Machine(self.local.clock, self.local.chance)
        made = assembly.translate_append(
            self.engine, self.local.path, keys.local_key(self.local.root), self.since, file,
            self.key, machine=machine,
        )  # fmt: skip
        assert isinstance(made, Append)
        file.write_bytes(self.data + made.data)
        signed, held = self.signed(Kind.APPEND, file), self.held()
        manifest = check_manifest(held, signed, (), self.local.clock.now_ms())
        assert check_append(held, manifest, reading(made.data), len(made.data)) > 0
        self.data += made.data
        self._note(signed)
        return manifest

    def _note(self, signed: bytes) -> None:
        self.chain.append(signed)
        with self.engine.store.read():
            self.since = self.engine.store.position


def reading(data: bytes) -> Read:
    return lambda at, size: data[at : at + size]


@pytest.fixture
def remote(tmp_path: Path) -> Iterator[Remote]:
    with temporary_brain() as local:
        engine = local.open()
        made = Remote(local, engine, tmp_path)
        remember(engine, "The port is 8080.")
        remember(engine, f"The plan is {CANARY}.", "local_only")
        made.push_epoch()
        for number in range(3):
            remember(engine, f"Service {number} listens on port {9000 + number}.")
            remember(engine, f"The plan {number} is {CANARY}.", "local_only")
        call(engine, "recall", query="port service")
        made.push_append()
        yield made
        engine.store.close()


def remember(engine: Engine, content: str, sensitivity: str = "normal") -> None:
    call(engine, "remember", content=content, class_="note", sensitivity=sensitivity)


def test_another_program_reads_the_rows_that_leave(remote: Remote) -> None:
    read = second_reader.read_replica(remote.data, remote.local.root)
    with remote.engine.store.read() as session:
        wanted = builder.leaving_rows(session, assembly.TABLES)
    for name, rows in wanted.items():
        if name != "memory_use":
            assert read.db.execute(f"SELECT * FROM {name} ORDER BY id").fetchall() == rows
    # Seqs have no gap; what stayed is in no byte.
    assert (read.base_seq, read.seq) == (0, len(read.transactions) + len(read.touches))
    assert CANARY not in str(read.transactions)
    assert CANARY.encode() not in read.db.serialize()


def test_another_program_checks_the_manifests(remote: Remote) -> None:
    read = second_reader.read_replica(remote.data, remote.local.root)
    newest = second_reader.check_manifest(remote.chain[-1], remote.data, read, remote.local.root)
    assert newest["kind"] == 1
    assert newest["number"] == 2
    forged = remote.chain[-1][:-1] + bytes([remote.chain[-1][-1] ^ 1])
    with pytest.raises(InvalidSignature):
        second_reader.check_manifest(forged, remote.data, read, remote.local.root)


def test_both_programs_find_the_same_token(remote: Remote) -> None:
    read = second_reader.read_replica(remote.data, remote.local.root)
    found = walk(remote.read, read.head_bytes, read.base_seq, len(remote.data))
    assert read.token == token(
        remote.read, read.epoch, found.seq, read.head_bytes, found.last, found.end
    )


def test_another_root_or_a_changed_byte_opens_nothing(remote: Remote) -> None:
    with pytest.raises(AssertionError):
        second_reader.read_replica(remote.data, bytes(32))
    changed = bytearray(remote.data)
    changed[-1] ^= 1
    with pytest.raises(InvalidTag):
        second_reader.read_replica(bytes(changed), remote.local.root)


def test_the_derived_tables_of_a_pushed_base_are_sound(remote: Remote) -> None:
    read = second_reader.read_replica(remote.data, remote.local.root)
    assert read.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
