"""The door to a server's records: its database, its files, and who is told of changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from myelin.contract.errors import TokenInvalid
from myelin.control import authentication, brains
from myelin.control.audit_trail import AuditRow, AuditTrail
from myelin.control.blobs import LIVE, BlobStore, FolderBlobs
from myelin.control.brains import RegisteredBrain
from myelin.control.principal import Principal
from myelin.control.quotas import Quota, read_quota
from myelin.control.rows import ControlStore
from myelin.control.sqlite_store import SqliteStore
from myelin.control.token_text import PREFIX
from myelin.kernel.machine import Machine
from myelin.store.io import system_io

Tell = Callable[[str], None]


class Control:
    """The records of one server. Threads may share it, and other processes may have their own."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        """Open the records in a folder, or create them there.

        Raises:
            FormatTooNew, StorageFailed: they cannot be opened.
        """
        self.folder = folder
        self.machine = machine
        self.io = machine.io if machine.io is not None else system_io()
        self.store: ControlStore = SqliteStore(folder, self.io)
        self.blobs: BlobStore = FolderBlobs(folder, self.io, machine)
        self.issuer = ""
        """The server's public address, which registrations sign; the HTTP server sets it."""
        self._trail = AuditTrail(self.store)
        self._grants: Callable[[str], Principal] | None = None
        self._on_audited: list[Callable[[AuditRow], None]] = []
        self._on_revoked: list[Tell] = []
        self._on_replaced: list[Tell] = []

    @property
    def now_ms(self) -> int:
        """Return the present time in milliseconds since 1970."""
        return self.machine.clock.now_ms()

    def authenticate(self, secret: str, *, to_pull: bool = False) -> Principal:
        """Return the sender of a request from the text of its bearer token.

        `to_pull` is for the routes that list and pull: a suspended tenant and a token that expired
        less than 7 days ago may use them.

        Raises:
            TokenInvalid: the token is unknown, expired or revoked.
            TenantSuspended: the tenant is suspended.
        """
        if secret.startswith(PREFIX):
            who, last_used_day = authentication.authenticate(self.store, secret)
            who = authentication.admit(self.store, who, self.now_ms, to_pull=to_pull)
            authentication.note_use(self.store, who, last_used_day, self.now_ms)
            return who
        if self._grants is None:
            raise TokenInvalid()
        return authentication.admit(self.store, self._grants(secret), self.now_ms, to_pull=to_pull)

    def accept_grants(self, authenticate: Callable[[str], Principal]) -> None:
        """Let a function authenticate the tokens that are no personal access tokens (OAuth)."""
        self._grants = authenticate

    def find_brain(self, who: Principal, name_or_id: str | None) -> RegisteredBrain:
        """Return a brain that the principal may reach; None means its only one.

        Raises:
            BrainUnknown: there is none of that name or id that it may reach.
            BrainShredded: it was shredded less than 30 days ago.
        """
        with self.store.reading() as rows:
            found = brains.find(rows, who, name_or_id, self.now_ms)
        return self.with_path(found)

    def with_path(self, brain: RegisteredBrain) -> RegisteredBrain:
        """Return a brain with the path of its live file, if it has one."""
        if brain.epoch == 0:
            return brain
        return replace(brain, path=self.blobs.path(brain.place, LIVE))

    def has_open_upload(self, brain: RegisteredBrain) -> bool:
        """Return whether an upload of a brain is open; touches then stay in memory."""
        with self.store.reading() as rows:
            return brains.has_open_upload(rows, brain, self.now_ms)

    def quota(self, who: Principal) -> Quota:
        """Return the limits of a principal's tenant."""
        with self.store.reading() as rows:
            return read_quota(rows, who.tenant)

    def audit(self, row: AuditRow) -> None:
        """Append a row to the audit trail."""
        self._trail.write(row)
        for tell in self._on_audited:
            tell(row)

    def on_audited(self, tell: Callable[[AuditRow], None]) -> None:
        """Call a function with each row that is appended to the audit trail."""
        self._on_audited.append(tell)

    def on_revoked(self, tell: Tell) -> None:
        """Call a function with the id of each token or grant that this process revokes."""
        self._on_revoked.append(tell)

    def on_replaced(self, tell: Tell) -> None:
        """Call a function with the place of each brain whose file this process replaces.

        It is called with the brain's lock held, before the file changes.
        """
        self._on_replaced.append(tell)

    def tell_revoked(self, token: str) -> None:
        """Tell the listeners that a token or grant was revoked."""
        for tell in self._on_revoked:
            tell(token)

    def tell_replaced(self, place: str) -> None:
        """Tell the listeners that a brain's file is about to be replaced."""
        for tell in self._on_replaced:
            tell(place)

    def close(self) -> None:
        """Close the records."""
        self.store.close()
