"""How far a history goes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Position:
    """How far a history goes; equal hashes at one seq mean the same records up to it."""

    epoch: int
    seq: int
    history: bytes
