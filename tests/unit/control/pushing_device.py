"""A device as a server sees it: it seals a replica of made-up records and pushes it.

The head and the records have the real format, sealed with a real key, but no real base: a server
has no key, and never looks inside.
"""

import base64
import hashlib
from dataclasses import dataclass, field
from typing import Any

from myelin.control import Ciphertext, Control, Principal, calls
from myelin.control.registration import registration_message
from myelin.crypto import keys
from myelin.crypto.signing import public_key, sign
from myelin.kernel.ids import encode_brain_id
from myelin.store.format import (
    REPLICA,
    TRANSACTION,
    Header,
    make_seals,
    next_history,
    parse_header,
    seal_frame,
)
from myelin.surface.operations import OPERATIONS
from myelin.sync.manifest import NO_HASH, Kind, Manifest, manifest_hash, sign_manifest
from myelin.testing.chance import SeededChance
from tests.unit.control.server_records import ask


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


@dataclass
class Device:
    """One brain on one device: its keys, its replica, and the manifests that it signed."""

    name: str = "notes"
    seed: str = "device"
    generation: int = 1
    file: bytes = b""
    seq: int = 0
    history: bytes = bytes(32)
    epoch: int = 0
    chain: list[bytes] = field(default_factory=list)
    time_ms: int = 1_700_000_000_000

    def __post_init__(self) -> None:
        self.chance = SeededChance(self.seed)
        self.root = keys.new_root(self.chance)
        self.raw_id = self.chance(16)
        self.id = encode_brain_id(self.raw_id)
        self.owner = keys.owner_seed(self.root)

    @property
    def key(self) -> bytes:
        return keys.remote_key(self.root, self.generation)

    @property
    def verifier(self) -> bytes:
        return keys.verifier(self.key)

    def registration(self, control: Control, tenant: str) -> dict[str, Any]:
        message = registration_message(control.issuer, tenant, self.id, self.verifier)
        return {
            "id": self.id,
            "name": self.name,
            "verifier": text(self.verifier),
            "owner": text(public_key(self.owner)),
            "proof": text(sign(self.owner, message)),
        }

    def new_file(self, records: int = 0, epoch: int | None = None) -> bytes:
        """Start a new epoch: a head and some records; return the whole file."""
        self.epoch = self.epoch + 1 if epoch is None else epoch
        plain = self.chance(5_000)
        head = hashlib.sha256(plain).digest()
        header = Header(
            self.raw_id,
            self.epoch,
            self.seq,
            self.time_ms,
            len(plain),
            head,
            key_id=bytes(16),
            key_generation=self.generation,
            features=REPLICA,
        ).pack()
        salt = self.chance(24)
        base = make_seals(self.key, salt, header).base
        chunks = [
            base.seal(at, plain[first : first + 16384])
            for at, first in enumerate(range(0, len(plain), 16384))
        ]
        self.file = header + salt + base.commitment + b"".join(chunks)
        self.history = head
        assert len(self.file) == parse_header(self.file, replica=True).log_offset
        self.file += self.records(records)
        return self.file

    def records(self, count: int, type_: int = TRANSACTION) -> bytes:
        """Return so many sealed records that follow the file."""
        out = b""
        seal = make_seals(self.key, self.file[256:280], self.file[:256]).log
        for _ in range(count):
            self.seq += 1
            payload = b'{"id":"x"}' + self.chance(40)
            out += seal_frame(
                seal,
                seq=self.seq,
                type=type_,
                payload=payload,
                nonce=self.chance(12),
                history=self.history,
                back=0xFFFF,
            )
            self.history = next_history(self.history, self.seq, type_, payload)
        return out

    def manifest(self, kind: Kind, **changed: Any) -> bytes:
        """Sign a manifest of the file as it is now."""
        head_bytes = parse_header(self.file, replica=True).log_offset if self.file else 0
        self.time_ms += 1
        fields: dict[str, Any] = {
            "kind": kind,
            "brain_id": self.raw_id,
            "number": len(self.chain) + 1,
            "time_ms": self.time_ms,
            "device": b"\x01" * 16,
            "epoch": self.epoch,
            "generation": self.generation,
            "schema": 7,
            "head_bytes": head_bytes,
            "head_sha256": hashlib.sha256(self.file[:head_bytes]).digest(),
            "seq": self.seq,
            "history": self.history,
            "file_bytes": len(self.file),
            "log_sha256": hashlib.sha256(self.file[head_bytes:]).digest(),
            "previous": manifest_hash(self.chain[-1]) if self.chain else NO_HASH,
        }
        return sign_manifest(Manifest(**(fields | changed)), self.owner)


