"""The standard streams of a server process: a private wire, and stray output sent elsewhere."""

import os
from dataclasses import dataclass

# Descriptors 0 to 2 are what C libraries and child processes write to by habit.
_STANDARD_MAX = 2


@dataclass(frozen=True)
class Wire:
    """The two descriptors that carry the protocol; no other code knows their numbers."""

    input_fd: int
    output_fd: int


def claim() -> Wire:
    """Return the wire, and leave descriptor 0 at the null device and descriptor 1 at stderr.

    From here on a print, a banner of a C library and the output of a child process reach
    stderr; a read of standard input sees its end. Children inherit neither end of the wire.
    """
    null_fd = os.open(os.devnull, os.O_RDWR)
    _open_closed_ones(null_fd)
    wire = Wire(input_fd=_duplicate(0), output_fd=_duplicate(1))
    os.dup2(null_fd, 0)
    os.dup2(2, 1)
    if null_fd > _STANDARD_MAX:
        os.close(null_fd)
    return wire


def _open_closed_ones(null_fd: int) -> None:
    for fd in range(_STANDARD_MAX + 1):
        try:
            os.fstat(fd)
        except OSError:
            os.dup2(null_fd, fd)


def _duplicate(fd: int) -> int:
    """Return a duplicate above the standard range, closed in children."""
    duplicate = os.dup(fd)
    if duplicate > _STANDARD_MAX:
        return duplicate
    higher = _duplicate(fd)
    os.close(duplicate)
    return higher


def write_all(fd: int, data: bytes) -> None:
    """Write every byte of the data, in as many pieces as the pipe takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
