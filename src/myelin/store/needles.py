"""Needles: search decrypted bytes for erased texts, to prove that nothing is left of them."""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

_PIECE_BYTES = 48
_PIECE_BYTES_MIN = 12
_AUTOMATON_BYTES_MAX = 32 * 1024 * 1024
_ESCAPED = re.compile(r'["\\\x00-\x1f]+')


class Needles:
    """Texts to search for: whole if they are short, in pieces of 48 bytes if they are long.

    A page of SQLite holds 4 KiB, so a long text lies in several places; most of its pieces do not.
    Pieces are cut between characters that JSON escapes, so they are found in a row, in a record of
    the log, and in JSON inside of either.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        pieces: dict[bytes, None] = {}
        for text in texts:
            pieces |= dict.fromkeys(_pieces(text))
        pieces.pop(b"", None)
        self.longest = max((len(piece) - 1 for piece in pieces), default=0)
        self._single = next(iter(pieces)) if len(pieces) == 1 else None
        self._pattern = _any_of(pieces) if len(pieces) > 1 else None

    def count(self, data: bytes) -> int:
        """Return the number of occurrences of pieces in the bytes."""
        if self._single is not None:
            return data.count(self._single)
        return 0 if self._pattern is None else len(self._pattern.findall(data))

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


def _pieces(text: str) -> list[bytes]:
    whole = text.encode()
    runs = [run.encode() for run in _ESCAPED.split(text)]
    if len(whole) > _PIECE_BYTES and any(len(run) >= _PIECE_BYTES_MIN for run in runs):
        return [piece for run in runs for piece in _cut(run)]
    once = json.dumps(text, ensure_ascii=False)[1:-1]
    twice = json.dumps(once, ensure_ascii=False)[1:-1]
    forms = (whole, once.encode(), twice.encode())
    if len(whole) <= _PIECE_BYTES:
        return list(forms)
    return [piece for form in forms for piece in _cut(form)]


def _cut(run: bytes) -> list[bytes]:
    pieces = [run[at : at + _PIECE_BYTES] for at in range(0, len(run), _PIECE_BYTES)]
    return [piece for piece in pieces if len(piece) >= _PIECE_BYTES_MIN]


def _any_of(pieces: Iterable[bytes]) -> Any:
    # RE2 is a C++ library: it is loaded by the first purge, not by every start of the program.
    import re2

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.never_capture = True
    options.max_mem = _AUTOMATON_BYTES_MAX
    return re2.compile(b"|".join(re2.escape(piece) for piece in pieces), options)