def announce(first: int, data: bytes) -> dict[str, Any]:
    """Return the announcement of an upload."""
    return {"from": first, "bytes": len(data), "sha256": text(hashlib.sha256(data).digest())}


def opened(
    control: Control,
    who: Principal,
    device: Device,
    signed: bytes,
    first: int,
    data: bytes,
    **more: Any,
) -> str:
    """Open an upload on the present state and return its id."""
    state = ask(control, who, "remote_state", id=device.id)
    answer = ask(
        control,
        who,
        "open_upload",
        id=device.id,
        if_match=f'"{state["token"]}"',
        manifest=text(signed),
        upload=announce(first, data),
        **more,
    )
    return str(answer["upload"])


def send(control: Control, who: Principal, device: Device, upload: str, data: bytes) -> None:
    """Send the bytes of an upload in parts of 2,000 bytes."""
    for offset in range(0, len(data), 2_000):
        part = data[offset : offset + 2_000]
        digest = f"sha-256=:{text(hashlib.sha256(part).digest())}:"
        ask(
            control,
            who,
            "receive_part",
            part,
            id=device.id,
            upload=upload,
            offset=offset,
            content_digest=digest,
        )


def commit(
    control: Control, who: Principal, device: Device, upload: str, operation: str = "commit_upload"
) -> dict[str, Any]:
    """Commit an upload on the present state."""
    token = ask(control, who, "remote_state", id=device.id)["token"]
    return ask(control, who, operation, id=device.id, upload=upload, if_match=f'"{token}"')


def push_epoch(
    control: Control,
    who: Principal,
    device: Device,
    records: int = 3,
    kind: Kind = Kind.EPOCH,
    **more: Any,
) -> dict[str, Any]:
    """Push a new epoch and return the answer of the commit."""
    data = device.new_file(records)
    signed = device.manifest(kind)
    upload = opened(control, who, device, signed, 0, data, **more)
    send(control, who, device, upload, data)
    operation = "commit_rekey" if kind is Kind.REKEY else "commit_upload"
    answer = commit(control, who, device, upload, operation)
    device.chain.append(signed)
    return answer


def push_append(
    control: Control, who: Principal, device: Device, records: int = 2
) -> dict[str, Any]:
    """Append records and return the answer of the commit."""
    first = len(device.file)
    data = device.records(records)
    device.file += data
    signed = device.manifest(Kind.APPEND)
    upload = opened(control, who, device, signed, first, data)
    send(control, who, device, upload, data)
    answer = commit(control, who, device, upload)
    device.chain.append(signed)
    return answer


def register(control: Control, who: Principal, device: Device) -> dict[str, Any]:
    """Register the device's brain."""
    return ask(control, who, "register_brain", **device.registration(control, who.tenant))


def pulled(control: Control, who: Principal, device: Device, epoch: str, **more: Any) -> bytes:
    """Return the bytes of an epoch or a snapshot, or a range of them."""
    answer = calls.call(
        control, who, OPERATIONS["read_ciphertext"], {"id": device.id, "epoch": epoch, **more}
    )
    assert isinstance(answer, Ciphertext)
    data = b"".join(answer.pieces)
    assert len(data) == answer.length
    return data
