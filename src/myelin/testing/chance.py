"""Chance that comes out the same for the same seed."""

import hashlib


class SeededChance:
    """Bytes that look random and are the same each time; nothing to make keys with."""

    def __init__(self, seed: str = "myelin") -> None:
        self._seed = seed.encode()
        self._calls = 0

    def __call__(self, size_bytes: int) -> bytes:
        """Return so many bytes, the next ones of this seed."""
        self._calls += 1
        block = hashlib.shake_256(self._seed + self._calls.to_bytes(8, "big"))
        return block.digest(size_bytes)
