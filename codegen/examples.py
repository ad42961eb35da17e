"""Examples of the spec: what stands in them for the values of a fixture."""

from collections.abc import Mapping
from typing import Any

EXAMPLE_IDS: dict[str, Any] = {
    **{
        f"${word}": f"mem_00000000000{digit}"
        for digit, word in enumerate(("first", "second", "third"), start=1)
    },
    "$new_brain": f"brn_{'0' * 26}",
    "$verifier": f"{'A' * 22}==",
    "$owner": f"{'A' * 43}=",
    "$proof": f"{'A' * 86}==",
    "$token": '"1-3-0123456789abcdef"',
    "$upload": "upl_000000000001",
    "$whole_upload": "upl_000000000002",
    "$rekey_upload": "upl_000000000003",
    "$shred": f"{'A' * 427}=",
    "$digest": f"sha-256=:{'A' * 43}=:",
    "$other_token": "tok_000000000001",
    "$manifest": f"{'A' * 427}=",
    "$announcement": {"from": 0, "bytes": 4096, "sha256": f"{'A' * 43}="},
}
"""What stands in an example for a value of its fixture, and a value of that form."""


def with_ids(value: Any) -> Any:
    """Return an example's value with values in place of `$first` and the like."""
    if isinstance(value, Mapping):
        return {key: with_ids(each) for key, each in value.items()}
    if isinstance(value, list):
        return [with_ids(each) for each in value]
    return EXAMPLE_IDS.get(value, value) if isinstance(value, str) else value
