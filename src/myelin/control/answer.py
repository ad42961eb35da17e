"""What an operation on a server's records answers: a JSON object, or a range of ciphertext."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Ciphertext:
    """A range of a file of a brain, read piece by piece while it is sent."""

    total: int
    """Bytes of the whole file."""
    offset: int
    length: int
    """Bytes of the range; status 206 if it is less than the total."""
    etag: str
    """The strong validator, without quotation marks."""
    whole: bool
    """Whether no range was asked for: status 200."""
    pieces: Iterator[bytes]


Answer = Mapping[str, object] | Ciphertext
