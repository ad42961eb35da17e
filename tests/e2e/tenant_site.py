"""A server of tenants as its operator runs it, and a device that registers and pushes a brain."""

import base64
import contextlib
import hashlib
import json
import ssl
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from myelin import assembly
from myelin.control.registration import registration_message
from myelin.crypto import keys
from myelin.crypto.signing import public_key, sign
from myelin.engine.engine import Engine
from myelin.kernel.ids import encode_brain_id
from myelin.store import ReplicaOrigin
from myelin.store.format import parse_header
from myelin.sync.manifest import NO_HASH, Kind, Manifest, manifest_hash, sign_manifest
from tests.e2e.cli_shell import Shell
from tests.e2e.http_wire import HttpPeer
from tests.e2e.oauth_site import make_certificate

PART_BYTES = 1 << 20


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


@dataclass
class TenantSite:
    """A running server; `process` may be killed and started again on the same folder."""

    shell: Shell
    folder: Path
    certificate: Path
    port: int
    process: "subprocess.Popen[bytes]"

    def peer(self, token: str, **extra: str) -> HttpPeer:
        """Return a client that sends a token, and other headers by their names."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        named = {name.replace("_", "-"): value for name, value in extra.items()}
        return HttpPeer(self.port, token, "localhost", context, named)

    def tenant(self, email: str) -> tuple[str, str]:
        """Make a tenant and return its id and admin token."""
        made = self.shell.json(
            "admin", "bootstrap", "--email", email, "--server-data", str(self.folder)
        )
        return made["tenant"], made["secret"]


@contextlib.contextmanager
def running(
    shell: Shell, folder: Path, certificates: Path, *more: str, port: int = 0
) -> Iterator[TenantSite]:
    """Run `myelin serve --http` with TLS on a server's folder."""
    certificate, key = make_certificate(certificates)
    command = [sys.executable, "-m", "myelin", "serve", "--http", "--json"]
    command += ["--listen", f"127.0.0.1:{port}", "--server-data", str(folder)]
    command += ["--tls-cert", str(certificate), "--tls-key", str(key), *more]
    process = subprocess.Popen(
        command, cwd=shell.cwd, env=shell.environment, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.stderr.read() if process.stderr else b""
        address = json.loads(line)["address"]
        yield TenantSite(shell, folder, certificate, urlsplit(address).port or 0, process)
    finally:
        process.kill()
        process.communicate()


@dataclass
class PushingDevice:
    """A device with one open brain: it builds replicas, signs manifests and pushes over HTTP."""

    engine: Engine
    root: bytes
    name: str
    scratch: Path
    generation: int = 1
    epoch: int = 0
    chain: list[bytes] = field(default_factory=list)

    @property
    def id(self) -> str:
        return encode_brain_id(self.engine.store.brain_id)

    @property
    def key(self) -> bytes:
        return keys.remote_key(self.root, self.generation)

    def register(self, peer: HttpPeer, tenant: str, issuer: str) -> Any:
        """Register the brain with a tenant and return the answer."""
        owner, verifier = keys.owner_seed(self.root), keys.verifier(self.key)
        message = registration_message(issuer, tenant, self.id, verifier)
        given = {"id": self.id, "name": self.name, "verifier": text(verifier)}
        given |= {"owner": text(public_key(owner)), "proof": text(sign(owner, message))}
        return peer.ask("POST", "/v1/brains", given)

    def push(self, peer: HttpPeer) -> dict[str, Any]:
        """Push a new epoch with what may leave the device now."""
        state = peer.ask("GET", f"/v1/brains/{self.id}/pull").document
        self.epoch += 1
        path = self.scratch / f"{self.name}-{self.epoch}.myl"
        now_ms = self.engine.clock.now_ms() + len(self.chain)
        origin = ReplicaOrigin(
            self.engine.store.brain_id, self.epoch, state["seq"], self.generation, now_ms
        )
        assembly.build_replica(self.engine, path, self.key, origin)
        data = path.read_bytes()
        header = parse_header(data, replica=True)
        manifest = Manifest(
            kind=Kind.EPOCH, brain_id=origin.brain_id, number=len(self.chain) + 1, time_ms=now_ms,
            device=b"\x01" * 16, epoch=self.epoch, generation=self.generation, schema=7,
            head_bytes=header.log_offset, head_sha256=hashlib.sha256(data).digest(),
            seq=origin.base_seq, history=header.history, file_bytes=len(data),
            log_sha256=hashlib.sha256(b"").digest(),
            previous=manifest_hash(self.chain[-1]) if self.chain else NO_HASH,
        )  # fmt: skip
        signed = sign_manifest(manifest, keys.owner_seed(self.root))
        upload = {"from": 0, "bytes": len(data), "sha256": text(hashlib.sha256(data).digest())}
        token = f'"{state["token"]}"'
        given = {"manifest": text(signed), "upload": upload}
        opened = peer.ask("POST", f"/v1/brains/{self.id}/push", given, if_match=token)
        assert opened.status == 201, opened
        place = opened.headers["location"]
        for offset in range(0, len(data), PART_BYTES):
            part = data[offset : offset + PART_BYTES]
            digest = f"sha-256=:{text(hashlib.sha256(part).digest())}:"
            sent = peer.send(
                part, {"content-digest": digest, "content-type": "application/octet-stream"},
                method="PUT", path=f"{place}?offset={offset}",
            )  # fmt: skip
            assert sent.status == 204, sent
        done = peer.ask("PATCH", place, if_match=token)
        assert done.status == 200, done
        self.chain.append(signed)
        return done.document
