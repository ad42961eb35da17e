"""Needles: search decrypted bytes for erased texts, to prove that nothing is left of them."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

_PIECE_BYTES = 48
_PIECE_BYTES_MIN = 12
_AUTOMATON_BYTES_MAX = 32 * 1024 * 1024


class Needles:
    """Texts to search for: whole if they are short, in pieces of 48 bytes if they are long.

    A page of SQLite holds 4 KiB, so a long text lies in several places; most of its pieces do not.
    JSON escapes some characters: in a row a text stands as it is or in a JSON value, in a record of
    the log it stands in JSON or in a JSON value inside it.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        in_rows: dict[bytes, None] = {}
        in_records: dict[bytes, None] = {}
        for text in texts:
            once = _escaped(text)
            in_rows |= dict.fromkeys([*_pieces(text), *_pieces(once)])
            in_records |= dict.fromkeys([*_pieces(once), *_pieces(_escaped(once))])
        self._in_rows = _Search(in_rows)
        self._in_records = _Search(in_records)
        self.longest = max((len(piece) - 1 for piece in in_rows), default=0)

    def count(self, data: bytes) -> int:
        """Return the number of occurrences of pieces in bytes of a database."""
        return self._in_rows.count(data)

    def count_in_record(self, payload: bytes) -> int:
        """Return the number of occurrences of pieces in the payload of a record."""
        return self._in_records.count(payload)

    def count_in_text(self, text: str | None) -> int:
        """Return the number of occurrences of pieces in a text."""
        return 0 if text is None else self.count(text.encode())


class Numbers:
    """Numbers to search for in JSON: the row ids that an erasure removes."""

    def __init__(self, numbers: Iterable[int]) -> None:
        digits = sorted({b"%d" % number for number in numbers})
        self._pattern = _any_of(digits) if digits else None

    def are_in(self, payload: bytes) -> bool:
        """Return whether one of the numbers may be in the payload; a longer number may match."""
        return self._pattern is not None and self._pattern.search(payload) is not None


class _Search:
    """A search for any of some pieces."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        found = [piece for piece in pieces if piece]
        self._single = found[0] if len(found) == 1 else None
        self._pattern = _any_of(found) if len(found) > 1 else None

    def count(self, data: bytes) -> int:
        if self._single is not None:
            return data.count(self._single)
        return 0 if self._pattern is None else len(self._pattern.findall(data))


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _pieces(text: str) -> list[bytes]:
    raw = text.encode()
    if len(raw) <= _PIECE_BYTES:
        return [raw]
    pieces = [raw[at : at + _PIECE_BYTES] for at in range(0, len(raw), _PIECE_BYTES)]
    return [piece for piece in pieces if len(piece) >= _PIECE_BYTES_MIN]


def _any_of(pieces: Iterable[bytes]) -> Any:
    # RE2 is a C++ library: it is loaded by the first purge, not by every start of the program.
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    options.max_mem = _AUTOMATON_BYTES_MAX
    return re2.compile(b"|".join(re2.escape(piece) for piece in pieces), options)
