"""What a check of a text and a check of an action answer: pure, from standards to results."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from myelin.contract.types import RiskMatch, Violation
from myelin.cores.quality.checkers import CHECKERS, PLACES_MAX, CheckedText
from myelin.cores.quality.document import Risk, Rule, Standard
from myelin.documents.matching import TriggerIndex
from myelin.documents.page import page

if TYPE_CHECKING:
    from myelin.contract.operations.precheck import PrecheckResult
    from myelin.contract.operations.validate import ValidateResult

VIOLATIONS_MAX = 500
# Five hundred of ordinary length; what their authors made longer is listed in part.
VIOLATIONS_BYTES_MAX = 131_072
LOW, HIGH, BLOCK = "LOW", "HIGH", "BLOCK"
_GRAVITY = {LOW: 0, HIGH: 1, BLOCK: 2}
_NOTES = {
    LOW: "No rule matched. That does not mean that the action is safe.",
    HIGH: "A known risk matched: ask the owner before you do this.",
    BLOCK: "A known risk matched that rules this out: do what `instead` says.",
}


def check_text(standard: Standard, version: int, content: str) -> "ValidateResult":
    """Return every violation of a standard in a text, by line, column and rule; 500 are listed."""
    text = CheckedText(content)
    violations: list[Violation] = []
    for rule in standard.rules:
        violations.extend(_violations(standard, version, rule, text))
    violations.sort(key=lambda found: (found["line"], found["column"], found["rule"]))
    return {
        "passed": not any(found["severity"] == "error" for found in violations),
        "violations": page(violations[:VIOLATIONS_MAX], VIOLATIONS_BYTES_MAX),
        "total": len(violations),
        "bytes": len(content.encode("utf-8", "surrogatepass")),
    }


def _violations(
    standard: Standard, version: int, rule: Rule, text: CheckedText
) -> Iterable[Violation]:
    # Counting stops somewhere: a pattern such as `.` matches a million times in a large text.
    places = itertools.islice(CHECKERS[rule.check](text, rule.parameters), PLACES_MAX)
    for place in places:
        yield {
            "rule": rule.id,
            "standard": standard.name,
            "version": version,
            "severity": rule.severity,
            "line": place.line,
            "column": place.column,
            "message": rule.message or place.message,
            "fix": rule.fix,
        }


@dataclass(frozen=True, slots=True)
class LiveStandard:
    """A standard at one version, and whether the owner approved it."""

    standard: Standard
    version: int
    reviewed: bool


class RiskTable:
    """The risks of all live standards, reviewed and latest, kept ready for many actions."""

    def __init__(self, live: Sequence[LiveStandard]) -> None:
        self._risks = [(at, risk) for at in live for risk in at.standard.risks]
        self._words = TriggerIndex(
            (number, risk.match) for number, (_, risk) in enumerate(self._risks)
        )

    def check_action(self, action: str) -> "PrecheckResult":
        """Return the highest level that an action reaches and every risk that matched it."""
        # A command that goes on in the next line is one command.
        joined = action.replace("\\\r\n", " ").replace("\\\n", " ")
        by_words = self._words.matches(joined)
        # A statement goes over lines as it likes, and patterns end with the line.
        texts = [joined] if "\n" not in joined else [joined, " ".join(joined.split())]
        data = [text.encode("utf-8", "surrogatepass") for text in texts]
        matches = [
            _match(live, risk)
            for number, (live, risk) in enumerate(self._risks)
            if number in by_words or (risk.pattern and any(map(risk.pattern.search, data)))
        ]
        matches.sort(key=lambda found: (-_GRAVITY[found["level"]], found["standard"]))
        level = matches[0]["level"] if matches else LOW
        listed = page(matches)
        note = _NOTES[level]
        if len(listed) < len(matches):
            note += f" {len(matches) - len(listed)} more matches are not listed."
        return {"level": level, "matches": listed, "note": note}


def _match(live: LiveStandard, risk: Risk) -> RiskMatch:
    return {
        "standard": live.standard.name,
        "version": live.version,
        "reviewed": live.reviewed,
        "risk": risk.id,
        # Only the owner's word blocks: what a host saved raises a warning at most.
        "level": risk.level if live.reviewed else HIGH,
        "reason": risk.reason,
        "instead": risk.instead,
    }
