"""The senders of a server of many tenants: who holds a token, which brain, which key."""

from __future__ import annotations

import hashlib
import hmac
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import CapacityLimiter, to_thread

from myelin.contract.errors import BrainUnknown, KeyRequired, KeyWrong, TokenInvalid
from myelin.control import AuditRow, Control, Principal, Scope, outcome_of
from myelin.crypto import keys
from myelin.crypto.sealed_key import wipe
from myelin.kernel.errors import MyelinError
from myelin.server.http import key_cache, rates, transport
from myelin.server.http.headers import BRAIN, Headers
from myelin.server.http.key_cache import KeyCache
from myelin.server.http.metrics import Metrics
from myelin.server.http.open_brains import OpenBrains
from myelin.server.http.rates import Rates
from myelin.server.http.turns import Turns
from myelin.server.served import Client

if TYPE_CHECKING:
    from myelin.brains.shared import SharedBrain
    from myelin.control import RegisteredBrain
    from myelin.engine.operation import Operation, Resource
    from myelin.server.http.transport import Transport
    from myelin.server.oauth import OAuth

T = TypeVar("T")
_BURST = 2.0
_NO_BRAIN = "none"
# Checks of tokens that were right before do not wait for those of others.
_CHECKS_AT_ONCE = 4
_OTHER_CHECKS_AT_ONCE = 2
_KNOWN_MAX = 10_000
_TENDING_S = 15.0
_ID_CHARS = 20


class Tenants:
    """Knows the tokens of a server, and keeps what the requests of a token share."""

    def __init__(
        self,
        control: Control,
        *,
        trusts_proxy: bool,
        oauth: OAuth | None = None,
    ) -> None:
        self.control = control
        self.trusts_proxy = trusts_proxy
        self._closing = threading.Event()
        self.rates = Rates(control.machine.clock)
        self.turns = Turns()
        self.open_brains = OpenBrains(control.machine)
        self.keys = KeyCache(control.machine.clock, self.open_brains.close)
        self._oauth = oauth
        self._known: OrderedDict[bytes, None] = OrderedDict()
        self._known_lane = CapacityLimiter(_CHECKS_AT_ONCE)
        self._other_lane = CapacityLimiter(_OTHER_CHECKS_AT_ONCE)
        self.metrics = Metrics()
        self.metrics.gauge("myelin_open_brains", "Brains in memory.", self.open_brains.__len__)
        self.metrics.gauge("myelin_held_keys", "Keys in memory.", self.keys.__len__)
        control.on_audited(
            lambda row: self.metrics.request(row.endpoint, row.outcome, row.ms / 1000)
        )
        control.on_revoked(self.keys.forget_token)
        control.on_replaced(self._replaced)

    async def identify(
        self, token: str | None, headers: Headers, came: Transport, *, to_pull: bool = False
    ) -> TenantSender:
        """Return who sent a request.

        Raises:
            TokenInvalid, TenantSuspended: the token may not be used.
            RateLimited: it was used too often, or too many wrong ones came from that address.
            HeaderInvalid: the key is malformed.
        """
        transport.check(headers, came)
        principal = await self._principal(token, came, to_pull=to_pull)
        try:
            self.count(principal, writes=False)
            key = key_cache.key_of(headers)
        except MyelinError:
            _wipe(principal.key)
            raise
        return TenantSender(self, principal, headers.get(BRAIN), key or principal.key)

    def challenge(self, token: str | None, host: str) -> str:
        """Return the value of WWW-Authenticate for a request that was refused.

        Only the host name of connectors leads to a sign-in: a program that finds one leaves out the
        headers that a person configured.
        """
        if self._oauth is None or host.lower() != self._oauth.host:
            return "Bearer"
        return self._oauth.challenge(token_came=token is not None)

    def count(self, who: Principal, *, writes: bool) -> None:
        """Count a request of a token.

        Raises:
            RateLimited: it sent too many.
        """
        quota = self.control.quota(who)
        self.rates.take(("token", who.token), quota.requests_per_minute, _BURST)
        if writes:
            self.rates.take(("writes", who.token), quota.writes_per_minute, _BURST)

    def count_write(self, who: Principal) -> None:
        """Count a call of a tool that writes.

        Raises:
            RateLimited: the token made too many.
        """
        a_minute = self.control.quota(who).writes_per_minute
        self.rates.take(("writes", who.token), a_minute, _BURST)

    def count_failure(self, token: str | None, came: Transport) -> None:
        """Count a wrong token. Its beginning is its id, and no secret.

        Raises:
            RateLimited: too many came from that address.
        """
        self.metrics.failure(
            "proxy" if came.is_proxied else "loopback" if came.is_loopback else "other"
        )
        name = ("wrong", came.address, "none" if token is None else token[:_ID_CHARS])
        self.rates.take(name, rates.FAILURES_OF_A_TOKEN)
        self.rates.take(name[:2], rates.FAILURES_OF_AN_ADDRESS)

    def start(self) -> None:
        """Forget idle keys from now on, whether requests come or not, until `close`."""
        threading.Thread(target=self._tend, daemon=True).start()

    def _tend(self) -> None:
        while not self._closing.wait(_TENDING_S):
            self.keys.forget_idle()

    def close(self) -> None:
        """Forget every key and close every brain."""
        self._closing.set()
        self.keys.close()
        self.open_brains.close_all()

    async def _principal(self, token: str | None, came: Transport, *, to_pull: bool) -> Principal:
        try:
            if token is None:
                raise TokenInvalid
            digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
            # Wrong tokens wait for each other, and never hold up one that was right before.
            lane = self._known_lane if digest in self._known else self._other_lane
            principal = await to_thread.run_sync(
                lambda: self.control.authenticate(token, to_pull=to_pull), limiter=lane
            )
        except TokenInvalid:
            self.count_failure(token, came)
            raise
        self._known[digest] = None
        while len(self._known) > _KNOWN_MAX:
            self._known.popitem(last=False)
        return principal

    def _replaced(self, place: str) -> None:
        self.keys.forget_place(place)
        self.open_brains.close(place)


