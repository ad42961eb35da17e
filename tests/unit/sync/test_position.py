"""Walking a replica without its key: whole records count, and nothing else does."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from myelin.store.format import MIGRATION, TOUCH, parse_header
from myelin.sync.position import Walk, header_or_none, token, walk
from tests.unit.control.pushing_device import Device


def made(records: int) -> tuple[bytes, int]:
    device = Device()
    device.new_file(records)
    return device.file, parse_header(device.file, replica=True).log_offset


def walked(data: bytes, head: int) -> Walk:
    return walk(lambda at, size: data[at : at + size], head, 0, len(data))


@given(st.integers(0, 5), st.data())
def test_a_file_cut_anywhere_ends_after_its_last_whole_record(
    records: int, data: st.DataObject
) -> None:
    file, head = made(records)
    size = (len(file) - head) // records if records else 1
    cut = data.draw(st.integers(head, len(file)))
    found = walked(file[:cut], head)
    whole = (cut - head) // size if records else 0
    assert (found.seq, found.end, found.transactions) == (whole, head + whole * size, whole)
    assert found.last == (found.end - size if whole else found.end)


@given(st.binary(max_size=200))
def test_other_bytes_behind_the_log_end_it(tail: bytes) -> None:
    file, head = made(2)
    assert walked(file + tail, head).end == len(file)


def test_touches_count_and_other_records_end_the_log() -> None:
    device = Device()
    device.new_file(1)
    head = parse_header(device.file, replica=True).log_offset
    file = device.file + device.records(1, TOUCH)
    assert walked(file, head) == Walk(2, len(file), len(device.file), 1)
    assert walked(file + device.records(1, MIGRATION), head).seq == 2


def test_records_larger_than_a_window_are_walked() -> None:
    device = Device()
    device.new_file(0)
    head = parse_header(device.file, replica=True).log_offset
    file = device.file + device.records(20_000)
    assert walked(file, head).seq == 20_000


def test_the_token_names_the_last_record_or_the_head() -> None:
    file, head = made(2)
    found = walked(file, head)

    def read(at: int, size: int) -> bytes:
        return file[at : at + size]

    record = hashlib.sha256(file[found.last :]).hexdigest()[:16]
    assert token(read, 4, 2, head, found.last, found.end) == f"4-2-{record}"
    whole = hashlib.sha256(file[:head]).hexdigest()[:16]
    assert token(read, 4, 0, head, head, head) == f"4-0-{whole}"


@given(st.binary(max_size=300))
def test_other_bytes_are_no_replica(data: bytes) -> None:
    assert header_or_none(lambda at, size: data[at : at + size]) is None
