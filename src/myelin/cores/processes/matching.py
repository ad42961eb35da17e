"""Which processes fit a task: by the sum of their triggers, then the longest one, then name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from myelin.documents.matching import MatchedTrigger, TriggerIndex


@dataclass(frozen=True, slots=True)
class Match:
    """A process that a task calls for, and the triggers that say so, longest first."""

    name: str
    score: int
    matched: tuple[MatchedTrigger, ...]


class ProcessIndex:
    """The triggers of all live processes, kept ready for many tasks."""

    def __init__(self, triggers_by_name: Mapping[str, Iterable[str]]) -> None:
        self._triggers: TriggerIndex[str] = TriggerIndex(triggers_by_name.items())

    def matches(self, task: str) -> list[Match]:
        """Return the processes that fit a task, the best first; equal input, equal order."""
        found = [
            Match(name, sum(trigger.score for trigger in matched), tuple(matched))
            for name, matched in self._triggers.matches(task).items()
        ]
        return sorted(found, key=_rank)


def _rank(match: Match) -> tuple[int, int, str]:
    return -match.score, -len(match.matched[0].trigger), match.name
