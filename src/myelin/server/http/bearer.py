"""Stage: the token of a request."""

from __future__ import annotations

from myelin.contract.errors import TokenInvalid
from myelin.server.http.headers import AUTHORIZATION, Headers

_SCHEME = "bearer "
_TOKEN_CHARS_MAX = 8192


def token_of(headers: Headers) -> str | None:
    """Return the bearer token of a request, or None where none came (RFC 6750, section 2.1).

    Raises:
        TokenInvalid: the header is of another scheme, or no token.
    """
    value = headers.get(AUTHORIZATION)
    if value is None:
        return None
    token = value[len(_SCHEME) :]
    wrong = not token or len(token) > _TOKEN_CHARS_MAX or not token.isprintable() or " " in token
    if value[: len(_SCHEME)].lower() != _SCHEME or wrong:
        raise TokenInvalid
    return token
