"""Lines: whatever the chunks, the same lines; whatever the length, bounded memory."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from myelin.server.lines import LongLine, read_lines


def reader(chunks: list[bytes]) -> Callable[[int], bytes]:
    waiting = [chunk for chunk in chunks if chunk]
    return lambda _size: waiting.pop(0) if waiting else b""


@given(st.binary(max_size=300), st.lists(st.integers(1, 40), max_size=40))
def test_how_the_bytes_arrive_changes_no_line(data: bytes, sizes: list[int]) -> None:
    chunks, rest = [], data
    for size in sizes:
        chunks.append(rest[:size])
        rest = rest[size:]
    expected = data.split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert list(read_lines(reader([*chunks, rest]))) == expected


def test_the_last_line_needs_no_newline() -> None:
    assert list(read_lines(reader([b"a\nb"]))) == [b"a", b"b"]


@given(st.integers(0, 30), st.integers(1, 10))
def test_a_line_above_the_bound_keeps_only_its_ends_and_spares_the_next(
    excess: int, chunk_size: int
) -> None:
    line = b"x" * (100 + excess)
    data = line + b"\nnext\n"
    chunks = [data[at : at + chunk_size] for at in range(0, len(data), chunk_size)]
    first, second = read_lines(reader(chunks), bytes_max=100)
    assert second == b"next"
    if excess:
        assert isinstance(first, LongLine)
        assert line.startswith(first.head)
        assert line.endswith(first.tail)
    else:
        assert first == line


def test_a_line_without_end_is_held_in_bounded_memory() -> None:
    megabyte = b"y" * 1_000_000
    lines = read_lines(reader([b"{start", *[megabyte] * 40, b"end}\n"]), bytes_max=2_000_000)
    line = next(lines)
    assert isinstance(line, LongLine)
    assert line.head.startswith(b"{start")
    assert line.tail.endswith(b"end}")
    assert len(line.head) + len(line.tail) < 10_000
