"""A server killed at every effect of a commit, a shred and a new token: all of it or nothing."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from myelin.contract.errors import BrainShredded, TokenInvalid
from myelin.control import Control, Principal
from myelin.control.blobs import LIVE, epoch_name
from myelin.control.starting import start
from myelin.sync.manifest import Kind
from tests.unit.control.pushing_device import (
    Device,
    opened,
    push_epoch,
    register,
    send,
    text,
)
from tests.unit.control.server_records import ask, new_control, new_tenant

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """A server with a pushed brain, stopped before the operation that is to be killed."""

    def __init__(self, folder: Path) -> None:
        self.base = folder / "base"
        self.target = folder / "killed"
        self.control = new_control(self.base / "server")
        self.secret = new_tenant(self.control, "a@example.org")[1]
        self.who = self.control.authenticate(self.secret)
        self.device = Device()
        register(self.control, self.who, self.device)
        push_epoch(self.control, self.who, self.device)
        ask(self.control, self.who, "create_copy", id=self.device.id)
        self.token = self.state(self.control, self.who)["token"]
        self.former = self.device.file

    def state(self, control: Control, who: Principal) -> dict[str, Any]:
        return ask(control, who, "remote_state", id=self.device.id)

    def killed(self, operation: str, **arguments: Any) -> list[Path]:
        """Kill the operation at every effect; return the folders, the whole one last."""
        self.control.close()
        call = {"operation": operation, "arguments": arguments, "secret": self.secret}
        (self.base / "call.json").write_text(json.dumps(call), "utf-8")
        self.target.mkdir()
        ran = subprocess.run(
            [sys.executable, "-m", "tests.crash.server_process", self.base, self.target],
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        return [self.target / str(number) for number in range(int(ran.stdout))]


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


@pytest.mark.parametrize("kind", ["append", "epoch", "forget", "rekey"])
def test_a_commit_is_there_whole_or_can_be_repeated(server: Server, kind: str) -> None:
    device = server.device
    kinds = {"append": Kind.APPEND, "rekey": Kind.REKEY}
    first, more = 0, {"forget": True} if kind == "forget" else {}
    if kind == "append":
        first, data = len(device.file), device.records(40)
        device.file += data
    else:
        if kind == "rekey":
            device.generation += 1
            more = {"verifier": text(device.verifier)}
        data = device.new_file(2)
    signed = device.manifest(kinds.get(kind, Kind.EPOCH))
    upload = opened(server.control, server.who, device, signed, first, data, **more)
    send(server.control, server.who, device, upload, data)
    operation = "commit_rekey" if kind == "rekey" else "commit_upload"
    given = {"id": device.id, "upload": upload, "if_match": f'"{server.token}"'}
    folders = server.killed(operation, **given)
    assert len(folders) > 10
    before = after = 0
    for folder in folders:
        control = new_control(folder, seed=folder.name)
        live = control.blobs.path(f"{server.who.tenant}/{device.id}", LIVE)
        start(control)
        state = server.state(control, server.who)
        if state["token"] == server.token:
            before += 1
            assert live.read_bytes() == server.former
            assert state["uploads_open"] == 1
        else:
            after += 1
            assert live.read_bytes() == device.file
        answer = ask(control, server.who, operation, **given)
        state = server.state(control, server.who)
        assert (state["token"], state["revision"]) == (answer["token"], answer["revision"])
        assert live.read_bytes() == device.file
        assert len(state["manifests"]) == 2
        ours = [each for each in control.blobs.names(f"{server.who.tenant}/{device.id}")
                if each.endswith((".myl", ".part", ".new"))]  # fmt: skip
        gone = kind in ("forget", "rekey")
        kept = [] if gone else [each for each in ours if each.startswith("snp_")]
        closed = [epoch_name(1)] if kind == "epoch" else []
        assert sorted(ours) == sorted([LIVE, *closed, *kept])
        assert len(kept) == (0 if gone else 1)
        control.close()
    assert min(before, after) > 0


def test_a_shred_is_finished_or_did_not_begin(server: Server) -> None:
    device = server.device
    scoped = ask(server.control, server.who, "create_token", name="web", scope="read",
                 brain="notes")  # fmt: skip
    manifest = device.manifest(Kind.SHRED, extra=hashlib.sha256(b"notes").digest())
    folders = server.killed(
        "shred_remote",
        id=device.id,
        if_match=f'"{server.token}"',
        name="notes",
        manifest=text(manifest),
    )
    begun = 0
    for folder in folders:
        control = new_control(folder, seed=folder.name)
        start(control)
        try:
            assert server.state(control, server.who)["token"] == server.token
        except BrainShredded:
            begun += 1
            assert control.blobs.names(f"{server.who.tenant}/{device.id}") == []
            with pytest.raises(TokenInvalid):
                control.authenticate(scoped["secret"], to_pull=True)
            control.close()
            assert b"notes" not in (folder / "control.db").read_bytes()
        control.close()
    assert 0 < begun < len(folders)


def test_a_new_token_is_a_whole_row_or_none(server: Server) -> None:
    folders = server.killed("create_token", name="web", scope="write", brain="notes")
    counts = set()
    for folder in folders:
        control = new_control(folder, seed=folder.name)
        control.authenticate(server.secret)
        tokens = ask(control, server.who, "list_tokens")["tokens"]
        assert all(each["brain"] == server.device.id for each in tokens if each["name"] == "web")
        counts.add(len(tokens))
        control.close()
    assert counts == {1, 2}
