"""How a name is connected to the value that it introduces, and where that value begins."""

import enum
import functools
from collections.abc import Iterable
from typing import Any, NamedTuple

from myelin.secrets.names import Name
from myelin.secrets.patterns import pattern
from myelin.secrets.subject import Subject
from myelin.secrets.words import latin, unspaced


class Tie(enum.Enum):
    """The kinds of connection, in the order in which they are tried."""

    TIED = "= or : and their kin"
    COPULA = "a verb: is, lautet, es"
    CELL = "neighbours in a table"
    PAIR = "neighbours in a list, in brackets or in an element"
    FIELD = "the value of a named field"
    LINE = "a heading, a question or a label, and the next line"
    DASH = "a dash between blanks"
    BLANK = "nothing but a blank"
    ARGUMENT = "an option or a command before its argument"


class Introduction(NamedTuple):
    """A name, its tie to a value, and the place where the value begins, behind any quote."""

    name: Name
    tie: Tie
    value_start: int
    quote: bytes


# A value must begin this close to its name. The patterns below have open repetitions: this window
# bounds them, and counters would make RE2 build a state for every count.
_REACH_BYTES = 200
_SUFFIX = (
    r"(?:[_\-.](?:prod(?:uction)?|dev|stag(?:e|ing)|test|live|qa|old|new|value|val|str|text|"
    r"plain|raw|b64|base64|hex|main|root|admin|user|primary|secondary|default|backup|bedrock|"
    r"v?[0-9]{1,3}|env)\b|[0-9]{1,2}\b)?"
)
_NOTE = r"(?:[ \t]*[(\[][^()\[\]\n]*[)\]]\**)?"
_NAME_END = rf"(?:[a-z\x80-\xff]*?|{_SUFFIX})(?:\\?[\"'`*)\]_}}])*{_NOTE}"
_LINK_WORD = r"[^\s=|<>\"`:;,?!]+"
# The six bytes that every value has at least; none is a quote.
_HEAD = r"[!#-&(-+\-./0-9:=?@A-Z\[\\\]^_a-~][!#-&(-_a-~]{5}"
_HEAD_BYTES = 6
_OPEN = r"(?:\*{1,2}|!!str[ \t]|_)?(?:[@brfl]?(?:\\?[\"'`]){1,3}[ \t]?|[ \t])?"
_NEXT_LINE = r"(?:[ \t>*\-]*\r?\n){1,2}[ \t>]*(?:[*\-][ \t])?(?:```[a-z]*\r?\n[ \t]*)?"
_MARK = (
    r"(?::[ \t]*[&a-z_][\w<>\[\]?|&'. ]*=|[ \t]+(?:<const>|as string)[ \t]*=|"
    r"=>|:=|\?=|\|\||={1,3}|:{1,2}|--?>|<-|~>)"
)


@functools.cache
def _connections() -> dict[Tie, str]:
    """Return the pattern of each tie, from the end of the name to the value's quote."""
    copula = rf"(?:[ \t]+(?:{latin('copula')})[ \t:]+|[ \t]?(?:{unspaced('copula')})[ \t:]*)"
    field = (
        r"[\"'`,;:)\]}<>{@ \t\w=/.\-\\]*(?:\r?\n[\"'`,;:)\]}<>{ \t\w=/.\-\\]*){0,3}?\b"
        rf"(?:{latin('value')})\\?[\"'`>]{{0,2}}(?:[ \t]*(?:=>|[:=])|[ \t]|>)[ \t]*"
    )
    ties = {
        Tie.TIED: rf"{_linked()}[ \t]*{_MARK}[ \t]*(?:[>|][\-+]?[0-9]?{_NEXT_LINE})?",
        Tie.COPULA: f"{_linked()}{copula}",
        Tie.CELL: r"(?:[ \t]*\|[ \t]*|\t[ \t]*|</t[dh]>[ \t\r\n]*<t[dh][^<>\n]*>)",
        Tie.PAIR: r"[ \t]*(?:,[ \t]*|>|\()",
        Tie.FIELD: field,
        Tie.LINE: rf"{_linked()}[:?]?\**{_NEXT_LINE}",
        Tie.DASH: rf"{_linked()}[ \t]+-{{1,2}}[ \t]+",
        Tie.BLANK: rf"{_linked()}[ \t]+",
    }
    return {tie: f"{_NAME_END}{text}{_OPEN}" for tie, text in ties.items()}


