"""The triggers of a skill that a SKILL.md does not list: from its metadata and its description."""

import re
from collections.abc import Iterable, Iterator

from myelin.cores.processes.document import TRIGGER_BYTES_MAX, TRIGGERS_MAX
from myelin.documents.matching import has_word, normalised
from myelin.documents.plain_yaml import Node

_QUOTED = re.compile(
    r"[\"“„«‘]([^\"“”„«»‘’]{2,80})[\"”“»’]|(?<!\w)'([^'\n]{2,80})'(?!\w)|`([^`\n]{2,60})`"
)
_CLAUSE = re.compile(
    r"(?i)\b(?:use (?:this skill |it |this |skill )?(?:when(?:ever)?|if|for|any ?time)"
    r"|trigger(?:s|ed)? (?:when|on|by|for)"
    r"|when(?:ever)? (?:the user|users|you|someone) (?:asks?|wants?|needs?)"
    r"(?: (?:you |for help )?(?:to|for|about|with))?)\b:?\s*([^.;\n]+)"
)
_ITEM_END = re.compile(r"\s*(?:,|;|:|\(|\)|/|\u2014|\u2013| - | or | and |\bas well as\b)\s*")
_LEADING = re.compile(
    r"(?i)^(?:you are |you need to |you have |you |the user (?:asks|wants|needs|says|mentions)"
    r"(?: (?:you )?(?:to|for|about))? |users? (?:ask|want|need)s? (?:to|for) |asked to "
    r"|there is |to |a |an |the |any |when |if |for |with |facing |about to |or |and |e\.g\. )+"
)
_MARKS = frozenset("\"'`“”„«»‘’")
_PHRASE_WORDS = range(2, 5)
_EXTENSION = re.compile(r"(?<![\w.])\.[a-z][a-z0-9]{1,5}\b")


def triggers_of(name: str, description: str, metadata: Node | None) -> list[str]:
    """Return at most 32 triggers: the name's words, listed ones, then those of the description."""
    found: dict[str, str] = {}
    candidates = (
        [name.replace("-", " ")],
        _listed(metadata),
        _quoted(description),
        _EXTENSION.findall(description),
        _items(description),
    )
    for group in candidates:
        for each in group:
            trigger = " ".join(each.split()).strip(" .,;:!?\u2026")
            key = normalised(trigger)
            fits = trigger and has_word(trigger) and len(trigger.encode()) <= TRIGGER_BYTES_MAX
            if fits and len(found) < TRIGGERS_MAX:
                found.setdefault(key, trigger)
    return list(found.values())


def _listed(metadata: Node | None) -> Iterable[str]:
    """Return `metadata.triggers`: a list, or one text with commas."""
    inside = metadata.value if metadata is not None else None
    node = inside.get("triggers") if isinstance(inside, dict) else None
    if node is None:
        return []
    if isinstance(node.value, list):
        return [item.value for item in node.value if isinstance(item.value, str)]
    return re.split(r"[,;\n]", node.value) if isinstance(node.value, str) else []


def _quoted(description: str) -> Iterator[str]:
    for match in _QUOTED.finditer(description):
        phrase = next(filter(None, match.groups()))
        if len(phrase.split()) <= max(_PHRASE_WORDS) + 2:
            yield phrase


def _items(description: str) -> Iterator[str]:
    """Yield the parts of "Use when …" that are phrases of two to four words."""
    for clause in _CLAUSE.finditer(description):
        for item in _ITEM_END.split(clause[1]):
            phrase = _LEADING.sub("", item.strip())
            if len(phrase.split()) in _PHRASE_WORDS and not _MARKS & set(phrase):
                yield phrase
