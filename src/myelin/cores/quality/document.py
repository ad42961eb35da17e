"""Parse the YAML of a standard into a model, or return all of its problems."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from myelin.contract.errors import StandardInvalid
from myelin.cores.quality.checkers import CHECKS
from myelin.cores.quality.parameters import TEXT_BYTES_MAX, Pattern, read_command, read_pattern
from myelin.cores.quality.text import FORMATS, PLAIN
from myelin.documents.matching import has_word
from myelin.documents.plain_yaml import read
from myelin.documents.problem import Problem, listed
from myelin.documents.reader import Field, FieldRule, Reader, required_of

RULES_MAX = 200
RISKS_MAX = 200
MATCHES_MAX = 64
_TITLE_BYTES_MAX = 200
_MATCH_BYTES_MAX = 128
SEVERITIES = ("error", "warning")
LEVELS = ("HIGH", "BLOCK")


@dataclass(frozen=True, slots=True)
class Rule:
    """One check with its parameters, and what a violation of it says."""

    id: str
    check: str
    parameters: Mapping[str, Any]
    severity: str = "error"
    message: str = ""
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Risk:
    """A known danger of actions, and the advice for it."""

    id: str
    level: str
    reason: str
    instead: str
    match: tuple[str, ...] = ()
    pattern: Pattern | None = None
    """Searched in the whole action."""
    command: Pattern | None = None
    """Matched from the beginning of each command of the action."""


@dataclass(frozen=True, slots=True)
class Standard:
    """A named set of rules for texts and risks of actions."""

    name: str
    title: str
    format: str = PLAIN
    rules: tuple[Rule, ...] = ()
    risks: tuple[Risk, ...] = ()


def parse_standard(text: str) -> Standard:
    """Return the standard that a YAML document describes.

    Raises:
        StandardInvalid: it has problems; all of them, each with path, line, column and advice.
    """
    standard, problems = read_standard(text)
    if standard is None:
        raise StandardInvalid(count=len(problems), details={"problems": listed(problems)})
    return standard


def read_standard(text: str) -> tuple[Standard | None, list[Problem]]:
    """Return the standard of a document, or None, and every problem that it has."""
    root, problems = read(text)
    if root is None:
        return None, problems
    reader = Reader()
    top = Field(root, "")
    known = reader.fields(top, tuple(FIELDS), required_of(FIELDS))
    standard = Standard(
        name=reader.name(known.get("name")),
        title=reader.text(known.get("title"), bytes_max=_TITLE_BYTES_MAX),
        format=reader.choice(known.get("format"), tuple(FORMATS)) or PLAIN,
        rules=_rules(reader, known.get("rules")),
        risks=_risks(reader, known.get("risks")),
    )
    if known and not (_has_items(known.get("rules")) or _has_items(known.get("risks"))):
        reader.refuse(top, "standard_empty", "Add at least one item under `rules` or `risks`.")
    return (None if reader.problems else standard), reader.problems


FIELDS: Mapping[str, FieldRule] = {
    "name": FieldRule("1 to 63 lower case letters, digits and hyphens.", required=True),
    "title": FieldRule(f"One line, at most {_TITLE_BYTES_MAX} bytes.", required=True),
    "format": FieldRule(f"The format of the checked texts: {', '.join(FORMATS)}."),
    "rules": FieldRule(f"At most {RULES_MAX} checks of texts, for `validate`."),
    "risks": FieldRule(f"At most {RISKS_MAX} risks of actions, for `precheck`."),
}


def _has_items(listing: Field | None) -> bool:
    return listing is not None and bool(listing.node.value)


def _rules(reader: Reader, listing: Field | None) -> tuple[Rule, ...]:
    seen: set[str] = set()
    return tuple(_rule(reader, item, seen) for item in reader.items(listing, 0, RULES_MAX))


RULE_FIELDS: Mapping[str, FieldRule] = {
    "id": FieldRule("A name that is unique in the standard.", required=True),
    "check": FieldRule("One of the checks below. Its parameters are fields too.", required=True),
    "severity": FieldRule("`error` (the default) or `warning`. Only an error fails a text."),
    "message": FieldRule("One line that says what is wrong, in the place of the check's own."),
    "fix": FieldRule("One line that says what to do."),
}
_EVERY_PARAMETER = tuple(sorted({name for check in CHECKS.values() for name in check.parameters}))


def _rule(reader: Reader, item: Field, seen: set[str]) -> Rule:
    check = _check_of(item)
    parameters = CHECKS[check].parameters if check in CHECKS else {}
    elsewhere = {name: f"The check `{check}` takes no `{name}`." for name in _EVERY_PARAMETER}
    required = [name for name, parameter in parameters.items() if parameter.required]
    # Without a known check its parameters cannot be judged: the check is the one problem.
    allowed = (*RULE_FIELDS, *(parameters if check in CHECKS else _EVERY_PARAMETER))
    needed = (*required_of(RULE_FIELDS), *required)
    known = reader.fields(item, allowed, needed, elsewhere)
    identity = reader.name(known.get("id"))
    reader.unique(seen, known.get("id"), identity, "rule")
    return Rule(
        id=identity,
        check=reader.choice(known.get("check"), tuple(CHECKS)),
        parameters={
            name: parameter.read(reader, known.get(name)) for name, parameter in parameters.items()
        },
        severity=reader.choice(known.get("severity"), SEVERITIES) or SEVERITIES[0],
        message=reader.text(known.get("message"), bytes_max=TEXT_BYTES_MAX),
        fix=reader.text(known.get("fix"), bytes_max=TEXT_BYTES_MAX),
    )


def _check_of(item: Field) -> str:
    value = item.node.value
    check = value.get("check") if isinstance(value, dict) else None
    return check.value if check is not None and isinstance(check.value, str) else ""


def _risks(reader: Reader, listing: Field | None) -> tuple[Risk, ...]:
    seen: set[str] = set()
    return tuple(_risk(reader, item, seen) for item in reader.items(listing, 0, RISKS_MAX))


_MATCHERS = ("match", "pattern", "command")
RISK_FIELDS: Mapping[str, FieldRule] = {
    "id": FieldRule("A name that is unique in the standard.", required=True),
    "level": FieldRule("`HIGH` (ask first) or `BLOCK` (do not do it).", required=True),
    "match": FieldRule(f"At most {MATCHES_MAX} words or phrases, found on word boundaries."),
    "pattern": FieldRule("An RE2 pattern, searched in the whole action."),
    "command": FieldRule(
        "An RE2 pattern, matched from the beginning of each command that the action runs: without"
        " quotes, folders and wrappers such as `sudo`, and without trial runs."
    ),
    "reason": FieldRule("One line that says what can go wrong.", required=True),
    "instead": FieldRule("One line that says what to do instead.", required=True),
}


def _risk(reader: Reader, item: Field, seen: set[str]) -> Risk:
    known = reader.fields(item, tuple(RISK_FIELDS), required_of(RISK_FIELDS))
    identity = reader.name(known.get("id"))
    reader.unique(seen, known.get("id"), identity, "risk")
    if known and not known.keys() & set(_MATCHERS):
        message = "Add at least one of `match`, `pattern` and `command`."
        reader.refuse(item, "risk_matches_nothing", message)
    return Risk(
        id=identity,
        level=reader.choice(known.get("level"), LEVELS),
        reason=reader.text(known.get("reason"), bytes_max=TEXT_BYTES_MAX),
        instead=reader.text(known.get("instead"), bytes_max=TEXT_BYTES_MAX),
        match=reader.each(known.get("match"), 1, MATCHES_MAX, lambda at: _trigger(reader, at)),
        pattern=read_pattern(reader, known.get("pattern")),
        command=read_command(reader, known.get("command")),
    )


def _trigger(reader: Reader, at: Field) -> str:
    text = reader.text(at, bytes_max=_MATCH_BYTES_MAX)
    if text and not has_word(text):
        reader.refuse(at, "trigger", "Write a word: a letter or a digit must be in it.")
        return ""
    return text
