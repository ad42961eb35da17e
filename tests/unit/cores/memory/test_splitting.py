"""Long notes cut at headings: nothing is lost, no fence is cut, every piece says where it is."""

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.cores.memory.splitting import AIMED_BYTES, Piece, split

MOST = 16_384
FILLER = "A line about the queue that fills the section with words. " * 8
NOTE = f"""\
What stands before the first heading.

# Payments

{FILLER}

## Retries

The limit is five.

```sh
# no heading
## none either
pay --retry 5
```

### Backoff

{FILLER * 8}

## Refunds

{FILLER * 8}

Second title
============

{FILLER}

~~~
```
# still code
~~~
"""


def words(texts: list[str]) -> list[str]:
    return [word for text in texts for word in text.split()]


def fences(text: str) -> int:
    return sum(line.lstrip().startswith(("```", "~~~")) for line in text.split("\n"))


def test_pieces_begin_at_headings_and_name_those_above() -> None:
    pieces = split(NOTE, MOST)
    beginnings = [(piece.above, piece.body.split("\n")[0]) for piece in pieces]
    assert beginnings == [
        ("", "What stands before the first heading."),
        ("Payments > Retries", "### Backoff"),
        ("Payments", "## Refunds"),
        ("", "Second title"),
    ]
    assert pieces[1].text.startswith("Payments > Retries\n\n### Backoff")
    assert words([piece.body for piece in pieces]) == NOTE.split()


def test_what_looks_like_a_heading_inside_a_fence_is_none() -> None:
    pieces = split(NOTE, MOST)
    assert all(fences(piece.body) % 2 == 0 or "# still code" in piece.body for piece in pieces)
    assert any("```sh\n# no heading\n## none either\npay --retry 5\n```" in p.body for p in pieces)


def test_a_section_that_is_too_large_is_cut_between_blocks() -> None:
    block = "\n".join(f"- item {number} {FILLER}" for number in range(9))
    fence = "```py\n" + "\n\n".join(f"x{number} = 1" for number in range(300)) + "\n```"
    # The title has no text of its own, so it stands with what follows.
    text = f"# Top\n\n## Long\n\n{block}\n\n{fence}\n\n{block}\n\n{fence}\n\n{block}\n\n{fence}"
    pieces = split(text, MOST)
    assert len(pieces) > 1
    assert all(len(piece.text.encode()) <= MOST for piece in pieces)
    assert words([piece.body for piece in pieces]) == text.split()
    assert sum(piece.body.count(fence) for piece in pieces) == 3
    assert {piece.above for piece in pieces[1:]} == {"Top > Long"}


def test_only_a_fence_that_is_too_large_alone_is_cut_and_each_part_is_a_fence() -> None:
    code = "\n".join(f"value_{number} = call({number})" for number in range(2000))
    pieces = split(f"# Code\n\n````py\n{code}\n````\n\nThe end.", MOST)
    assert len(pieces) > 2
    for piece in pieces:
        assert len(piece.text.encode()) <= MOST
        assert piece.body.count("````py") == piece.body.count("\n````\n") + piece.body.endswith(
            "\n````"
        )
    lines = [line for piece in pieces for line in piece.body.split("\n") if "value_" in line]
    assert "\n".join(lines) == code


def test_one_endless_line_is_cut_between_words() -> None:
    pieces = split("word " * 20_000, MOST)
    assert {word for piece in pieces for word in piece.body.split()} == {"word"}
    assert len(words([piece.body for piece in pieces])) == 20_000
    assert all(len(piece.body.encode()) <= MOST for piece in split("ü" * 60_000, MOST))


def test_small_sections_of_one_parent_stay_together() -> None:
    text = "# Top\n\n" + "\n\n".join(f"## Part {number}\n\nShort." for number in range(400))
    pieces = split(text, MOST)
    assert 2 <= len(pieces) <= 4
    assert all(len(piece.body.encode()) <= AIMED_BYTES for piece in pieces)


def test_a_short_text_is_one_piece() -> None:
    assert split("# A\n\nB", MOST) == [Piece("# A\n\nB")]
    assert split("\n \n", MOST) in ([], [Piece(" ")])


MARKDOWN = st.lists(
    st.sampled_from(
        ["# One", "## Two", "#### Four", "", "", "text " * 40, "```", "~~~~", "- item", "---",
         "| a | b |", "=====", "ü" * 300, "    code", "> quote", "``` py", "#none"]
    ),
    max_size=300,
)  # fmt: skip


@given(MARKDOWN)
@settings(max_examples=60)
def test_no_text_is_lost_and_no_piece_is_too_large(lines: list[str]) -> None:
    text = "\n".join(lines)
    pieces = split(text, MOST)
    assert all(len(piece.text.encode()) <= MOST for piece in pieces)
    kept = [word for word in words([piece.body for piece in pieces]) if word[:3] not in FENCED]
    assert kept == [word for word in text.split() if word[:3] not in FENCED]


FENCED = ("```", "~~~")
FOLDER = os.environ.get("MYELIN_LONG_NOTES", "")


@pytest.mark.skipif(not FOLDER, reason="no folder of long Markdown notes")
def test_public_notes_are_cut_without_loss() -> None:
    paths = sorted(Path(FOLDER).glob("*.md"))
    random.Random(1).shuffle(paths)
    for path in paths:
        text = path.read_text("utf-8", errors="replace").replace("\r\n", "\n")
        pieces = split(text, MOST)
        assert all(len(piece.text.encode()) <= MOST for piece in pieces), path.name
        bodies = words([piece.body for piece in pieces])
        assert [word for word in bodies if word[:3] not in FENCED] == [
            word for word in text.split() if word[:3] not in FENCED
        ], path.name
