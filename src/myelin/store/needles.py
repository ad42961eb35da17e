"""Looking for texts in decrypted bytes: the proof that something is gone."""

from collections.abc import Sequence

from myelin.store.format import TRANSACTION, Put, decode_transaction

_PIECE_BYTES = 48
_PIECE_BYTES_MIN = 12


class Needles:
    """Texts that are looked for, whole where they are short and in pieces where they are long.

    A page of SQLite holds 4 KiB, so a long text lies in several places; most of its pieces do not.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        pieces: dict[bytes, None] = {}
        for text in texts:
            raw = text.encode()
            if len(raw) <= _PIECE_BYTES:
                pieces[raw] = None
                continue
            for at in range(0, len(raw), _PIECE_BYTES):
                piece = raw[at : at + _PIECE_BYTES]
                if len(piece) >= _PIECE_BYTES_MIN:
                    pieces[piece] = None
        pieces.pop(b"", None)
        self._pieces = tuple(pieces)
        self.longest = max((len(piece) - 1 for piece in pieces), default=0)

    def count(self, data: bytes) -> int:
        """Return how often a piece stands in the bytes."""
        return sum(data.count(piece) for piece in self._pieces)

    def count_in_text(self, text: str | None) -> int:
        """Return how often a piece stands in a text."""
        return 0 if text is None else self.count(text.encode())

    def count_in_payload(self, type: int, payload: bytes) -> int:
        """Return how often a piece stands in a record, as its bytes or as what they mean."""
        found = self.count(payload)
        if found or type != TRANSACTION or not self._pieces:
            return found
        # JSON escapes quotes and line ends, so the values are looked at as well.
        transaction = decode_transaction(payload)
        return sum(
            self.count_in_text(value)
            for operation in transaction.operations
            if isinstance(operation, Put)
            for value in operation.values
            if isinstance(value, str)
        )
