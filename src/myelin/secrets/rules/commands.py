"""Rule auth-config: passwords on command lines and in configuration files (commands.txt)."""

import functools
from collections.abc import Iterator
from importlib import resources
from typing import Any

from myelin.secrets.exemptions import is_absent, is_name_or_word
from myelin.secrets.judgement import Strength, strength_of_password
from myelin.secrets.measures import count_digits, count_symbols
from myelin.secrets.patterns import escaped, pattern
from myelin.secrets.subject import RuleHit, Subject
from myelin.secrets.terms import is_term

RULE = "auth-config"
_PARTS = {
    "<v>": r"(?:'([^'\n]{4,81})'|\"([^\"\n]{4,81})\"|([^\s'\"`<|{][^\s'\"`|]{3,80}))",
    "<o>": r"[^\n|;]{0,160}?",
    "<s>": r"[ \t]{1,8}",
    "<u>": r"[^\s'\"%:,]{1,80}",
}


@functools.cache
def commands() -> dict[bytes, tuple[Any, ...]]:
    """Return word -> patterns of the lines in commands.txt; one group of a pattern matches."""
    table: dict[bytes, tuple[Any, ...]] = {}
    text = resources.files(__package__).joinpath("commands.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            word, form = line.split(" ", 1)
            key = word.replace("\\s", " ").encode()
            table[key] = (*table.get(key, ()), pattern(_expanded(form)))
    return table


@functools.cache
def _words() -> Any:
    # One pass over the text for all words: most texts hold none.
    longest_first = sorted(commands(), key=len, reverse=True)
    return pattern("|".join(escaped(word.decode()) for word in longest_first))


def find(subject: Subject) -> Iterator[RuleHit]:
    """Yield the passwords of commands and configuration lines."""
    data = subject.data
    present = {match.group() for match in _words().finditer(data)}
    if present:
        for word, patterns in commands().items():
            if any(word in found for found in present):
                for command in patterns:
                    yield from _find(data, command)


def _find(data: bytes, command: Any) -> Iterator[RuleHit]:
    position = 0
    while match := command.search(data, position):
        start = match.start(match.lastindex)
        value = match.group(match.lastindex).rstrip(b",;.)")
        if _is_password(value):
            yield RuleHit(RULE, start, start + len(value))
        position = max(start, match.start() + 1)


def _is_password(value: bytes) -> bool:
    if strength_of_password(value) is not Strength.NONE:
        return True
    # The command says what this is: a short one counts, but a word or a placeholder does not.
    odd = count_digits(value) > 0 or count_symbols(value) > 0
    return (
        odd
        and not value.isdigit()
        and not (is_name_or_word(value) or is_absent(value) or is_term(value))
    )


def _expanded(form: str) -> str:
    for name, part in _PARTS.items():
        form = form.replace(name, part)
    return form