@dataclass
class TenantSender:
    """The sender of one request, and the brain that it asks, opened by the first call."""

    tenants: Tenants
    principal: Principal
    brain_header: str | None
    key: bytearray | None = field(repr=False)
    brain_id: str | None = None
    status: int = 200
    """The HTTP status that the outcome of the request has, or would have on an admin route."""

    def client(self, version: str, _name: str | None) -> Client:
        """Return the client of the request; what it writes carries the token's name."""
        may_write = self.principal.scope >= Scope.WRITE
        return Client(version, self.principal.name, TenantBrain(self), may_write)

    async def run(self, run: Callable[[], T], *, writes: bool) -> T:
        """Return what a function returns in a thread of the brain's own.

        Raises:
            BrainBusy: no thread was free for five seconds.
        """
        place = f"{self.principal.tenant}/{self.brain_header or self.principal.brain or _NO_BRAIN}"
        return await self.tenants.turns.run(place, run, writes=writes)

    def finish(self, endpoint: str, status: int, began_ms: int) -> None:
        """Write the audit row of the request, and overwrite its key."""
        _wipe(self.key)
        _wipe(self.principal.key)
        control = self.tenants.control
        now_ms = control.now_ms
        control.audit(
            AuditRow(
                now_ms,
                self.principal.tenant,
                self.principal.token,
                self.brain_id,
                endpoint,
                outcome_of(max(status, self.status)),
                max(0, now_ms - began_ms),
            )
        )


class TenantBrain:
    """The brain of one request: found, unlocked and opened by the call that needs it."""

    def __init__(self, sender: TenantSender) -> None:
        self._sender = sender

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], actor: str | None = None
    ) -> dict[str, Any]:
        """Return the result of an operation.

        Raises:
            MyelinError: any error of the tool, or the reason why there is no brain to ask.
        """
        with self._opened() as brain:
            if operation.effect == "write":
                self._sender.tenants.count_write(self._sender.principal)
            return brain.call(operation, arguments, actor)

    def read(self, resource: Resource) -> dict[str, Any]:
        """Return the content of a resource."""
        with self._opened() as brain:
            return brain.read(resource)

    def prompts(self) -> list[dict[str, str]]:
        """Return name, title and description of every prompt."""
        with self._opened() as brain:
            return brain.prompts()

    def prompt(self, name: str, task: str) -> str:
        """Return the text of one prompt for a task."""
        with self._opened() as brain:
            return brain.prompt(name, task)

    def revision(self) -> object | None:
        """Return a value that differs after any change of the prompts."""
        with self._opened() as brain:
            return brain.revision()

    @contextmanager
    def _opened(self) -> Iterator[SharedBrain]:
        sender = self._sender
        try:
            found, key = self._unlocked()
            with sender.tenants.open_brains.using(found, bytes(key)) as brain:
                try:
                    yield brain
                finally:
                    wipe(key)
        except MyelinError as error:
            sender.status = error.http_status
            raise

    def _unlocked(self) -> tuple[RegisteredBrain, bytearray]:
        """Return the brain of the request and a copy of its key.

        Raises:
            BrainUnknown, BrainShredded: there is none that this token may reach.
            KeyRequired, KeyWrong: no key came, or another one.
        """
        sender, tenants = self._sender, self._sender.tenants
        found = tenants.control.find_brain(sender.principal, sender.brain_header)
        sender.brain_id = found.id
        if found.path is None:
            raise BrainUnknown(name=found.name, suggestion="Push it once from a device.")
        token, place, generation = sender.principal.token, found.place, found.generation
        if sender.key is None:
            kept = tenants.keys.find(token, place, generation)
            if kept is None:
                raise KeyRequired
            return found, kept
        if not hmac.compare_digest(keys.verifier(bytes(sender.key)), found.verifier):
            raise KeyWrong
        tenants.keys.keep(token, place, generation, sender.key)
        return found, bytearray(sender.key)


def _wipe(key: bytearray | None) -> None:
    if key is not None:
        wipe(key)
