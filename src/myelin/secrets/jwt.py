"""JSON web tokens: which are signed, and which are samples or public by design."""

import json

from myelin.secrets.decoding import decoded_base64

_HEADER_BYTES_MAX = 4096
_PAYLOAD_BYTES_MAX = 16384


def is_signed_jwt(token: bytes) -> bool:
    """Return whether three parts are a JWT with an algorithm, and not a public sample."""
    if token.count(b".") < 2:
        return False
    header, payload, _ = token.split(b".", 2)
    head = _json_object(header[:_HEADER_BYTES_MAX])
    claims = _json_object(payload[:_PAYLOAD_BYTES_MAX])
    # The name comes from the sample of jwt.io; Supabase gives the role to every browser.
    return "alg" in head and claims.get("name") != "John Doe" and claims.get("role") != "anon"


def is_jwt_header(part: bytes) -> bool:
    """Return whether this is the first part of a JWT: it names an algorithm and nothing secret."""
    return "alg" in _json_object(part[:_HEADER_BYTES_MAX])


def _json_object(part: bytes) -> dict[str, object]:
    try:
        value = json.loads(decoded_base64(part))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
