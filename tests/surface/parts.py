"""Whether what the spec promises of an answer is a part of it."""

from collections.abc import Mapping
from typing import Any


def is_part(promised: Any, answered: Any) -> bool:
    """Return whether every key of the promised objects is there, with what is promised of it."""
    if isinstance(promised, Mapping):
        return isinstance(answered, Mapping) and all(
            key in answered and is_part(value, answered[key]) for key, value in promised.items()
        )
    return bool(promised == answered)
