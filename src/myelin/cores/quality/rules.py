"""Check a text or an action against standards. Pure functions: no storage, no clock."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from myelin.contract.types import RiskMatch, Violation
from myelin.cores.quality.checkers import CHECKS, PLACES_MAX
from myelin.cores.quality.commands import commands, plain
from myelin.cores.quality.document import Risk, Rule, Standard
from myelin.cores.quality.text import CheckedText
from myelin.documents.matching import TriggerIndex
from myelin.documents.page import page

if TYPE_CHECKING:
    from myelin.contract.operations.precheck import PrecheckResult
    from myelin.contract.operations.validate import ValidateResult

LOW, HIGH, BLOCK = "LOW", "HIGH", "BLOCK"
UNREVIEWED_REASON = "A standard that the owner has not reviewed calls this risky."
UNREVIEWED_INSTEAD = "Ask the owner, who can read that standard with `myelin standard show`."
_GRAVITY = {LOW: 0, HIGH: 1, BLOCK: 2}
_NOTES = {
    LOW: "No rule matched. That does not mean that the action is safe.",
    HIGH: "A known risk matched: ask the owner before you do this.",
    BLOCK: "A known risk matched that rules this out. Do what `instead` says.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The constants of the quality core. Assembly passes them in."""

    violations_max: int = 500
    """How many violations of a text are listed. All are counted."""
    violations_bytes_max: int = 131_072
    """Enough for 500 of ordinary length. Fewer are listed if their messages are longer."""
    named_max: int = 20
    """How many standards an error names."""


def check_text(
    standard: Standard, version: int, content: str, by: Rules = Rules()
) -> "ValidateResult":
    """Return the violations of a standard in a text, by line, column and rule."""
    text = CheckedText(content, standard.format)
    violations: list[Violation] = []
    for rule in () if text.is_exempt else standard.rules:
        violations.extend(_violations(standard, version, rule, text))
    violations.sort(key=lambda found: (found["line"], found["column"], found["rule"]))
    return {
        "passed": not any(found["severity"] == "error" for found in violations),
        "violations": page(violations[: by.violations_max], by.violations_bytes_max),
        "total": len(violations),
        "bytes": len(content.encode("utf-8", "surrogatepass")),
    }


def _violations(
    standard: Standard, version: int, rule: Rule, text: CheckedText
) -> Iterable[Violation]:
    # Counting stops somewhere: a pattern such as `.` matches a million times in a large text.
    places = itertools.islice(CHECKS[rule.check].find(text, rule.parameters), PLACES_MAX)
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
        seen = _Action(action)
        by_words = self._words.matches(seen.plain)
        matches = [
            _match(live, risk)
            for number, (live, risk) in enumerate(self._risks)
            if number in by_words or seen.runs(risk)
        ]
        # A client's own standard may warn, but it never comes before the owner's.
        matches.sort(key=lambda found: (not found["reviewed"], -_GRAVITY[found["level"]]))
        level = max((found["level"] for found in matches), key=_GRAVITY.__getitem__, default=LOW)
        listed = page(matches)
        note = _NOTES[level]
        if len(listed) < len(matches):
            note += f" {len(matches) - len(listed)} more matches are not listed."
        return {"level": level, "matches": listed, "note": note}


class _Action:
    """An action in the forms in which risks look at it."""

    def __init__(self, action: str) -> None:
        self.plain = plain(action)
        self._commands = _encoded("\n".join(commands(action)))
        # Patterns end with the line, but a statement may go over several lines.
        texts = (action, self.plain, " ".join(self.plain.split()))
        self._texts = [*dict.fromkeys(map(_encoded, texts)), self._commands]

    def runs(self, risk: Risk) -> bool:
        """Return whether a pattern of a risk matches."""
        if risk.command and risk.command.compiled.search(self._commands):
            return True
        return risk.pattern is not None and any(map(risk.pattern.compiled.search, self._texts))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _match(live: LiveStandard, risk: Risk) -> RiskMatch:
    return {
        "standard": live.standard.name,
        "version": live.version,
        "reviewed": live.reviewed,
        "risk": risk.id,
        # Only a reviewed standard blocks, and only its words are shown as advice.
        "level": risk.level if live.reviewed else HIGH,
        "reason": risk.reason if live.reviewed else UNREVIEWED_REASON,
        "instead": risk.instead if live.reviewed else UNREVIEWED_INSTEAD,
    }
