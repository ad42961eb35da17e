"""Signatures of a brain's owner: Ed25519 (RFC 8032)."""

PUBLIC_KEY_BYTES = 32
SIGNATURE_BYTES = 64


def public_key(seed: bytes) -> bytes:
    """Return the 32-byte public key of a 32-byte seed."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, message: bytes) -> bytes:
    """Return the 64-byte signature of a message."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).sign(message)


def verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    """Return whether a public key signed the message."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
