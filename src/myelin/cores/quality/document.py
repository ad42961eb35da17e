"""A standard as its author writes it: YAML in, a checked model or all of its problems out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from myelin.contract.errors import StandardInvalid
from myelin.documents.expression import PatternRefused, compiled
from myelin.documents.matching import has_word
from myelin.documents.plain_yaml import read
from myelin.documents.problem import Problem, listed
from myelin.documents.reader import Field, Reader

RULES_MAX = 200
RISKS_MAX = 200
MATCHES_MAX = 64
_TITLE_BYTES_MAX = 200
_TEXT_BYTES_MAX = 1024
_MATCH_BYTES_MAX = 128
_LIMIT_MAX = 1_000_000_000
DEFAULT_PAIRS = "()[]{}"
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
    """What makes an action dangerous, and what to do instead."""

    id: str
    level: str
    reason: str
    instead: str
    match: tuple[str, ...] = ()
    pattern: Any = None


@dataclass(frozen=True, slots=True)
class Standard:
    """A named set of rules for texts and risks of actions."""

    name: str
    title: str
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
    known = reader.fields(top, _FIELDS, ("name", "title"))
    standard = Standard(
        name=reader.name(known.get("name")),
        title=reader.text(known.get("title"), bytes_max=_TITLE_BYTES_MAX),
        rules=_rules(reader, known.get("rules")),
        risks=_risks(reader, known.get("risks")),
    )
    if known and not (_has_items(known.get("rules")) or _has_items(known.get("risks"))):
        reader.refuse(top, "standard_empty", "Add at least one item under `rules` or `risks`.")
    return (None if reader.problems else standard), reader.problems


_FIELDS = ("name", "title", "rules", "risks")


def _has_items(listing: Field | None) -> bool:
    return listing is not None and bool(listing.node.value)


def _rules(reader: Reader, listing: Field | None) -> tuple[Rule, ...]:
    seen: set[str] = set()
    return tuple(_rule(reader, item, seen) for item in reader.items(listing, 0, RULES_MAX))


_COMMON = ("id", "check", "severity", "message", "fix")


def _rule(reader: Reader, item: Field, seen: set[str]) -> Rule:
    check = _check_of(item)
    parameters = PARAMETERS.get(check, {})
    elsewhere = {name: f"The check `{check}` takes no `{name}`." for name in _EVERY_PARAMETER}
    required = [name for name, parameter in parameters.items() if parameter.required]
    # Without a known check its parameters cannot be judged: the check is the one problem.
    allowed = (*_COMMON, *(parameters if check in PARAMETERS else _EVERY_PARAMETER))
    known = reader.fields(item, allowed, ("id", "check", *required), elsewhere)
    identity = reader.name(known.get("id"))
    reader.unique(seen, known.get("id"), identity, "rule")
    return Rule(
        id=identity,
        check=reader.choice(known.get("check"), tuple(PARAMETERS)),
        parameters={
            name: parameter.read(reader, known.get(name)) for name, parameter in parameters.items()
        },
        severity=reader.choice(known.get("severity"), SEVERITIES) or SEVERITIES[0],
        message=reader.text(known.get("message"), bytes_max=_TEXT_BYTES_MAX),
        fix=reader.text(known.get("fix"), bytes_max=_TEXT_BYTES_MAX),
    )


def _check_of(item: Field) -> str:
    value = item.node.value
    check = value.get("check") if isinstance(value, dict) else None
    return check.value if check is not None and isinstance(check.value, str) else ""


def _pattern(reader: Reader, at: Field | None) -> Any:
    source = reader.text(at, bytes_max=_TEXT_BYTES_MAX, blank=True)
    if at is None or not source:
        return None
    try:
        return compiled(source)
    except PatternRefused as refused:
        where = "" if refused.offset_chars is None else f" at character {refused.offset_chars + 1}"
        reader.refuse(at, "pattern", f"The pattern {refused.reason}{where}.")
        return None


def _raw_text(reader: Reader, at: Field | None) -> str:
    return reader.text(at, bytes_max=_TEXT_BYTES_MAX, lines=True, blank=True)


def _texts(reader: Reader, at: Field | None) -> tuple[str, ...]:
    return reader.each(at, 1, MATCHES_MAX, lambda item: _raw_text(reader, item))


def _limit(reader: Reader, at: Field | None) -> int:
    return reader.integer(at, 0, _LIMIT_MAX)


def _pairs(reader: Reader, at: Field | None) -> str:
    text = reader.text(at, bytes_max=64)
    if at is None:
        return DEFAULT_PAIRS
    if text and (len(text) % 2 or len(set(text)) != len(text)):
        reader.refuse(at, "pairs", "Write openers and closers in turn, each once, such as ()[].")
        return DEFAULT_PAIRS
    return text


def _truth(reader: Reader, at: Field | None) -> bool:
    return reader.truth(at, default=True)


@dataclass(frozen=True, slots=True)
class Parameter:
    """How a parameter of a check is read, and whether it must be there."""

    read: Callable[[Reader, Field | None], Any]
    required: bool = True


# The closed set of checks, with what each takes.
PARAMETERS: Mapping[str, Mapping[str, Parameter]] = {
    "require_pattern": {"pattern": Parameter(_pattern)},
    "forbid_pattern": {"pattern": Parameter(_pattern)},
    "require_all_of": {"texts": Parameter(_texts)},
    "require_one_of": {"texts": Parameter(_texts)},
    "max_line_length": {"limit": Parameter(_limit)},
    "max_lines": {"limit": Parameter(_limit)},
    "max_bytes": {"limit": Parameter(_limit)},
    "forbid_trailing_whitespace": {},
    "max_consecutive_blank_lines": {"limit": Parameter(_limit)},
    "balanced_delimiters": {"pairs": Parameter(_pairs, required=False)},
    "require_prefix": {"text": Parameter(_raw_text)},
    "require_suffix": {"text": Parameter(_raw_text)},
    "require_unique_lines": {"ignore_blank": Parameter(_truth, required=False)},
}
_EVERY_PARAMETER = tuple(sorted({name for check in PARAMETERS.values() for name in check}))


def _risks(reader: Reader, listing: Field | None) -> tuple[Risk, ...]:
    seen: set[str] = set()
    return tuple(_risk(reader, item, seen) for item in reader.items(listing, 0, RISKS_MAX))


_RISK_FIELDS = ("id", "level", "match", "pattern", "reason", "instead")


def _risk(reader: Reader, item: Field, seen: set[str]) -> Risk:
    known = reader.fields(item, _RISK_FIELDS, ("id", "level", "reason", "instead"))
    identity = reader.name(known.get("id"))
    reader.unique(seen, known.get("id"), identity, "risk")
    if known and "match" not in known and "pattern" not in known:
        reader.refuse(item, "risk_matches_nothing", "Add `match`, `pattern` or both.")
    return Risk(
        id=identity,
        level=reader.choice(known.get("level"), LEVELS),
        reason=reader.text(known.get("reason"), bytes_max=_TEXT_BYTES_MAX),
        instead=reader.text(known.get("instead"), bytes_max=_TEXT_BYTES_MAX),
        match=reader.each(known.get("match"), 1, MATCHES_MAX, lambda at: _trigger(reader, at)),
        pattern=_pattern(reader, known.get("pattern")),
    )


def _trigger(reader: Reader, at: Field) -> str:
    text = reader.text(at, bytes_max=_MATCH_BYTES_MAX)
    if text and not has_word(text):
        reader.refuse(at, "trigger", "Write a word: a letter or a digit must be in it.")
        return ""
    return text
