"""The line that tells a person at a terminal what was decided since the last look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from myelin.cli.console import Console
from myelin.kernel.errors import MyelinError

if TYPE_CHECKING:
    from myelin.engine import Engine


def announce(console: Console, engine: Engine) -> None:
    """Tell the person at a terminal, in one line, of decisions that nobody has acknowledged."""
    from myelin.upkeep import decisions

    if console.json or not console.remarks.isatty():
        return
    try:
        with engine.store.read() as session:
            waiting = decisions.unseen(session)
    except MyelinError:
        # The command has its result; what is wrong with the brain is the next command's to say.
        return
    if waiting is None:
        return
    parts: Sequence[str] = [
        f"{number} {how}"
        for number, how in (
            (waiting.unattended, "without a terminal"),
            (waiting.person, "at a terminal"),
        )
        if number
    ]
    console.remark(
        f"Decided since you last looked: {' and '.join(parts)}; the newest: {waiting.newest}."
        " See `myelin log --decisions`; `--seen` acknowledges them."
    )