def _linked() -> str:
    words = rf"(?:{_LINK_WORD}[ \t]+){{0,5}}?{_LINK_WORD}"
    return rf"(?:[ \t]+(?:{latin('link')}|{unspaced('link')})(?:'|[ \t]+){words})?{_NOTE}"


@functools.cache
def _to_head(tie: Tie) -> Any:
    # Without groups: RE2 then runs its automaton alone, which is many times faster.
    return pattern(_connections()[tie] + _HEAD)


@functools.cache
def _to_any_head() -> Any:
    ties = _connections().items()
    return pattern("|".join(f"{text}{_HEAD}" for tie, text in ties if tie is not Tie.BLANK))


@functools.cache
def connections_to(shape: str, *, verb: bool) -> Any:
    """Return the pattern from the end of a name to a value of a shape, perhaps over a verb."""
    ties = _connections().items()
    close = "|".join(f"(?:{text})" for tie, text in ties if verb or tie is not Tie.COPULA)
    return pattern(f"(?:{close}){shape}")


_OPTION = r"(?:^|[ \t'\"\[,=])--?[a-z0-9_.\-]{0,40}$"
_COMMAND = (
    r"(?:^|[^a-z])(?:set -[a-z]{1,3}|setx|env|arg|export|login[ \t]+\S+|setenv|"
    r"config set|-[pde])[ \t]+[a-z0-9_.\-]{0,40}$"
)
_ARGUMENT_BYTES = 60
_NEXT_NAME = r"[\w.\- ]*\\?[\"'`][ \t]*[:=]"
_QUOTES = (b'"', b"'", b"`")
_QUOTED_BYTES_MAX = 200


def introduction_by(subject: Subject, name: Name) -> Introduction | None:
    """Return how a name introduces a value, or None if no value can follow it."""
    window = (subject.lowered, name.end, name.end + _REACH_BYTES)
    for tie in _likely(subject.data[name.end : name.end + 1], window):
        match = _to_head(tie).match(*window)
        if match:
            value_start = match.end() - _HEAD_BYTES
            quote = _quote_before(subject.data, value_start)
            pair = tie is not Tie.PAIR or _is_pair(subject, name, value_start, quote)
            if quote is not None and pair:
                return Introduction(name, _closest(subject, name, tie), value_start, quote)
    return None


def _likely(following: bytes, window: tuple[bytes, int, int]) -> Iterable[Tie]:
    if following in (b"=", b":"):
        return _connections()
    # Most names are words of prose, with a blank behind them and nothing closer.
    return _connections() if _to_any_head().match(*window) else (Tie.BLANK,)


def _is_pair(subject: Subject, name: Name, value_start: int, quote: bytes | None) -> bool:
    """Return whether a comma stands between two quoted texts: ("password", "...")."""
    after = subject.data[name.end : name.end + 12].lstrip(b"\\")
    if after.lstrip(b"\"'`\\ \t")[:1] != b",":
        return True
    # A text before a colon is the next name, not the value of this one.
    is_name = pattern(_NEXT_NAME).match(subject.data, value_start, value_start + _REACH_BYTES)
    return bool(quote) and after[:1] in _QUOTES and is_name is None


def _closest(subject: Subject, name: Name, tie: Tie) -> Tie:
    if tie is Tie.PAIR and subject.data.endswith(b"<", 0, name.full_start):
        return Tie.TIED
    if tie is Tie.BLANK:
        before = subject.lowered[max(0, name.start - _ARGUMENT_BYTES) : name.start]
        if pattern(_OPTION).search(before) or pattern(_COMMAND).search(before):
            return Tie.ARGUMENT
    return tie


def _quote_before(data: bytes, start: int) -> bytes | None:
    """Return the quote that opens a value, empty without one, None for one that closes a text."""
    before = data[max(0, start - 4) : start]
    bare = before.rstrip(b" \t")
    mark = bare[-1:]
    if mark not in _QUOTES:
        return b""
    # French quotes have a blank inside: `« X »`. Any other quote before a blank closes something.
    if bare != before and data.find(b" " + mark, start, start + _QUOTED_BYTES_MAX) < 0:
        return None
    return b"\\" + mark if bare[-2:-1] == b"\\" else mark
