"""Progress on a terminal: one line on standard error that is gone when a step is over."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO

from myelin.cli.console import Console
from myelin.kernel.clock import Clock
from myelin.kernel.progress import Progress, silent

_BETWEEN_S = 0.1
_BAR_CELLS_MAX = 30
_BAR_CELLS_MIN = 8
_COLUMNS = 80


class ProgressLine:
    """One line that shows a step: its name, a bar where there is room, and how much is done."""

    def __init__(self, stream: IO[str], clock: Clock) -> None:
        self._stream = stream
        self._clock = clock
        self._shown = 0
        self._shown_s = 0.0
        self._step = ""

    def __call__(self, step: str, done: int, total: int | None = None) -> None:
        """Show how far a step is, at most ten times a second; remove the line when it is over."""
        if done == total:
            self.clear()
            return
        now_s = self._clock.monotonic_s()
        if step == self._step and now_s - self._shown_s < _BETWEEN_S:
            return
        self._step, self._shown_s = step, now_s
        text = _line(step, done, total, self._columns() - 1)
        self._write("\r" + text.ljust(self._shown))
        self._shown = len(text)

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._write("\r" + " " * min(self._shown, self._columns() - 1) + "\r")
        self._shown, self._step = 0, ""

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or _COLUMNS
        except (OSError, ValueError):
            return _COLUMNS

    def _write(self, text: str) -> None:
        # A terminal that is gone stops no work.
        with suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()


@contextmanager
def shown(console: Console, environment: Mapping[str, str], clock: Clock) -> Iterator[Progress]:
    """Give the progress of a command for the block: a line on a terminal, else nothing.

    A program that reads the JSON gets none, and neither does a terminal that cannot go back in a
    line.
    """
    stream = console.remarks
    if console.json or environment.get("TERM") == "dumb" or not stream.isatty():
        yield silent
        return
    line = ProgressLine(stream, clock)
    try:
        yield line
    finally:
        line.clear()


def _line(step: str, done: int, total: int | None, columns: int) -> str:
    """Return the line of a step in at most `columns` characters: the name is cut first."""
    columns = max(1, columns)
    share = min(1.0, done / total) if total else 0.0
    number = (f" {done}" if total is None else f" {int(100 * share):3d} %")[-columns:]
    name = step[: columns - len(number)]
    if total is None:
        return name + number
    cells = min(_BAR_CELLS_MAX, columns - len(name) - len(number) - 3)
    if cells < _BAR_CELLS_MIN:
        return name + number
    full = int(cells * share)
    return f"{name} [{'#' * full}{' ' * (cells - full)}]{number}"
