"""The rows of uploads: what a device announced, and how far it has come."""

from dataclasses import dataclass

from myelin.contract.errors import UploadUnknown
from myelin.control.brains import RegisteredBrain
from myelin.control.rows import Row, Rows
from myelin.sync.manifest import SIGNED_BYTES, Kind

LIFE_MS = 86_400_000
"""How long an upload lives after its last part, and its answer after the commit."""
_COLUMNS = (
    "id, state, manifest, chain, kind, offset, bytes, sha256, verifier, forget, received,"
    " expires_at, answer_position, answer_revision, answer_number"
)


@dataclass(frozen=True, slots=True)
class Upload:
    """One upload of a brain."""

    id: str
    state: str
    """open, intended (its bytes are being put in place), committed or dropped."""
    manifest: bytes
    chain: tuple[bytes, ...]
    kind: Kind
    offset: int
    """Where its first byte goes in the live file."""
    size_bytes: int
    sha256: bytes
    verifier: bytes | None
    forget: bool
    received: int
    expires_at: int
    answer_position: str | None
    answer_revision: int | None
    answer_number: int | None

    @property
    def answer(self) -> dict[str, object]:
        """Return the answer to its commit."""
        return {
            "token": self.answer_position,
            "revision": self.answer_revision,
            "manifest_number": self.answer_number,
        }


def find_upload(rows: Rows, brain: RegisteredBrain, upload: str, now_ms: int) -> Upload:
    """Return an upload of a brain that is open, or was committed less than 24 h ago.

    Raises:
        UploadUnknown: there is none, or it was dropped or expired.
    """
    row = rows.one(
        f"SELECT {_COLUMNS} FROM upload WHERE id = ? AND tenant = ? AND brain = ?",
        upload,
        brain.tenant,
        brain.id,
    )
    if row is None:
        raise UploadUnknown()
    found = _upload(row)
    if found.state == "dropped" or (found.state != "intended" and found.expires_at <= now_ms):
        raise UploadUnknown()
    return found


def intended_upload(rows: Rows, brain: RegisteredBrain) -> Upload | None:
    """Return the upload whose bytes are being put in place, or None."""
    row = rows.one(
        f"SELECT {_COLUMNS} FROM upload WHERE tenant = ? AND brain = ? AND state = 'intended'",
        brain.tenant,
        brain.id,
    )
    return None if row is None else _upload(row)


def _upload(row: Row) -> Upload:
    fields = list(row)
    chain: bytes = fields[3]
    fields[3] = tuple(chain[at : at + SIGNED_BYTES] for at in range(0, len(chain), SIGNED_BYTES))
    fields[4], fields[9] = Kind(fields[4]), bool(fields[9])
    return Upload(*fields)
