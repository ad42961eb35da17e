"""Access and refresh tokens of a grant, each carrying the sealed key if the grant has one.

A refresh token is `myl_ref_`, the 12 characters of its id, 43 of 256 random bits, and, with a key,
a dot and the sealed key. Only a hash of the part before the dot is stored; the rest proves itself.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from myelin.control.grants import Grant, RefreshRecord, refresh_hash
from myelin.control.scopes import Scope
from myelin.crypto.seal import NONCE_BYTES, SealBroken
from myelin.crypto.sealed_key import open_key, seal_key
from myelin.kernel.ids import encode_id, new_row_id
from myelin.kernel.machine import Machine
from myelin.server.oauth.access_tokens import LIFETIME_S, AccessClaims, AccessTokens
from myelin.server.oauth.encoding import decode, encode

Kind = Literal["access", "refresh"]
ACCESS: Kind = "access"
REFRESH: Kind = "refresh"

_PREFIX = "myl_ref_"
_SECRET_BYTES = 32
_FORM = re.compile(
    rf"(?P<text>{_PREFIX}(?P<id>[0-9a-z]{{12}})[A-Za-z0-9_-]{{43}})(?:\.(?P<key>[A-Za-z0-9_-]{{80}}))?"
)


@dataclass(frozen=True, slots=True)
class PresentedRefresh:
    """A refresh token as a client sent it."""

    record: RefreshRecord
    key: bytes | None = field(repr=False)
    """The sealed key."""


@dataclass(frozen=True, slots=True)
class TokenPair:
    """An access token and the refresh token that follows it."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    scope: str

    def as_dict(self) -> dict[str, Any]:
        """Return the answer of the token endpoint (RFC 6749, section 5.1)."""
        return {
            "access_token": self.access,
            "token_type": "Bearer",
            "expires_in": LIFETIME_S,
            "refresh_token": self.refresh,
            "scope": self.scope,
        }


class TokenPairs:
    """Makes the tokens of grants."""

    def __init__(self, access: AccessTokens, sealing: bytes, machine: Machine) -> None:
        self._access = access
        self._sealing = sealing
        self._machine = machine

    def make(
        self, grant: Grant, key: bytearray | None, scope: Scope
    ) -> tuple[RefreshRecord, TokenPair]:
        """Return a new pair for a grant, and what is stored of its refresh token.

        The scope is that of the access token; a refresh token always has the grant's.
        """
        chance = self._machine.chance
        access_id = encode_id("acc", new_row_id(chance))
        refresh_id = encode_id("ref", new_row_id(chance))
        text = _PREFIX + refresh_id.removeprefix("ref_") + encode(chance(_SECRET_BYTES))
        refresh = text
        sealed: bytes | None = None
        if key is not None:
            sealed = self._seal(grant, ACCESS, access_id, key)
            refresh = f"{text}.{encode(self._seal(grant, REFRESH, refresh_id, key))}"
        words = scope_words(scope)
        claims = AccessClaims(grant.id, access_id, grant.client, words, grant.brain, sealed)
        pair = TokenPair(self._access.sign(claims), refresh, words)
        return RefreshRecord(refresh_id, refresh_hash(text)), pair

    def key_of(self, grant: Grant, presented: PresentedRefresh) -> bytearray | None:
        """Return the key that a refresh token carries; the caller wipes it.

        Raises:
            SealBroken: it was sealed for another token or grant, or was changed.
        """
        if presented.key is None:
            if grant.carries_key:
                raise SealBroken
            return None
        return opened(self._sealing, grant, REFRESH, presented.record.id, presented.key)

    def grant_of(self, access: str) -> AccessClaims:
        """Return the claims of an access token.

        Raises:
            AccessTokenRefused: it is not one that is valid now.
        """
        return self._access.verify(access)

    def _seal(self, grant: Grant, kind: Kind, jti: str, key: bytearray) -> bytes:
        if grant.row_secret is None:
            raise SealBroken
        nonce = self._machine.chance(NONCE_BYTES)
        return seal_key(self._sealing, grant.row_secret, nonce, key, _bound(grant.id, kind, jti))


def read_refresh(text: str) -> PresentedRefresh | None:
    """Return a refresh token's id, hash and sealed key, or None if it is not one by its form."""
    match = _FORM.fullmatch(text)
    if match is None:
        return None
    try:
        key = None if match["key"] is None else decode(match["key"])
    except ValueError:
        return None
    return PresentedRefresh(RefreshRecord(f"ref_{match['id']}", refresh_hash(match["text"])), key)


def opened(sealing: bytes, grant: Grant, kind: Kind, jti: str, sealed: bytes) -> bytearray:
    """Return the key that a token of a grant carries; the caller wipes it.

    Raises:
        SealBroken: the grant carries no key, or the key was sealed for another token.
    """
    if grant.row_secret is None:
        raise SealBroken
    return open_key(sealing, grant.row_secret, sealed, _bound(grant.id, kind, jti))


def scope_words(scope: Scope) -> str:
    """Return a scope as OAuth spells it: `write` includes `read` here, and says so."""
    return "read" if scope is Scope.READ else "read write"


def _bound(grant_id: str, kind: Kind, jti: str) -> bytes:
    # Ids have no NUL, so that no other three values give the same bytes.
    return b"\x00".join(part.encode("ascii") for part in (grant_id, kind, jti))
