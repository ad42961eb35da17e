"""The authorization server of one process: its records, secrets and what it keeps in memory."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from myelin.contract.errors import TokenInvalid
from myelin.control import Control, Principal, Scope, scope_of
from myelin.control.grants import Grant, Grants
from myelin.control.oauth_clients import OAuthClient, OAuthClients
from myelin.crypto.seal import SealBroken
from myelin.server.oauth.access_tokens import AccessClaims, AccessTokenRefused, AccessTokens
from myelin.server.oauth.codes import Codes
from myelin.server.oauth.limits import AttemptLimit
from myelin.server.oauth.mail import Relay
from myelin.server.oauth.metadata import RESOURCE_PATHS
from myelin.server.oauth.pending import PendingRequests
from myelin.server.oauth.redirects import read_allow_list
from myelin.server.oauth.signing_keys import load_sealing_secret, load_signing_keys
from myelin.server.oauth.token_pairs import ACCESS, TokenPairs, opened

REGISTRATIONS_AN_HOUR = 20
VISITS_A_MINUTE = 120
"""Requests to the pages from one address."""
SIGNINS, SIGNIN_WINDOW_S = 3, 900


@dataclass(frozen=True, slots=True)
class OAuthSettings:
    """How the authorization server is reached and what it may use."""

    public_url: str
    """The address that connectors use, without a path: `https://brain.example`."""
    secrets: Path
    """The folder of the signing and sealing secrets."""
    allow_list: Path | None = None
    """A file in the place of the package's own list of redirects."""
    relay: Relay | None = None


class OAuth:
    """The authorization server. Worker threads of one process share it."""

    def __init__(self, control: Control, settings: OAuthSettings) -> None:
        """Open the records and secrets.

        Raises:
            ValueError: the public URL has a path, or the allow-list has a mistake.
            SecretsRefused: a secret file is not safe to use.
        """
        machine = control.machine
        self.control = control
        self.issuer = issuer_of(settings.public_url)
        self.resource = f"{self.issuer}/mcp"
        self.relay = settings.relay
        self.allow_list = read_allow_list(settings.allow_list)
        self.grants = Grants(control.store, machine, control.tell_revoked)
        self.codes = Codes(machine.clock, machine.chance)
        self.pending = PendingRequests(machine.clock, machine.chance)
        self.registrations = AttemptLimit(machine.clock, REGISTRATIONS_AN_HOUR, 3600)
        self.visits = AttemptLimit(machine.clock, VISITS_A_MINUTE, 60)
        self.signins = AttemptLimit(machine.clock, SIGNINS, SIGNIN_WINDOW_S)
        self.clients = OAuthClients(control.store, machine)
        self._sealing = load_sealing_secret(settings.secrets, machine)
        self._access = AccessTokens(
            self.issuer, self.resource, load_signing_keys(settings.secrets, machine), machine.clock
        )
        self.pairs = TokenPairs(self._access, self._sealing, machine)

    @property
    def host(self) -> str:
        """Return the Host header under which the endpoints exist."""
        return urlsplit(self.issuer).netloc

    def challenge(self, *, token_came: bool) -> str:
        """Return the WWW-Authenticate header of a 401 at /mcp (RFC 9728, section 5.1)."""
        error = ', error="invalid_token"' if token_came else ""
        place = f"{self.issuer}{RESOURCE_PATHS[0]}"
        return f'Bearer resource_metadata="{place}", scope="read write"{error}'

    def client(self, client_id: str) -> OAuthClient | None:
        """Return a client that registered, or that the operator declared, or None."""
        fixed = self.allow_list.clients.get(client_id)
        if fixed is not None:
            return OAuthClient(fixed.id, fixed.name, fixed.redirect_uris, 0)
        return self.clients.find(client_id)

    def authenticate(self, secret: str) -> Principal:
        """Return the sender of a request from its access token; the caller wipes the key in it.

        The grant is read at every request, so that a revocation holds for the next one.

        Raises:
            TokenInvalid: not an access token of this server, expired, or its grant is revoked.
        """
        try:
            claims = self._access.verify(secret)
        except AccessTokenRefused:
            raise TokenInvalid() from None
        grant = self.grants.find(claims.grant)
        if grant is None or grant.client != claims.client or grant.brain != claims.brain:
            raise TokenInvalid()
        key = self._key_of(grant, claims)
        self.grants.note_use(grant)
        return Principal(
            grant.tenant,
            grant.id,
            grant.client_name,
            min(grant.scope, granted_scope(claims.scope)),
            grant.brain,
            "oauth",
            key,
        )

    def _key_of(self, grant: Grant, claims: AccessClaims) -> bytearray | None:
        if claims.key is None:
            return None
        try:
            return opened(self._sealing, grant, ACCESS, claims.jti, claims.key)
        except SealBroken:
            raise TokenInvalid() from None


def granted_scope(text: str) -> Scope:
    """Return the highest of the scopes in a token's own text, `read` at least."""
    return max((scope_of(word) for word in text.split()), default=Scope.READ)


def issuer_of(public_url: str) -> str:
    """Return the issuer of a server's address: scheme and host, without a final slash.

    Raises:
        ValueError: it has a path, a query, user info, or a scheme other than http and https.
    """
    parts = urlsplit(public_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
        raise ValueError("the public URL must be https:// and a host")
    if parts.path not in {"", "/"} or parts.query or parts.fragment:
        raise ValueError("the public URL of a server with OAuth has no path")
    default = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port in {None, default} else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
