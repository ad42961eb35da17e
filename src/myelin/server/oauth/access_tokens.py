"""Access tokens: JWTs signed with HMAC-SHA-256 (RFC 9068 names the type and the claims)."""

from dataclasses import dataclass
from typing import Any

import jwt

from myelin.kernel.clock import Clock
from myelin.server.oauth.encoding import decode, encode, read_object
from myelin.server.oauth.signing_keys import SigningKeys

LIFETIME_S = 900
LEEWAY_S = 30
TOKEN_CHARS_MAX = 4096

_ALGORITHM = "HS256"
_TYPE = "at+jwt"
_HEADER = {"alg", "kid", "typ"}
_TEXTS = ("sub", "jti", "client_id", "scope")


class AccessTokenRefused(Exception):
    """The text is not an access token of this server that is valid now."""


@dataclass(frozen=True, slots=True)
class AccessClaims:
    """What an access token says; `key` is the sealed connector key."""

    grant: str
    jti: str
    client: str
    scope: str
    brain: str | None
    key: bytes | None = None


class AccessTokens:
    """Signs and verifies the access tokens of one issuer for one resource."""

    def __init__(self, issuer: str, resource: str, keys: SigningKeys, clock: Clock) -> None:
        self._issuer = issuer
        self._resource = resource
        self._keys = keys
        self._clock = clock

    def sign(self, claims: AccessClaims) -> str:
        """Return a token that is valid from now for 15 minutes."""
        now_s = self._clock.now_ms() // 1000
        payload: dict[str, Any] = {
            "iss": self._issuer,
            "aud": self._resource,
            "iat": now_s,
            "exp": now_s + LIFETIME_S,
            "sub": claims.grant,
            "jti": claims.jti,
            "client_id": claims.client,
            "scope": claims.scope,
        }
        if claims.brain is not None:
            payload["brn"] = claims.brain
        if claims.key is not None:
            payload["key"] = encode(claims.key)
        kid = self._keys.newest
        header = {"typ": _TYPE, "kid": kid}
        return jwt.encode(payload, self._keys.by_kid[kid], algorithm=_ALGORITHM, headers=header)

    def verify(self, token: str) -> AccessClaims:
        """Return the claims of a token.

        Raises:
            AccessTokenRefused: malformed, signed otherwise, for somebody else, or not valid now.
        """
        secret = self._secret_of(token)
        try:
            payload = jwt.decode(
                token,
                secret,
                algorithms=[_ALGORITHM],
                audience=self._resource,
                issuer=self._issuer,
                # The times are checked below, by the server's own clock.
                options={"require": ["exp", "iat"], "verify_exp": False, "verify_iat": False},
            )
        except (jwt.PyJWTError, ValueError, RecursionError):
            raise AccessTokenRefused from None
        self._check_times(payload)
        return _claims(payload)

    def _secret_of(self, token: str) -> bytes:
        """Return the key that a token names, after its header was compared with the only one.

        This runs before PyJWT sees the token, so no algorithm, key URL or critical extension that
        a header names is ever looked at.
        """
        if len(token) > TOKEN_CHARS_MAX or token.count(".") != 2:
            raise AccessTokenRefused
        try:
            header = read_object(decode(token.partition(".")[0]))
        except ValueError:
            raise AccessTokenRefused from None
        if header.keys() != _HEADER or header["alg"] != _ALGORITHM or header["typ"] != _TYPE:
            raise AccessTokenRefused
        kid = header["kid"]
        if not isinstance(kid, str) or kid not in self._keys.by_kid:
            raise AccessTokenRefused
        return self._keys.by_kid[kid]

    def _check_times(self, payload: dict[str, Any]) -> None:
        issued, expires = payload["iat"], payload["exp"]
        if type(issued) is not int or type(expires) is not int:
            raise AccessTokenRefused
        now_s = self._clock.now_ms() // 1000
        if not issued - LEEWAY_S <= now_s < expires + LEEWAY_S:
            raise AccessTokenRefused
        if expires - issued > LIFETIME_S:
            raise AccessTokenRefused


def _claims(payload: dict[str, Any]) -> AccessClaims:
    brain, key = payload.get("brn"), payload.get("key")
    if not all(isinstance(payload.get(name), str) for name in _TEXTS):
        raise AccessTokenRefused
    if not isinstance(brain, str | None) or not isinstance(key, str | None):
        raise AccessTokenRefused
    try:
        sealed = None if key is None else decode(key)
    except ValueError:
        raise AccessTokenRefused from None
    return AccessClaims(
        payload["sub"], payload["jti"], payload["client_id"], payload["scope"], brain, sealed
    )
