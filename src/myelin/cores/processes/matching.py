"""Find the processes for a task: by their triggers, else by words of title and summary."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from myelin.cores.processes.word_search import WordIndex
from myelin.documents.matching import MatchedTrigger, TriggerIndex


@dataclass(frozen=True, slots=True)
class Match:
    """A process for a task: the triggers that match, longest first, or else words alone."""

    name: str
    score: int
    matched: tuple[MatchedTrigger, ...] = ()
    words: tuple[str, ...] = ()


class ProcessIndex:
    """The triggers and words of all processes in use, kept ready for many tasks."""

    def __init__(
        self,
        triggers_by_name: Mapping[str, Iterable[str]],
        texts_by_name: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        """`texts_by_name` holds what names each process, its title first, and its summary."""
        self._triggers: TriggerIndex[str] = TriggerIndex(triggers_by_name.items())
        self._texts = texts_by_name or {}

    @cached_property
    def _words(self) -> WordIndex:
        # Built when the first task asks for it.
        return WordIndex(self._texts)

    def by_triggers(self, task: str) -> list[Match]:
        """Return the processes with a trigger that the task holds, best first.

        The order is the sum of the scores, then the longest trigger, then the name.
        """
        found = [
            Match(name, sum(trigger.score for trigger in matched), _ordered(matched))
            for name, matched in self._triggers.matches(task).items()
        ]
        return sorted(found, key=_rank)

    def matches(self, task: str) -> list[Match]:
        """Return the processes by triggers, then those that only share words with the task."""
        by_triggers = self.by_triggers(task)
        known = {match.name for match in by_triggers}
        by_words = (
            Match(each.name, 0, words=each.words)
            for each in self._words.matches(task)
            if each.name not in known
        )
        return [*by_triggers, *by_words]


def _ordered(matched: Iterable[MatchedTrigger]) -> tuple[MatchedTrigger, ...]:
    """Return triggers longest first, and those of one length by their text."""
    return tuple(sorted(matched, key=lambda one: (-len(one.trigger), one.trigger)))


def _rank(match: Match) -> tuple[int, int, str]:
    return -match.score, -len(match.matched[0].trigger), match.name
