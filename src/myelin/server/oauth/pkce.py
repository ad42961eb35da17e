"""Proof Key for Code Exchange (RFC 7636), method S256 only."""

import hashlib
import hmac
import re

from myelin.server.oauth.encoding import encode

METHOD = "S256"

# A SHA-256 in base64url has 43 characters; the last one carries 4 bits, so two bits are zero.
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


def is_challenge(text: str) -> bool:
    """Return True if the text can be the S256 challenge of some verifier."""
    return _CHALLENGE.fullmatch(text) is not None


def challenge_of(code_verifier: str) -> str:
    """Return BASE64URL(SHA-256(ASCII(verifier))), RFC 7636 section 4.2."""
    return encode(hashlib.sha256(code_verifier.encode("ascii")).digest())


def proves(code_verifier: str, challenge: str) -> bool:
    """Return True if the verifier is well-formed and its challenge is this one."""
    if _VERIFIER.fullmatch(code_verifier) is None:
        return False
    return hmac.compare_digest(challenge_of(code_verifier), challenge)
