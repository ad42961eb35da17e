"""Generated files say so to people, to review tools and to git."""

import subprocess

import pytest

from codegen import model, render
from tests.architecture.tree import ROOT, is_checkout

RENDERED = render.render(model.loaded(ROOT))


@pytest.mark.skipif(not is_checkout(), reason="an unpacked sdist has no git attributes")
def test_git_itself_knows_every_generated_file_as_generated() -> None:
    # A pattern that matches nothing is silent, so it is git that is asked.
    asked = subprocess.run(
        ["git", "check-attr", "linguist-generated", "--", *RENDERED],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert [line for line in asked.stdout.splitlines() if not line.endswith(": set")] == []


def test_the_first_line_of_a_generated_file_says_where_it_comes_from() -> None:
    silent = [
        path
        for path, text in RENDERED.items()
        if not path.endswith(".json") and "@generated from spec/" not in text.splitlines()[0]
    ]
    assert silent == []
