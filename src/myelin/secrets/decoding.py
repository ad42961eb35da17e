"""Base64 as it occurs in texts: with or without padding, of either alphabet."""

import base64
import binascii


def decoded_base64(value: bytes) -> bytes:
    """Return what a base64 value holds, or nothing where it is none."""
    standard = value.translate(_TO_STANDARD).rstrip(b"=")
    if len(standard) % 4 == 1:
        standard = standard[:-1]
    try:
        return base64.b64decode(standard + b"=" * (-len(standard) % 4), validate=True)
    except binascii.Error:
        return b""


_TO_STANDARD = bytes.maketrans(b"-_", b"+/")
