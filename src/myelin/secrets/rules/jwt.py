"""Rule jwt: signed JSON web tokens, but for samples and those that are public by design."""

import json

from myelin.secrets.patterns import word
from myelin.secrets.rules.decoding import decoded_base64
from myelin.secrets.rules.token import Token

_HEADER_BYTES_MAX = 4096
_PAYLOAD_BYTES_MAX = 16384


def _signed(token: bytes, _body: bytes) -> bool:
    header, payload, _ = token.split(b".", 2)
    head = _object(header[:_HEADER_BYTES_MAX])
    claims = _object(payload[:_PAYLOAD_BYTES_MAX])
    # The name is the one of jwt.io's sample; the role is what Supabase gives every browser.
    return "alg" in head and claims.get("name") != "John Doe" and claims.get("role") != "anon"


def _object(part: bytes) -> dict[str, object]:
    try:
        value = json.loads(decoded_base64(part))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


TOKENS = (Token("jwt", "eyJ", word(10) + r"\.eyJ" + word(10) + r"\." + word(16), _signed),)
