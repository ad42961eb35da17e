"""The brains that a server holds for its tenants: their rows, never their content."""

import re
from dataclasses import dataclass
from pathlib import Path

from myelin.contract.errors import BrainShredded, BrainUnknown
from myelin.control.principal import Principal
from myelin.control.rows import Row, Rows

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}", re.ASCII)
ID = re.compile(r"brn_[0-9a-hjkmnp-tv-z]{26}", re.ASCII)
SHREDDED_FOR_MS = 30 * 86_400_000
"""How long a shredded id answers that it was shredded."""
_COLUMNS = (
    "id, tenant, name, verifier, owner, generation, revision, epoch, seq, length, head_bytes,"
    " position, schema, created_at, first_seq, began_at, pushed_at, restored_at,"
    " (SELECT max(number) FROM manifest WHERE manifest.tenant = brain.tenant"
    "  AND manifest.brain = brain.id), shredded_at"
)


@dataclass(frozen=True, slots=True)
class RegisteredBrain:
    """A brain of a tenant as `control.db` describes it."""

    id: str
    tenant: str
    name: str
    verifier: bytes
    """16 bytes by which the server recognises the key without holding it."""
    owner: bytes
    """The owner's Ed25519 public key."""
    generation: int
    revision: int
    """The number of transactions since the brain was registered."""
    epoch: int
    seq: int
    length: int
    """Bytes of the live file when it was last examined; the file is the truth."""
    head_bytes: int
    position: str
    """The token of the position: `<epoch>-<seq>-<16 hex digits>`, or `0-0-` before a push."""
    schema: int
    created_at: int
    first_seq: int
    """The seq before the first record of the live epoch."""
    began_at: int | None
    pushed_at: int | None
    restored_at: int | None
    newest: int | None = None
    """The number of the newest manifest."""
    path: Path | None = None
    """The live file, or None before the first push."""

    @property
    def place(self) -> str:
        """Return `<tenant>/<brain>`, which is unique on the server; the id alone is not."""
        return f"{self.tenant}/{self.id}"


def find(rows: Rows, who: Principal, name_or_id: str | None, now_ms: int) -> RegisteredBrain:
    """Return a brain that a principal may reach, without its path.

    Without a name it is the principal's only brain. A brain of another tenant is looked up by the
    same statements as one that does not exist, and gives the same error.

    Raises:
        BrainUnknown: no such brain, or several and none named.
        BrainShredded: it was shredded less than 30 days ago.
    """
    visible = rows.all(
        f"SELECT {_COLUMNS} FROM brain WHERE tenant = ? AND (? IS NULL OR id = ?)"
        " AND (shredded_at IS NULL OR shredded_at > ?) ORDER BY name",
        who.tenant,
        who.brain,
        who.brain,
        now_ms - SHREDDED_FOR_MS,
    )
    live = [row for row in visible if row[-1] is None]
    if name_or_id is None:
        named = live if len(live) == 1 else []
    else:
        named = [row for row in visible if name_or_id in (row[0], row[2])]
    if not named:
        raise _unknown(name_or_id, [str(row[2]) for row in live])
    row = named[0]
    if row[-1] is not None:
        raise BrainShredded()
    return registered(row)


def id_of(rows: Rows, tenant: str, name_or_id: str) -> str | None:
    """Return the id of a tenant's brain, or None if it has none of that name or id."""
    row = rows.one(
        "SELECT id FROM brain WHERE tenant = ? AND (id = ? OR name = ?)",
        tenant,
        name_or_id,
        name_or_id,
    )
    return None if row is None else str(row[0])


def has_open_upload(rows: Rows, brain: RegisteredBrain, now_ms: int) -> bool:
    """Return whether an upload of a brain is open."""
    row = rows.one(
        "SELECT 1 FROM upload WHERE tenant = ? AND brain = ?"
        " AND state IN ('open', 'intended') AND expires_at > ?",
        brain.tenant,
        brain.id,
        now_ms,
    )
    return row is not None


def all_of(rows: Rows, tenant: str) -> list[RegisteredBrain]:
    """Return every live brain of a tenant by name."""
    found = rows.all(
        f"SELECT {_COLUMNS} FROM brain WHERE tenant = ? AND shredded_at IS NULL ORDER BY name",
        tenant,
    )
    return [registered(row) for row in found]


def registered(row: Row) -> RegisteredBrain:
    """Return the brain of a row with the columns of this module."""
    return RegisteredBrain(*row[:-1])


def _unknown(name: str | None, known: list[str]) -> BrainUnknown:
    # A name that cannot be one may be anything, a key in the wrong header too.
    shown = "that name"
    if name is None:
        shown = "no name"
    elif NAME.fullmatch(name) or ID.fullmatch(name):
        shown = name
    suggestion = f"The brains here: {', '.join(known)}." if known else "Register one first."
    return BrainUnknown(name=shown, suggestion=suggestion)
