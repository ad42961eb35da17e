"""Limits on attempts, counted in memory: no address or e-mail address is kept anywhere else."""

import threading
from collections import OrderedDict, deque

from myelin.kernel.clock import Clock

KEYS_MAX = 10_000
PROXY_FACTOR = 100
_LOOPBACK = {"127.0.0.1", "::1"}


class AttemptLimit:
    """Lets each key make `most` attempts within any `window_s` seconds."""

    def __init__(self, clock: Clock, most: int, window_s: int) -> None:
        """Let each key make `most` attempts in `window_s` seconds.

        A loopback address may make 100 times as many.
        It is a proxy's that is not trusted to name its clients, so that many people share it.
        """
        self._clock = clock
        self._most = most
        self._window_s = window_s
        self._guard = threading.Lock()
        self._attempts: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_s(self, key: str) -> int:
        """Count an attempt and return 0, or return after how many seconds one is possible again."""
        now = self._clock.monotonic_s()
        with self._guard:
            past = self._attempts.setdefault(key, deque())
            self._attempts.move_to_end(key)
            while past and past[0] <= now - self._window_s:
                past.popleft()
            if len(past) >= self._most * (PROXY_FACTOR if key in _LOOPBACK else 1):
                return int(past[0] + self._window_s - now) + 1
            past.append(now)
            # The least recently seen key goes: whoever asks with many keys pushes out their own.
            while len(self._attempts) > KEYS_MAX:
                self._attempts.popitem(last=False)
            return 0
