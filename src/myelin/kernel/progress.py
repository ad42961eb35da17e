"""Progress of long work: one function that is called as the work goes on."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

_T = TypeVar("_T")


class Progress(Protocol):
    """Is told how far a step is. It returns at once, never raises, and gets no content."""

    def __call__(self, step: str, done: int, total: int | None = None) -> None:
        """Take note that `done` of `total` units are done; the step is over when both are equal."""


def silent(step: str, done: int, total: int | None = None) -> None:
    """Take note of nothing."""


def followed(
    progress: Progress, step: str, items: Iterable[_T], total: int | None = None
) -> Iterator[_T]:
    """Yield the items of a step, and report each before it is worked on, and the end."""
    done = 0
    try:
        for item in items:
            progress(step, done, total)
            yield item
            done += 1
    finally:
        progress(step, done, done)
