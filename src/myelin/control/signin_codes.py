"""Sign-in codes that the operator prints on the server, for a user whom no mail reaches."""

import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING

from argon2.low_level import Type, hash_secret_raw

from myelin.control.control import Control
from myelin.control.rows import ControlStore
from myelin.control.tenants import note
from myelin.control.users import find_user
from myelin.kernel.decision import Owner
from myelin.kernel.machine import Machine

if TYPE_CHECKING:
    from myelin.contract.operations.issue_signin_code import IssueSigninCodeArgs

CODE_DIGITS = 8
CODE_LIFETIME_MS = 15 * 60_000
_SALT_BYTES = 16
_HASH_BYTES = 32
# The parameters of OWASP's cheat sheet: a code has only 27 bits, so the hash must be slow.
_TIME_COST = 2
_MEMORY_KIB = 19_456


def new_code(machine: Machine) -> str:
    """Return eight random digits."""
    # 64 bits modulo 10^8: no digit is more likely than another by more than 2^-37.
    return f"{int.from_bytes(machine.chance(8), 'big') % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def issue_signin_code(
    control: Control, args: "IssueSigninCodeArgs", _owner: Owner
) -> Mapping[str, object]:
    """Save and return a new code of a user. It replaces the one before and lives 15 minutes.

    Raises:
        UserUnknown: there is no such user.
    """
    machine = control.machine
    code, salt = new_code(machine), machine.chance(_SALT_BYTES)
    hashed = _hash(code, salt)
    with control.store.writing() as rows:
        user, tenant, email, _ = find_user(rows, args.email)
        rows.run("DELETE FROM signin_code WHERE user = ? OR expires_at <= ?", user, control.now_ms)
        rows.run(
            "INSERT INTO signin_code (user, salt, hash, expires_at) VALUES (?, ?, ?, ?)",
            user,
            salt,
            hashed,
            control.now_ms + CODE_LIFETIME_MS,
        )
        note(rows, control, tenant, "admin signin")
    return {"email": email, "code": code}


def take_code(store: ControlStore, machine: Machine, user: str | None, code: str) -> bool:
    """Return True, once, if it is the user's code; None stands for an unknown address.

    The caller limits the tries. An unknown user costs the same hash as a known one.
    """
    with store.reading() as rows:
        row = rows.one(
            "SELECT salt, hash FROM signin_code WHERE user = ? AND expires_at > ?",
            user,
            machine.clock.now_ms(),
        )
    salt, expected = (bytes(_SALT_BYTES), bytes(_HASH_BYTES)) if row is None else row
    if not hmac.compare_digest(_hash(code, salt), expected) or row is None:
        return False
    with store.writing() as rows:
        taken = rows.run("DELETE FROM signin_code WHERE user = ? AND hash = ?", user, expected)
    return taken == 1


def _hash(code: str, salt: bytes) -> bytes:
    return hash_secret_raw(code.encode(), salt, _TIME_COST, _MEMORY_KIB, 1, _HASH_BYTES, Type.ID)
