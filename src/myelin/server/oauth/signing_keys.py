"""The secrets of the authorization server: files of mode 0600 that no backup holds.

`jwt-DATE.key` sign access tokens: the newest one signs, the newest two verify, and the date is the
`kid` of a token. `sealing.key` seals connector keys; replacing it makes every sealed key useless.
"""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.ids import Chance
from myelin.kernel.machine import Machine

SECRET_BYTES = 32
ROTATION_DAYS = 30

_SEALING = "sealing.key"
_SIGNING = re.compile(r"jwt-([0-9]{4}-[0-9]{2}-[0-9]{2})\.key")
_DAY_MS = 86_400_000
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class SecretsRefused(Exception):
    """A secret file is not safe to use; the text says why, without the path's folder."""


@dataclass(frozen=True, slots=True)
class SigningKeys:
    """The keys of access tokens by their `kid`, at most two; `newest` signs."""

    by_kid: Mapping[str, bytes]
    newest: str


def load_signing_keys(folder: Path, machine: Machine) -> SigningKeys:
    """Return the newest two signing keys; make today's if the newest is 30 days old or missing.

    A token lives 15 minutes, so the older key verifies what was signed just before a rotation.
    Older keys are deleted. A folder that cannot be written (a systemd credential) is used as it is.

    Raises:
        SecretsRefused: a file is readable by others, is a link, is too short, or cannot be made.
    """
    today = format_time(machine.clock.now_ms())[:10]
    kids = _kids(folder)
    if not kids or (_is_old(kids[-1], today) and os.access(folder, os.W_OK)):
        _make(folder, f"jwt-{today}.key", machine.chance)
        kids = _kids(folder)
    for retired in kids[:-2]:
        if os.access(folder, os.W_OK):
            (folder / f"jwt-{retired}.key").unlink(missing_ok=True)
    kept = {kid: _read(folder, f"jwt-{kid}.key") for kid in kids[-2:]}
    return SigningKeys(kept, kids[-1])


def load_sealing_secret(folder: Path, machine: Machine) -> bytes:
    """Return the secret that seals connector keys; make it if it is missing.

    Raises:
        SecretsRefused: the file is readable by others, is a link, is too short, or cannot be made.
    """
    if not (folder / _SEALING).exists():
        _make(folder, _SEALING, machine.chance)
    return _read(folder, _SEALING)


def _kids(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(match[1] for path in folder.iterdir() if (match := _SIGNING.fullmatch(path.name)))


def _is_old(kid: str, today: str) -> bool:
    return _days(today) - _days(kid) >= ROTATION_DAYS


def _days(date: str) -> int:
    return parse_time(f"{date}T00:00:00Z") // _DAY_MS


def _make(folder: Path, name: str, chance: Chance) -> None:
    """Write a new secret, durable and whole; keep what another process put there first."""
    part = folder / f".{name}.{chance(8).hex()}.part"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(part, _WRITE, 0o600), "wb") as file:
            file.write(chance(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        try:
            # A link fails if the name exists, so two starts at once agree on one secret.
            os.link(part, folder / name)
        except FileExistsError:
            pass
        finally:
            part.unlink()
    except OSError as error:
        raise SecretsRefused(f"{name} cannot be made: {error.strerror}") from None


def _read(folder: Path, name: str) -> bytes:
    try:
        descriptor = os.open(folder / name, _READ)
    except OSError as error:
        raise SecretsRefused(f"{name} cannot be opened: {error.strerror}") from None
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise SecretsRefused(f"{name} is not a file")
        # systemd gives credentials to a service as files of root, readable by its group at most.
        if os.name == "posix" and (state.st_mode & 0o027 or state.st_uid not in {0, os.geteuid()}):
            raise SecretsRefused(f"{name} is open to other users: give it mode 0600")
        secret = file.read(4096)
    if len(secret) < SECRET_BYTES:
        raise SecretsRefused(f"{name} has fewer than {SECRET_BYTES} bytes")
    return secret
