"""The drift gate, reached through here by everyone: what is checked in is what the spec says."""

from pathlib import Path

import pytest

from codegen.__main__ import main

ROOT = Path(__file__).resolve().parents[2]


def test_the_generated_files_are_what_the_spec_renders_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["--check"], ROOT)
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
