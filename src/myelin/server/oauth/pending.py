"""Authorization requests that a person has not decided yet: in memory only, for 15 minutes."""

import hmac
import threading
from dataclasses import dataclass, field

from myelin.control.scopes import Scope
from myelin.kernel.clock import Clock
from myelin.kernel.ids import Chance, encode_id, new_row_id
from myelin.server.oauth.encoding import encode

LIFETIME_S = 900
PENDING_MAX = 10_000
CODE_TRIES = 5
KEY_TRIES = 5
_TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class AuthorizationParameters:
    """What a client asked for, after it was checked."""

    client: str
    client_name: str
    redirect_uri: str
    state: str | None
    challenge: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class User:
    """A user of a tenant who proved to read mail at the address, or to know the operator."""

    id: str
    tenant: str
    email: str


@dataclass(slots=True)
class PendingRequest:
    """One authorization request and how far its person came. Hold `lock` to read or change it."""

    id: str
    asked: AuthorizationParameters
    cookie: str = field(repr=False)
    """What the browser that began must send; it changes at sign-in."""
    form: str = field(repr=False)
    """The form token of the page shown now; each is taken once."""
    began_s: float
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)
    email: str | None = None
    """The address that asks to sign in, known here or not."""
    candidate: User | None = None
    """The user of that address, if there is one."""
    code: str | None = field(default=None, repr=False)
    link: str | None = field(default=None, repr=False)
    code_tries: int = 0
    user: User | None = None
    """Set by sign-in."""
    brain: str | None = None
    scope: Scope | None = None
    """What was chosen on the first consent page; None before."""
    key_tries: int = 0
    closed: bool = False

    def is_browser(self, cookie: str | None) -> bool:
        """Return True if a cookie is the one of the browser that began."""
        return cookie is not None and _equal(cookie, self.cookie)

    def forget_codes(self) -> None:
        """End the mailed code and the link: they die together."""
        self.code = self.link = None


class PendingRequests:
    """The authorization requests of one process; a restart loses them and the host begins again."""

    def __init__(self, clock: Clock, chance: Chance) -> None:
        self._clock = clock
        self._chance = chance
        self._guard = threading.Lock()
        self._by_id: dict[str, PendingRequest] = {}

    def token(self) -> str:
        """Return 256 random bits as text."""
        return encode(self._chance(_TOKEN_BYTES))

    def begin(self, asked: AuthorizationParameters) -> PendingRequest:
        """Save and return a new request. Beyond 10,000 the oldest is dropped."""
        now = self._clock.monotonic_s()
        request = PendingRequest(
            encode_id("req", new_row_id(self._chance)), asked, self.token(), self.token(), now
        )
        with self._guard:
            for old in list(self._by_id.values()):
                if now - old.began_s < LIFETIME_S and len(self._by_id) < PENDING_MAX:
                    break
                del self._by_id[old.id]
            self._by_id[request.id] = request
        return request

    def find(self, request_id: str) -> PendingRequest | None:
        """Return a request that is still open, or None."""
        with self._guard:
            request = self._by_id.get(request_id)
        if request is None or self._clock.monotonic_s() - request.began_s >= LIFETIME_S:
            return None
        return request

    def take_form(self, request: PendingRequest, form: str | None) -> bool:
        """Return True, once for each page, if a form token is the one of the page shown last."""
        if form is None or not _equal(form, request.form):
            return False
        request.form = self.token()
        return True

    def close(self, request: PendingRequest) -> None:
        """Forget a request that was decided or dropped."""
        request.closed = True
        with self._guard:
            self._by_id.pop(request.id, None)


def is_link_of(request: PendingRequest, secret: str | None) -> bool:
    """Return True if the secret of a magic link is the one that was mailed for a request."""
    return secret is not None and request.link is not None and _equal(secret, request.link)


def is_code_of(request: PendingRequest, code: str) -> bool:
    """Return True if a code is the one that was mailed for a request."""
    return request.code is not None and _equal(code, request.code)


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
