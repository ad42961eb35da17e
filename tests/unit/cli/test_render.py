"""How results read: ages, reasons, contradictions, and the two ways of laying them out."""

import io
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from myelin.cli.console import Block, Console, Facts, Lines, Table, show
from myelin.cli.render import memory
from myelin.kernel.clock import format_time

NOW_MS = 1_790_000_000_000


class Screen(io.StringIO):
    """A terminal that keeps what is shown."""

    def isatty(self) -> bool:
        return True


def item(memory_id: str, **given: Any) -> dict[str, Any]:
    """Return an item as recall serves it."""
    whole = {
        "id": memory_id,
        "class": "fact",
        "content": "Something.",
        "trust": 0.5,
        "score": 1.0,
        "match": 0.75,
        "matched": ["some", "thing"],
        "recorded_at": format_time(NOW_MS),
    }
    return whole | given


def answer(*memories: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Return a recall's result."""
    whole = {"core": [], "memories": list(memories), "contradictions": [], "omitted": []}
    return whole | {"omitted_count": 0, "candidates": 1, "bytes": 2} | given


def plain(*parts: Any) -> str:
    """Return what a pipe gets."""
    stream = io.StringIO()
    show(stream, *parts)
    return stream.getvalue()


@given(st.integers(0, NOW_MS))
def test_an_age_never_overstates_how_old_a_memory_is(elapsed_ms: int) -> None:
    text = memory.age({"recorded_at": format_time(NOW_MS - elapsed_ms)}, NOW_MS)
    units = {"min": 60_000, "h": 3_600_000, "d": 86_400_000}
    if text == "new":
        assert elapsed_ms < 60_000
    else:
        count, unit, _ = text.split()
        assert int(count) * units[unit] <= elapsed_ms < (int(count) + 1) * units[unit]


def test_an_age_counts_from_when_it_was_true() -> None:
    dated = {
        "recorded_at": format_time(NOW_MS),
        "observed_at": format_time(NOW_MS - 3 * 86_400_000),
    }
    assert memory.age(dated, NOW_MS) == "3 d old"


def test_each_item_says_why_it_is_there() -> None:
    result = answer(
        item("mem_2"),
        item("mem_3", via="edge", parent="mem_2", matched=[]),
        core=[item("mem_1", via="core", matched=[])],
    )
    lines = plain(*memory.recalled(result, NOW_MS)).split("\n")
    assert lines[0].endswith("core")
    assert lines[2].endswith("matched some, thing")
    assert lines[4].endswith("linked to mem_2")


def test_what_contradicts_was_cut_or_harmed_is_marked() -> None:
    result = answer(
        item("mem_1", truncated=True, harmful=2),
        contradictions=[{"ids": ["mem_1", "mem_9"], "why": "same subject"}],
        omitted=["mem_5"],
        omitted_count=3,
    )
    text = plain(*memory.recalled(result, NOW_MS))
    for said in (
        "! contradicts mem_9: same subject",
        "! was harmful 2 times",
        "cut: myelin show mem_1",
        "3 more did not fit the budget: mem_5",
    ):
        assert said in text


def test_a_pipe_gets_one_line_a_row_whatever_a_cell_holds() -> None:
    table = Table(("ID", "CONTENT"), [("mem_1", "two\nlines\tand \x1b[31m red")])
    assert plain(table) == "mem_1\ttwo\\x0alines\\x09and \\x1b[31m red\n"


def test_a_terminal_gets_every_part_without_acting_on_it() -> None:
    screen = Screen()
    hostile = "\x1b]0;owned\x07 [bold]not markup[/bold] :smile:"
    show(
        screen,
        Block(hostile, [hostile], hostile, [hostile]),
        Table(("A", "B"), [(hostile, "x")]),
        Facts([("name", hostile)]),
        Lines([hostile]),
    )
    shown = screen.getvalue()
    assert "\x1b]0;" not in shown
    assert "\x07" not in shown
    assert shown.count("\\x1b]0;owned") >= 5
    assert "[bold]not markup[/bold] :smile:" in shown


def test_a_program_gets_the_document_and_nothing_for_people() -> None:
    output, remarks = io.StringIO(), io.StringIO()
    console = Console(json=True, output=output, remarks=remarks)
    console.result({"a": 1}, Lines(["for people"]))
    console.remark("for people")
    assert output.getvalue() == '{"a":1}\n'
    assert remarks.getvalue() == ""
