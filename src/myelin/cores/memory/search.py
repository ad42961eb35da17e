"""From the text of a query to ranked memories; which may be served, the caller's filter says.

The query is text, never full-text syntax: it is cut into words here, and only words are searched.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from myelin.cores.memory import text
from myelin.cores.memory.index import TOKENIZER
from myelin.cores.memory.stop_words import STOP_WORDS
from myelin.store import Session, Tokenizer

TERMS_MAX = 64
MATCHED_MAX = 12
WRITTEN_CHARS_MAX = 64
POOL_FIRST = 64
PHRASE_WORDS_MAX = 12
NOTHING_TO_SEARCH = "The query holds no searchable terms: nothing but common words or signs."

# Body, parts of identifiers and bigrams, aliases, subject and tags.
_WEIGHTS = "1.0, 0.5, 1.0, 1.0"
_RANKED = f"""SELECT rowid, bm25(memory_text, {_WEIGHTS}) AS rank_value FROM memory_text
    WHERE memory_text MATCH ? ORDER BY rank_value, rowid LIMIT ?"""

Accept = Callable[[Session, Sequence[int]], dict[int, int]]
"""Gives, for document numbers of the index, the row ids of those that may be candidates."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that is looked for: as the caller wrote it, and as the index is asked."""

    written: str
    expression: str


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that matched, the more relevant the better; `bm25` is the part of the index."""

    row_id: int
    relevance: float
    bm25: float


@dataclass(frozen=True, slots=True)
class Hits:
    """What a query found, best first, and what it was taken to ask."""

    hits: list[Hit]
    terms: tuple[str, ...]
    note: str | None = None


def search(session: Session, query: str, *, limit: int, accept: Accept) -> Hits:
    """Return the best memories for a query among those accepted, at most `limit` and ties with it.

    Ties at the end are all returned: only the caller can order them in a way that does not
    depend on this image's document numbers.
    """
    terms = parse(query)
    if not terms:
        return Hits([], (), NOTHING_TO_SEARCH)
    match = " OR ".join(term.expression for term in terms)
    pool = POOL_FIRST
    while True:
        ranked = list(session.execute(_RANKED, (match, pool)))
        row_ids = accept(session, [document for document, _ in ranked])
        hits = [
            Hit(row_ids[document], -rank, -rank) for document, rank in ranked if document in row_ids
        ]
        # Enough only when a row beyond the pool could not tie with the last one that counts.
        exhausted = len(ranked) < pool
        if exhausted or (len(hits) >= limit and hits[limit - 1].bm25 > -ranked[-1][1]):
            break
        pool *= 4
    while len(hits) > limit and hits[-1].bm25 < hits[limit - 1].bm25:
        hits.pop()
    return Hits(hits, tuple(dict.fromkeys(term.written for term in terms)))


class Matcher:
    """Says which terms of a query a memory holds, with the tokenizer that the index uses."""

    def __init__(self) -> None:
        self._tokens = Tokenizer(TOKENIZER[0], TOKENIZER[1:]).tokens

    def of(self, terms: Sequence[str]) -> Callable[[str], list[str]]:
        """Return what gives, for a text, the terms in it, in the query's order, at most twelve."""
        wanted = [(term[:WRITTEN_CHARS_MAX], term.lower(), self._tokens(term)) for term in terms]

        def matched(whole: str) -> list[str]:
            whole = text.normalize(whole)
            held = set(self._tokens(whole))
            lowered = whole.lower()
            parts: set[str] | None = None
            found: list[str] = []
            for written, lower, tokens in wanted:
                if not (tokens and held.issuperset(tokens)):
                    if not tokens or lower not in lowered:
                        continue
                    if parts is None:
                        parts = set(self._tokens(text.index_parts(whole)))
                    if not all(any(part.startswith(one) for part in parts) for one in tokens):
                        continue
                found.append(written)
                if len(found) == MATCHED_MAX:
                    break
            return found

        return matched


def parse(query: str) -> list[Term]:
    """Return the terms of a query, in order and each once; none when nothing can be looked for."""
    found: dict[str, Term] = {}
    for chunk in text.normalize(query).split():
        words = text.words(chunk)
        wanted = [word for word in words if word.lower() not in STOP_WORDS]
        for word in wanted:
            for term in _word_terms(word):
                found.setdefault(term.expression.lower(), term)
        if 1 < len(words) <= PHRASE_WORDS_MAX and wanted:
            # What is written together (`src/main.py`, `v2.3.1`, `pre-commit`) counts as such too.
            phrase = _quote(" ".join(words))
            found.setdefault(phrase.lower(), Term(chunk, phrase))
    return list(found.values())[:TERMS_MAX] or _joined(query)


def _word_terms(word: str) -> list[Term]:
    """Return the terms of one word: itself, its parts, the pairs of its unspaced runs."""
    terms = [Term(run, _quote(run)) for run in text.spaced_runs(word)]
    for run in text.unspaced_runs(word):
        if len(run) == 1:
            terms.append(Term(run, f"{_quote(run)}*"))
        else:
            terms += [Term(pair, _quote(pair)) for pair in text.bigrams(run)]
    if together := text.parts(word):
        # As a phrase: one part alone (`Type` of `TypeScript`) says little of what is meant.
        terms.append(Term(word, _quote(" ".join(together))))
    return terms


def _joined(query: str) -> list[Term]:
    """Return what is written together in a query of nothing but common words (`it's`)."""
    chunks = {chunk: text.words(chunk) for chunk in text.normalize(query).split()}
    joined = {chunk: words for chunk, words in chunks.items() if 1 < len(words) <= PHRASE_WORDS_MAX}
    return [Term(chunk, _quote(" ".join(words))) for chunk, words in joined.items()][:TERMS_MAX]


def _quote(words: str) -> str:
    # Words hold no quotation mark, so quoting cannot be broken out of.
    return f'"{words}"'
