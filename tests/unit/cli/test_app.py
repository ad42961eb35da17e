"""Which command is called, told before the command line is built."""

import pytest

from myelin.cli.command_line import read


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["recall", "x"], "recall"),
        (["--json", "--force-network", "key", "rotate"], "key"),
        (["--name", "list", "recall", "show"], "recall"),
        (["--data=/x", "--name", "b", "doctor"], "doctor"),
        ([], None),
        (["--help", "recall"], None),
        (["-h"], None),
        (["--bogus", "recall"], None),
        (["--data"], None),
    ],
)
def test_the_first_word_behind_the_flags_of_every_command(
    words: list[str], command: str | None
) -> None:
    assert read(words).first == command
