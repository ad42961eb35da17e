"""Authorization codes: in memory only, for 60 seconds, exchanged once, with the key beside them."""

import threading
from dataclasses import dataclass, field

from myelin.control.scopes import Scope
from myelin.crypto.sealed_key import wipe
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance
from myelin.server.oauth.encoding import encode

LIFETIME_S = 60
# A second use must still revoke the grant of the first one; tokens outlive the code.
_REMEMBERED_S = 900
_CODE_BYTES = 32
CODES_MAX = 10_000


@dataclass(slots=True)
class CodeGrant:
    """What a person allowed: everything that a code is bound to."""

    id: str
    """The id that the grant will have."""
    tenant: str
    user: str
    client: str
    client_name: str
    redirect_uri: str
    challenge: str
    scope: Scope
    brain: str | None
    verifier: bytes | None
    """The brain's verifier at the consent."""
    key: bytearray | None = field(repr=False)
    """The brain's key, which `forget` overwrites."""

    def forget(self) -> None:
        """Overwrite the key."""
        if self.key is not None:
            wipe(self.key)
            self.key = None


@dataclass(slots=True)
class _Entry:
    grant: CodeGrant
    issued_s: float
    taken: bool = False
    used_again: bool = False


class Codes:
    """The codes of one process. A restart loses them, and the host begins again."""

    def __init__(self, clock: Clock, chance: Chance) -> None:
        self._clock = clock
        self._chance = chance
        self._guard = threading.Lock()
        self._entries: dict[str, _Entry] = {}

    def issue(self, grant: CodeGrant) -> str:
        """Return a new code for a grant; its key is overwritten after 60 s at the latest."""
        code = encode(self._chance(_CODE_BYTES))
        self.sweep()
        with self._guard:
            while len(self._entries) >= CODES_MAX:
                self._entries.pop(next(iter(self._entries))).grant.forget()
            self._entries[code] = _Entry(grant, self._clock.monotonic_s())
        if grant.key is not None:
            timer = threading.Timer(LIFETIME_S + 1, self.sweep)
            timer.daemon = True
            timer.start()
        return code

    def take(self, code: str) -> CodeGrant | str | None:
        """Return the grant of a code at its first use, its id at a later one, None if unknown.

        After a second use the first exchange may still be going on: it asks `was_used_again`.
        """
        self.sweep()
        with self._guard:
            entry = self._entries.get(code)
            if entry is None:
                return None
            if entry.taken:
                entry.used_again = True
                return entry.grant.id
            if self._clock.monotonic_s() - entry.issued_s >= LIFETIME_S:
                return None
            entry.taken = True
            return entry.grant

    def was_used_again(self, code: str) -> bool:
        """Return True if a code was presented a second time."""
        with self._guard:
            entry = self._entries.get(code)
            return entry is not None and entry.used_again

    def sweep(self) -> None:
        """Overwrite the keys of codes that expired, and forget what is no longer needed."""
        now = self._clock.monotonic_s()
        with self._guard:
            for code, entry in list(self._entries.items()):
                age_s = now - entry.issued_s
                if age_s >= LIFETIME_S and not entry.taken:
                    entry.grant.forget()
                if age_s >= _REMEMBERED_S:
                    del self._entries[code]
