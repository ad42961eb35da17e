"""CPU time of single calls, and the few statistics that the benchmarks print."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Sample:
    """Milliseconds of CPU time of many calls."""

    p50_ms: float
    p95_ms: float
    max_ms: float


def sample(milliseconds: Iterable[float]) -> Sample:
    """Return the median, the 95th percentile and the maximum."""
    ordered = sorted(milliseconds)
    return Sample(ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1])


def cpu_ms(call: Callable[[], object]) -> float:
    """Return the CPU time that one call took, of this process and in milliseconds."""
    start = time.process_time_ns()
    call()
    return (time.process_time_ns() - start) / 1e6


def timed(call: Callable[[Asked], Answer], asked: Asked) -> tuple[Answer, float]:
    """Return what one call answered, and the CPU time that it took in milliseconds."""
    start = time.process_time_ns()
    answer = call(asked)
    return answer, (time.process_time_ns() - start) / 1e6
