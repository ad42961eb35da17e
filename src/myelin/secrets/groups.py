"""Credentials written in groups: phrases, app passwords and lists of recovery codes."""

from collections.abc import Iterable, Iterator

from myelin.secrets.connections import connections_to
from myelin.secrets.judgement import is_spaced_phrase
from myelin.secrets.names import Name, is_loose
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import RuleHit, Subject

_REACH_BYTES = 200
RULE = "entropy-assigned"
_WORDS = r"[a-z]{3,10}(?:[ ][a-z]{3,10}){2,8}[ ][0-9]{1,4}"
_END = r"[ \t]{0,4}(?:[\r\n.,;)\]|\"'`]|$)"
# Google and Apple draw four groups of four letters; people keep the blanks.
_LETTER_GROUPS = r"[a-z]{4}(?:[ \-][a-z]{4}){3}"
_CONSONANTS = r"[bcdfghjklmnpqrstvwxz]{3}|q[^u]"
_LETTER_GROUPS_ODD_MIN = 2
_GROUPS_MIN = 3
_CODE = (
    r"(?:[0-9]{4}[ \-]?[0-9]{4}|[0-9]{6,10}|[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,3}|[a-z0-9]{8,16})"
)
_CODES = rf"{_CODE}(?:[ \t]{{0,4}}(?:[,;\n|]|\r\n)[ \t*\-0-9.)]{{0,6}}{_CODE}){{2,}}"
_CODES_AFTER_NAME = rf"[^\n]{{0,40}}?[:\n][ \t\n*\-0-9.)]{{0,8}}?({_CODES})"


def find_groups(subject: Subject, names: Iterable[Name]) -> Iterator[RuleHit]:
    """Yield phrases and groups of letters that a name introduces, and lists of recovery codes."""
    for name in names:
        if name.codes:
            yield from _recovery_codes(subject, name)
        if not name.password or not _has_groups(subject, name):
            continue
        # "PASS - all checks scored 5" is a line of a report.
        if is_loose(subject, name) and subject.data[name.end : name.end + 1] not in (b":", b"="):
            continue
        for shape, holds, verb in _SHAPES:
            reach = name.end + _REACH_BYTES
            match = connections_to(shape, verb=verb).match(subject.lowered, name.end, reach)
            if match is None:
                continue
            value = pattern(shape + "$").search(match.group())
            end = match.end()
            if holds(value.group()) and pattern(_END).match(subject.data, end):
                yield RuleHit(RULE, end - len(value.group()), end)
                break


def _has_groups(subject: Subject, name: Name) -> bool:
    window = subject.data[name.end : name.end + _REACH_BYTES]
    return window.count(b" ") + window.count(b"-") >= _GROUPS_MIN


def _is_drawn(value: bytes) -> bool:
    groups = value.replace(b"-", b" ").split()
    return sum(pattern(_CONSONANTS).search(group) is not None for group in groups) >= (
        _LETTER_GROUPS_ODD_MIN
    )


def _recovery_codes(subject: Subject, name: Name) -> Iterator[RuleHit]:
    end = name.end + _REACH_BYTES
    match = pattern(_CODES_AFTER_NAME).match(subject.lowered, name.end, end)
    if match and pattern("[0-9]").search(match.group(1)):
        yield RuleHit(RULE, *match.span(1))


# After a verb, words and a number are a sentence: "is valid for days 90".
_SHAPES = ((_WORDS, is_spaced_phrase, False), (_LETTER_GROUPS, _is_drawn, True))
