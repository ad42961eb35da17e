"""A server's records with one tenant, its administrator and a registered brain."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from myelin.control import Control, Principal
from myelin.testing.clock import ManualClock
from tests.unit.control.pushing_device import Device, register
from tests.unit.control.server_records import new_control, new_tenant


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def control(tmp_path: Path, clock: ManualClock) -> Iterator[Control]:
    opened_ = new_control(tmp_path / "server", clock)
    opened_.issuer = "https://brains.example.org"
    yield opened_
    opened_.close()


@pytest.fixture
def who(control: Control) -> Principal:
    return control.authenticate(new_tenant(control, "a@example.org")[1])


@pytest.fixture
def device(control: Control, who: Principal) -> Device:
    made = Device()
    register(control, who, made)
    return made
