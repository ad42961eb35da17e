"""Stage: the key of a request, and the keys that stay in memory for ten minutes.

A key is kept under the token that brought it, and only a request that carries it makes it stay
longer. It is held in a buffer that is overwritten when it goes.
"""

from __future__ import annotations

import base64
import binascii
import threading
from collections.abc import Callable
from dataclasses import dataclass

from myelin.contract.errors import HeaderInvalid
from myelin.crypto.sealed_key import wipe
from myelin.kernel.clock import Clock
from myelin.server.http.headers import KEY, Headers

IDLE_S = 600.0
_KEY_BYTES = 32
_KEY_CHARS = 44


def key_of(headers: Headers) -> bytearray | None:
    """Return the key that a request carries, or None.

    Raises:
        HeaderInvalid: it is not 32 bytes in base64 of exactly 44 characters.
    """
    value = headers.get(KEY)
    if value is None:
        return None
    try:
        key = bytearray(base64.b64decode(value.encode("ascii"), validate=True))
    except (binascii.Error, ValueError):
        key = bytearray()
    if len(key) != _KEY_BYTES or len(value) != _KEY_CHARS:
        wipe(key)
        raise HeaderInvalid(header=KEY.decode())
    return key


@dataclass(slots=True)
class _Kept:
    key: bytearray
    used_s: float


class KeyCache:
    """Keys by token, brain and generation of the key."""

    def __init__(self, clock: Clock, when_last_gone: Callable[[str], None]) -> None:
        """`when_last_gone` is told the place of a brain of which no key is left."""
        self._clock = clock
        self._when_last_gone = when_last_gone
        self._guard = threading.Lock()
        self._kept: dict[tuple[str, str, int], _Kept] = {}

    def keep(self, token: str, place: str, generation: int, key: bytes | bytearray) -> None:
        """Keep a key that was proven right, or make one stay that is kept already."""
        self.forget_idle()
        now_s = self._clock.monotonic_s()
        with self._guard:
            kept = self._kept.get((token, place, generation))
            if kept is None:
                self._kept[token, place, generation] = _Kept(bytearray(key), now_s)
            else:
                kept.used_s = now_s

    def find(self, token: str, place: str, generation: int) -> bytearray | None:
        """Return a copy of the key that a token brought for a brain, or None."""
        self.forget_idle()
        with self._guard:
            kept = self._kept.get((token, place, generation))
            return None if kept is None else bytearray(kept.key)

    def __len__(self) -> int:
        return len(self._kept)

    def forget_idle(self) -> None:
        """Forget the keys that no request brought for ten minutes."""
        oldest_s = self._clock.monotonic_s() - IDLE_S
        self._forget(lambda _token, _place, kept: kept.used_s < oldest_s)

    def forget_token(self, token: str) -> None:
        """Forget the keys that a token brought."""
        self._forget(lambda held, _place, _kept: held == token)

    def forget_place(self, place: str) -> None:
        """Forget every key of a brain."""
        self._forget(lambda _token, held, _kept: held == place)

    def close(self) -> None:
        """Forget every key."""
        self._forget(lambda _token, _place, _kept: True)

    def _forget(self, goes: Callable[[str, str, _Kept], bool]) -> None:
        with self._guard:
            gone = [name for name, kept in self._kept.items() if goes(name[0], name[1], kept)]
            for name in gone:
                wipe(self._kept.pop(name).key)
            left = {place for _, place, _ in self._kept}
            alone = {place for _, place, _ in gone} - left
        for place in alone:
            self._when_last_gone(place)
