"""Stage: how many requests a token may send, and how many wrong tokens an address.

Everything here is in the memory of this process; no address is written down.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from myelin.contract.errors import RateLimited
from myelin.kernel.clock import Clock

_SHARES_MAX = 10_000
FAILURES_OF_A_TOKEN = 30
FAILURES_OF_AN_ADDRESS = 600
"""Wrong tokens a minute. A right token is never refused for them."""


@dataclass(slots=True)
class _Share:
    left: float
    filled_s: float


class Rates:
    """Shares that fill evenly: each holds a minute's share, or a multiple of it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._guard = threading.Lock()
        self._shares: OrderedDict[tuple[str, ...], _Share] = OrderedDict()

    def take(self, name: tuple[str, ...], a_minute: int, burst: float = 1.0) -> None:
        """Take one out of a share.

        Raises:
            RateLimited: it is empty; says after how many seconds it is not.
        """
        with self._guard:
            share = self._filled(name, a_minute, burst)
            if share.left < 1:
                seconds = int((1 - share.left) * 60 / a_minute) + 1
                raise RateLimited(seconds=seconds, details={"seconds": seconds})
            share.left -= 1

    def _filled(self, name: tuple[str, ...], a_minute: int, burst: float) -> _Share:
        now_s = self._clock.monotonic_s()
        most = a_minute * burst
        share = self._shares.get(name)
        if share is None:
            share = self._shares[name] = _Share(most, now_s)
            while len(self._shares) > _SHARES_MAX:
                self._shares.popitem(last=False)
        self._shares.move_to_end(name)
        gained = (now_s - share.filled_s) * a_minute / 60
        share.left, share.filled_s = min(most, share.left + gained), now_s
        return share
