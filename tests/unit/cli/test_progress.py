"""Progress on a terminal: shown while a step goes on, gone when it is over, never in the way."""

import io
import os
from pathlib import Path

import pyte
import pytest

from myelin.cli import progress
from myelin.cli.console import Console
from myelin.kernel.progress import Progress, followed, silent
from myelin.testing.clock import ManualClock


class Terminal(io.StringIO):
    """A terminal of some width that remembers what was ever on its rows."""

    def __init__(self, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.screen = pyte.Screen(columns, 4)
        self._stream = pyte.Stream(self.screen)
        self.seen: list[str] = []
        size = os.terminal_size((columns, 4))
        monkeypatch.setattr(os, "get_terminal_size", lambda _fd: size)

    def fileno(self) -> int:
        return 2

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._stream.feed(text)
        self.seen += [self.rows()[0].rstrip()]
        return len(text)

    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]


@pytest.mark.parametrize("columns", [5, 12, 20, 40, 80, 300])
def test_a_step_takes_one_row_and_leaves_none(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, clock = Terminal(columns, monkeypatch), ManualClock()
    with progress.shown(Console(remarks=terminal), {}, clock) as line:
        for step, total in (("Rewriting files", 40), ("Exporting records", None)):
            for done in range(40):
                line(step, done, total)
                clock.advance(ms=200)
                assert terminal.rows()[1:] == ["", "", ""], "it never wraps"
            line(step, 40, 40)
            assert terminal.rows() == [""] * 4
    shown = [text for text in terminal.seen if text]
    assert any(text.endswith("50 %") for text in shown)
    if columns >= 20:
        assert any(text.startswith("Rewriting") for text in shown)


def fail_at_a_third(terminal: Terminal) -> None:
    with progress.shown(Console(remarks=terminal), {}, ManualClock()) as line:
        line("Reading records", 3, 9)
        raise RuntimeError


def test_a_failure_leaves_no_line_either(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(80, monkeypatch)
    with pytest.raises(RuntimeError):
        fail_at_a_third(terminal)
    assert terminal.seen[0].endswith("33 %")
    assert terminal.rows() == [""] * 4


def test_no_more_than_ten_lines_a_second_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, clock = Terminal(80, monkeypatch), ManualClock()
    with progress.shown(Console(remarks=terminal), {}, clock) as line:
        for done in range(1000):
            line("Importing records", done, 1001)
            clock.advance(ms=1)
    assert len(terminal.seen) <= 12


def test_nothing_is_drawn_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(console: Console, environment: dict[str, str]) -> Progress:
        with progress.shown(console, environment, ManualClock()) as line:
            return line

    terminal = Terminal(80, monkeypatch)
    assert drawn(Console(json=True, remarks=terminal), {}) is silent
    assert drawn(Console(remarks=terminal), {"TERM": "dumb"}) is silent
    assert drawn(Console(remarks=io.StringIO()), {}) is silent
    assert drawn(Console(remarks=terminal), {"TERM": "xterm"}) is not silent


def test_a_terminal_that_is_gone_stops_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal(80, monkeypatch)

    def gone(_text: str) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(terminal, "write", gone)
    with progress.shown(Console(remarks=terminal), {}, ManualClock()) as line:
        assert list(followed(line, "Checking files", range(3), 3)) == [0, 1, 2]


def test_what_is_followed_ends_even_when_it_is_left_early(tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []

    def note(_step: str, done: int, total: int | None = None) -> None:
        told.append((done, total))

    for item in followed(note, "Checking files", [1, 2, 3], 3):
        if item == 2:
            break
    assert told[-1][0] == told[-1][1]
