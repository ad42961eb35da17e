"""Versions of a document: the one in force, the effect of a save or approval, and diffs."""

import difflib
from dataclasses import dataclass

_DIFF_CONTEXT_LINES = 3
_DIFF_BYTES_MAX = 32_768


@dataclass(frozen=True, slots=True)
class Heads:
    """The two versions of a name that matter; a version of 0 means that there is none."""

    reviewed: int = 0
    latest: int = 0

    @property
    def in_force(self) -> int:
        """The version that prompts and tools serve: the reviewed one, else the latest."""
        return self.reviewed or self.latest

    @property
    def waits(self) -> bool:
        """Whether a version later than the reviewed one waits for the owner."""
        return 0 < self.reviewed < self.latest


def after_save(heads: Heads, *, by_owner: bool) -> Heads:
    """Return the heads after a save: only the owner's own save moves the reviewed one."""
    version = heads.latest + 1
    return Heads(reviewed=version if by_owner else heads.reviewed, latest=version)


def difference(before: str, after: str, old_label: str, new_label: str) -> str:
    """Return the unified diff of two texts; empty where their lines are equal."""
    lines = difflib.unified_diff(
        before.splitlines(),
        after.splitlines(),
        old_label,
        new_label,
        n=_DIFF_CONTEXT_LINES,
        lineterm="",
    )
    return "".join(f"{line}\n" for line in lines)


def shortened(diff: str) -> str:
    """Return a diff as an answer carries it: cut after 32 KiB, and saying so."""
    data = diff.encode("utf-8", "surrogatepass")
    if len(data) <= _DIFF_BYTES_MAX:
        return diff
    kept = data[:_DIFF_BYTES_MAX].decode("utf-8", "ignore")
    return f"{kept[: kept.rfind(chr(10)) + 1]}(cut: {len(data)} bytes in all)\n"
