"""The examples of the routes: each is run on a server as its fixture `two_tenants` describes it."""

import hashlib
from typing import Any

import jsonschema
import pytest

from codegen import model
from myelin.contract.schema import published
from myelin.control import Ciphertext, Control, Principal, calls
from myelin.surface.operations import OPERATIONS
from myelin.sync.manifest import Kind
from tests.architecture.tree import ROOT
from tests.unit.control.pushing_device import (
    Device,
    announce,
    opened,
    push_epoch,
    send,
    text,
)
from tests.unit.control.server_records import ask, new_tenant

EXAMPLES = [
    (operation.name, example)
    for operation in model.loaded(ROOT).operations.values()
    if operation.who == "principal"
    for example in operation.examples
]


class TwoTenants:
    """A tenant with the brain `notes` of three records, a second tenant, and prepared pushes."""

    def __init__(self, control: Control, who: Principal, device: Device) -> None:
        self.control, self.who, self.device = control, who, device
        new_tenant(control, "b@example.org")
        push_epoch(control, who, device)
        self.first = len(device.file)

    def value(self, name: str) -> Any:
        device = self.device
        match name:
            case "$token":
                state = ask(self.control, self.who, "remote_state", id="notes")
                return f'"{state["token"]}"'
            case "$upload" | "$whole_upload":
                return self.append(sent=name == "$whole_upload")
            case "$rekey_upload":
                device.generation += 1
                data = device.new_file()
                signed = device.manifest(Kind.REKEY)
                verifier = text(device.verifier)
                upload = opened(self.control, self.who, device, signed, 0, data, verifier=verifier)
                send(self.control, self.who, device, upload, data)
                return upload
            case "$manifest":
                device.file += device.records(1)
                return text(device.manifest(Kind.APPEND))
            case "$announcement":
                return announce(self.first, device.file[self.first :])
            case "$shred":
                extra = hashlib.sha256(b"notes").digest()
                return text(device.manifest(Kind.SHRED, extra=extra))
            case "$digest":
                part = device.file[self.first :]
                return f"sha-256=:{text(hashlib.sha256(part).digest())}:"
            case "$other_token":
                made = ask(self.control, self.who, "create_token", name="x", scope="read")
                return made["token"]["id"]
        fields = Device(seed="new", name="diary").registration(self.control, self.who.tenant)
        return fields["id" if name == "$new_brain" else name.removeprefix("$")]

    def append(self, *, sent: bool) -> str:
        device = self.device
        data = device.records(1)
        device.file += data
        signed = device.manifest(Kind.APPEND)
        upload = opened(self.control, self.who, device, signed, self.first, data)
        if sent:
            send(self.control, self.who, device, upload, data)
        return upload


def holds(part: Any, whole: Any) -> bool:
    """Return whether a value has at least the parts of an example."""
    if isinstance(part, dict):
        return all(key in whole and holds(each, whole[key]) for key, each in part.items())
    if isinstance(part, list):
        return len(part) <= len(whole) and all(map(holds, part, whole))
    return bool(part == whole)


def test_every_operation_of_a_route_has_an_example() -> None:
    named = {name for name, _ in EXAMPLES}
    assert named == {each.name for each in OPERATIONS.values() if each.takes == "principal"}


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_an_example_answers_what_it_says(
    control: Control, who: Principal, device: Device, name: str, example: model.Example
) -> None:
    server = TwoTenants(control, who, device)
    arguments = {
        key: server.value(value) if str(value).startswith("$") else value
        for key, value in example.args.items()
    }
    content = device.file[server.first :] if OPERATIONS[name].raw else b""
    answer = calls.call(control, who, OPERATIONS[name], arguments, content)
    if isinstance(answer, Ciphertext):
        assert b"".join(answer.pieces) == device.file[:256]
        return
    jsonschema.validate(answer, published(name)["output"])
    assert holds(example.result, answer), answer
