"""A seeded source of random bytes."""

import hashlib


class SeededChance:
    """Returns the same bytes for the same seed. Not for keys."""

    def __init__(self, seed: str = "myelin") -> None:
        self._seed = seed.encode()
        self._calls = 0

    def __call__(self, size_bytes: int) -> bytes:
        """Return the next bytes of this seed."""
        self._calls += 1
        block = hashlib.shake_256(self._seed + self._calls.to_bytes(8, "big"))
        return block.digest(size_bytes)
