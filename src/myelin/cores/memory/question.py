"""What a query asks for: its words, and all that a memory may say in their place.

The query is text, never full-text syntax: it is cut into words here, and only words are searched.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from myelin.cores.memory import dates, lexicon, scoring, text, variants
from myelin.cores.memory.evidence import Finder
from myelin.cores.memory.index import actor_label
from myelin.cores.memory.scoring import Weights, Worth
from myelin.cores.memory.variants import Form
from myelin.cores.memory.vocabulary import Known, Vocabulary

TERMS_MAX = 12
"""So many terms, the rarest, are looked for; more only while they are in few documents."""
DOCUMENTS_FREE = 2000
SOUGHT_MAX = 32
COMPOUND_MIN = 5
SPELLINGS_MAX = 4
"""How many words that nobody wrote are compared with those that somebody did."""

COMPOUNDS_MAX = 3
"""So many words that nobody wrote are looked for inside longer ones."""
ADJACENT_MAX = 4
ADJACENT_DOCUMENTS_MAX = 20_000
"""Phrases for one word: so many are looked up, with one rarer word in at most so many memories."""

ALIKE_NEARNESS = 0.9
RELATED_NEARNESS = 0.2
SPELLED_NEARNESS = 0.8
NAME_WEIGHT = 0.7
PART_WEIGHT = 0.5
"""A part of an identifier says little more where the whole of it is known."""
# A word in so many memories finds little; below this number it is not worth leaving out.
FREQUENT_SHARE = 0.1
FREQUENT_MIN = 1000


class Word(NamedTuple):
    """One word of a query: as written, what it is found by, whether it is a common one."""

    written: str
    term: str
    is_common: bool
    is_start: bool = False
    part_of: str = ""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query as it was read, before anything was looked up."""

    running: list[Word]
    added: list[Word]
    joined: dict[str, list[str]]
    """What is written together: a chunk's folded words, for a query of nothing but common ones."""
    times: list[frozenset[str]]
    compounds: list[tuple[int, int, str]]
    """The terms that the words at two places of `running` form together (`log in`: `login`)."""

    @property
    def content(self) -> list[Word]:
        """Return what the question is about: its words that are not common."""
        return [word for word in (*self.running, *self.added) if not word.is_common]

    @property
    def names(self) -> set[str]:
        """Return the labels of all who may be named: a word, or two words that follow another."""
        single = {actor_label([word.written]) for word in self.content}
        pairs = pairwise(self.running)
        return single | {actor_label([one.written, two.written]) for one, two in pairs}


@dataclass(slots=True)
class Sought:
    """One thing that is looked for, and the terms that it may be found by with their nearness."""

    written: str
    term: str
    documents: int = 0
    weight: float = 1.0
    forms: dict[str, float] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    pairs: dict[tuple[str, str], float] = field(default_factory=dict)
    """Two adjacent terms that stand for it, with their nearness."""

    def add(self, term: str, nearness: float, kind: str = "") -> None:
        """Let another term stand for it; `kind` says how that term differs from the word."""
        if nearness > self.forms.get(term, 0.0):
            self.forms[term] = nearness
            self.kinds[term] = kind


@dataclass(frozen=True)
class Plan:
    """What the index is asked, and what of its answer is worth how much."""

    match: str
    dated: str | None
    """What also has to be looked at, whatever its words: the memories of the days named."""
    sought: list[Sought]
    numbers: dict[str, int]
    """The word numbers of all forms."""
    weights: Weights
    exact_length: int | None = None
    """For a query of common words alone: only a text of so many words is what it quotes."""

    @cached_property
    def finder(self) -> Finder:
        """Return what finds the things sought in a text."""
        return Finder([(one.written, one.kinds) for one in self.sought])


def read(query: str, now_ms: int) -> ParsedQuery:
    """Return a query as words; what it says of days is read against a clock."""
    running: list[Word] = []
    added: list[Word] = []
    joined: dict[str, list[str]] = {}
    for chunk in query.split():
        words = text.words(chunk)
        if len(words) > 1:
            joined[chunk] = [text.fold(word) for word in words]
        for word in words:
            running += _words(word)
            whole = text.term_of(text.fold(word))
            added += [_word(part)._replace(part_of=whole) for part in text.parts(word)]
        added += [Word(version, version, False) for version in text.versions(chunk)]
        joined_whole = text.wholes(chunk)
        added += [Word(whole, whole, False) for whole in joined_whole]
        if any("/" in whole for whole in joined_whole):
            # The parts of a path say little where the path itself is known.
            running[-len(words) :] = [
                word._replace(part_of=joined_whole[0]) for word in running[-len(words) :]
            ]
    compounds = list(variants.of_pairs([word.written for word in running]))
    return ParsedQuery(running, added, joined, dates.asked(query, now_ms), compounds)


def plan(question: ParsedQuery, vocabulary: Vocabulary) -> Plan | None:
    """Return how to answer a question, or None when no memory holds anything of it."""
    known = vocabulary.find(_terms(question))
    names = question.names & known.keys()
    sought = _sought(question, names, vocabulary, known)
    found = [one for one in sought if one.forms or one.pairs]
    if len(found) > SOUGHT_MAX:
        # The rarest say most; a word that is only alike counts as one that is everywhere.
        rarest = sorted(found, key=lambda one: one.documents or vocabulary.documents)
        kept = set(map(id, rarest[:SOUGHT_MAX]))
        found = [one for one in found if id(one) in kept]
    match = _match(question, found, names, vocabulary, known)
    if match is None:
        return None
    if not found:
        # Whom it names is all that is left to go by.
        found = sought = [
            _together(name.lstrip("@").replace("_", " "), [name], known[name].documents)
            for name in sorted(names)
        ]
    days = [label for labels in question.times for label in sorted(labels) if label in known]
    return Plan(
        match,
        f"(labels : ({any_of(dict.fromkeys(days))}))" if days else None,
        found,
        {
            term: known[term].number
            for one in found
            for term in (*one.forms, *(term for pair in one.pairs for term in pair))
        },
        _weights(question, sought, found, names, vocabulary, known),
        len(question.running) if _is_quotation(question, names, days) else None,
    )


def _is_quotation(question: ParsedQuery, names: set[str], days: list[str]) -> bool:
    """Return whether a query can only be the exact text of a memory: nothing but common words."""
    return not (question.content or question.joined or names or days)


def _together(written: str, terms: Iterable[str], documents: int = 0) -> Sought:
    """Return one thing sought that any of the terms is as good for."""
    one = Sought(written, written, documents)
    for term in terms:
        one.add(term, 1.0)
    return one


def _words(word: str) -> Iterator[Word]:
    if word.isascii():
        yield _word(word.lower())
        return
    for run in text.runs(word):
        if text.is_unspaced(run):
            for pair in text.pairs(run):
                yield Word(pair, pair, False, is_start=len(pair) == 1)
        else:
            yield _word(run)


def _word(folded: str) -> Word:
    return Word(folded, text.term_of(folded), folded in lexicon.common_words())


def _terms(question: ParsedQuery) -> set[str]:
    """Return all that has to be looked up in the vocabulary."""
    found = {word.term for word in (*question.running, *question.added)}
    related = lexicon.related_terms(text.term_of)
    for word in question.content:
        found.update(related.get(word.term, ()))
        for form in variants.of_word(word.written):
            found.update(form.terms)
    running = [word.written for word in question.running]
    found.update(term for _, _, term in question.compounds)
    for one, two in pairwise(running):
        for form in variants.of_phrase(one, two):
            found.update(form.terms)
    return found.union(question.names, *question.times)


def _sought(
    question: ParsedQuery, names: set[str], vocabulary: Vocabulary, known: dict[str, Known]
) -> list[Sought]:
    """Return the things that a question seeks, each once; those that nothing holds too.

    What is found on the way (other spellings, terms that begin so) is added to what is known.
    """
    if not question.content:
        # Words that are common one by one, but that were written together: `it's`.
        return [_together(" ".join(words), terms) for words, terms in _phrases(question, known)]
    named = {word for name in names for word in name.lstrip("@").split("_")}
    # The numbers of a version that is known say nothing apart from it.
    whole = [word.term for word in question.added if "." in word.term and word.term in known]
    numbers = {number for version in whole for number in version.split(".")}
    found: dict[str, Sought] = {}
    seen: set[str] = set()
    spellings = compounds = 0
    for word in question.content:
        if word.term in seen or word.term in numbers:
            continue
        seen.add(word.term)
        one = found.setdefault(word.term, Sought(word.written, word.term))
        if word.written in named:
            one.weight = NAME_WEIGHT
        elif word.part_of in known:
            one.weight = PART_WEIGHT
        if word.term in known:
            one.documents = known[word.term].documents
            one.add(word.term, 1.0)
        if word.is_start:
            for term, start in vocabulary.starting(word.term).items():
                known[term] = start
                one.documents += start.documents
                one.add(term, 1.0)
        elif word.term not in known and spellings < SPELLINGS_MAX:
            spellings += 1
            for term, (alike, likeness) in vocabulary.similar(word.term).items():
                known[term] = alike
                one.add(term, SPELLED_NEARNESS * likeness, variants.SPELLED)
        for term, nearness in lexicon.related_terms(text.term_of).get(word.term, {}).items():
            if term in known:
                one.add(term, RELATED_NEARNESS * nearness, variants.RELATED)
        _add_forms(one, variants.of_word(word.written), vocabulary, known)
        if _nowhere(one) and compounds < COMPOUNDS_MAX:
            compounds += 1
            longer = _add_compounds(one, word.written, vocabulary, known)
            _share_compounds(question, found, one, longer)
    _add_joined(question, found, vocabulary, known)
    return list(found.values())


def _nowhere(one: Sought) -> bool:
    """Return whether nothing was found for a word but what is spelled or related like it."""
    weak = (variants.SPELLED, variants.RELATED)
    return not one.pairs and all(one.kinds[term] in weak for term in one.forms)


def _add_forms(
    one: Sought, forms: Iterable[Form], vocabulary: Vocabulary, known: dict[str, Known]
) -> None:
    """Add the forms that the vocabulary has; of two words they must stand together somewhere."""
    looked_up = 0
    for form in variants.known(forms, known):
        if len(form.terms) == 1:
            if form.terms[0] != one.term:
                one.add(form.terms[0], form.nearness, form.kind)
            continue
        rarer = min(known[term].documents for term in form.terms)
        if looked_up < ADJACENT_MAX and rarer <= ADJACENT_DOCUMENTS_MAX:
            looked_up += 1
            if vocabulary.adjacent(form.terms):
                first, second = form.terms
                one.pairs[first, second] = form.nearness


def _add_compounds(
    one: Sought, written: str, vocabulary: Vocabulary, known: dict[str, Known]
) -> list[str]:
    """Let longer words stand for a word that nobody wrote alone, and return them.

    `Datenbank` is found in `Datenbankverbindung`, `Zahlungen` in `Zahlungssystem`.
    """
    if not _may_be_in_compounds(written):
        return []
    for part in _without_endings(written):
        longer = vocabulary.containing(part)
        for term, found in longer.items():
            known[term] = found
            one.add(term, variants.COMPOUND_NEARNESS, variants.RELATED)
        if longer:
            return list(longer)
    return []


def _share_compounds(
    question: ParsedQuery, found: dict[str, Sought], one: Sought, longer: Iterable[str]
) -> None:
    """Let a compound that holds two words of the query stand for both of them, and more so."""
    for term in longer:
        for word in question.content:
            other = found.get(word.term) or Sought(word.written, word.term)
            if other is one or not _may_be_in_compounds(word.written):
                continue
            if any(part in term for part in _without_endings(word.written)):
                found[word.term] = other
                for each in (one, other):
                    each.add(term, variants.JOINED_NEARNESS, variants.WRITTEN)


def _may_be_in_compounds(written: str) -> bool:
    return len(written) >= COMPOUND_MIN and written.isalpha() and not text.is_unspaced(written)


def _without_endings(written: str) -> list[str]:
    """Return a word, and its beginnings without an ending of a plural or a case."""
    if len(written) < COMPOUND_MIN + 2:
        return [written]
    endings = (ending for ending in ("en", "es", "e", "n", "s") if written.endswith(ending))
    return [written, *(written.removesuffix(ending) for ending in endings)]


def _add_joined(
    question: ParsedQuery, found: dict[str, Sought], vocabulary: Vocabulary, known: dict[str, Known]
) -> None:
    """Let a compound stand for the words of the query that it joins: `login` for `log in`."""
    running = question.running
    for one, other, term in question.compounds:
        if term in known and not (running[one].is_common and running[other].is_common):
            for place in (one, other):
                sought = found.get(running[place].term)
                if sought is not None and sought.term != term:
                    sought.add(term, variants.JOINED_NEARNESS, variants.WRITTEN)
    for first, second in pairwise(running):
        forms = tuple(variants.of_phrase(first.written, second.written))
        for word in (first, second) if forms else ():
            if word.term in found:
                _add_forms(found[word.term], forms, vocabulary, known)


def _phrases(question: ParsedQuery, known: dict[str, Known]) -> list[tuple[list[str], list[str]]]:
    """Return the words and terms of what a query of common words alone may stand in as it is.

    That is the whole query, and each of its chunks of several words (`it's`).
    """
    together = [[word.written for word in question.running], *question.joined.values()]
    found = []
    for words in together:
        terms = [text.term_of(word) for word in words]
        if len(terms) > 1 and all(term in known for term in terms):
            found.append((words, terms))
    return found[:TERMS_MAX]


def _match(
    question: ParsedQuery,
    sought: list[Sought],
    names: set[str],
    vocabulary: Vocabulary,
    known: dict[str, Known],
) -> str | None:
    """Return the full-text expression that gives the documents to look at."""
    if not question.content:
        phrases = [" ".join(terms) for _, terms in _phrases(question, known)]
        if phrases:
            return f"(terms : ({any_of(phrases)}))"
    own = [one.term for one in sought if one.term in one.forms]
    frequent = max(FREQUENT_SHARE * vocabulary.documents, FREQUENT_MIN)
    own = [term for term in own if known[term].documents <= frequent] or own
    terms = _rarest(own, known)
    # Words in place of others are looked for only where the others are nowhere.
    nowhere = [one for one in sought if one.term not in one.forms][:TERMS_MAX]
    terms += [term for one in nowhere for term in one.forms]
    terms += [" ".join(pair) for one in sought for pair in one.pairs]
    # What stands for a word as well as the word itself is looked for beside it.
    terms += [
        term
        for one in sought
        for term, nearness in one.forms.items()
        if nearness >= ALIKE_NEARNESS and known[term].documents <= frequent
    ][:TERMS_MAX]
    if terms and question.content:
        return f"({{terms names}} : ({any_of(dict.fromkeys(terms))}))"
    labels = [label for labels in question.times for label in sorted(labels) if label in known]
    labels += sorted(names)
    return f"(labels : ({any_of(dict.fromkeys(labels))}))" if labels else None


def _rarest(terms: list[str], known: dict[str, Known]) -> list[str]:
    """Return the terms that say most, as far as looking for them stays cheap."""
    kept: list[str] = []
    documents = 0
    for term in sorted(terms, key=lambda term: known[term].documents):
        documents += known[term].documents
        if len(kept) >= TERMS_MAX and documents > DOCUMENTS_FREE:
            break
        kept.append(term)
    return kept


def any_of(terms: Iterable[str]) -> str:
    """Return a full-text expression that matches any of the terms."""
    # Quoted, a term is one string to the full-text engine, whatever it holds.
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)


def _compounds(
    found: list[Sought], known: dict[str, Known], total: int
) -> dict[tuple[int, int], list[Worth]]:
    """Return what two adjacent words are worth that stand for one."""
    compounds: dict[tuple[int, int], list[Worth]] = {}
    for number, one in enumerate(found):
        for (first, second), nearness in one.pairs.items():
            # Two words together are at least as rare as the rarer of them.
            documents = min(known[first].documents, known[second].documents)
            value = nearness * one.weight * scoring.rarity(documents, total)
            pair = (known[first].number, known[second].number)
            compounds.setdefault(pair, []).append(Worth(number, value, nearness))
    return compounds


def _weights(
    question: ParsedQuery,
    sought: list[Sought],
    found: list[Sought],
    names: set[str],
    vocabulary: Vocabulary,
    known: dict[str, Known],
) -> Weights:
    total = vocabulary.documents

    def rarity(documents: int) -> float:
        return scoring.rarity(documents, total)

    words: dict[int, list[Worth]] = {}
    for number, one in enumerate(found):
        for term, nearness in one.forms.items():
            value = nearness * one.weight * rarity(known[term].documents)
            words.setdefault(known[term].number, []).append(Worth(number, value, nearness))
    # Whom a question names is not what it asks, so a name covers nothing of it.
    gains = [rarity(one.documents) if one.weight == 1.0 else 0.0 for one in found]
    whole = sum(rarity(one.documents) for one in sought if one.weight == 1.0)
    common = {
        known[word.term].number: scoring.COMMON_SHARE
        * scoring.distinction(known[word.term].documents, total)
        for word in question.running
        if word.is_common and len(word.written) > 1 and word.term in known
    }
    phrases = {
        (known[one.term].number, known[two.term].number): scoring.PHRASE_SHARE
        * (rarity(known[one.term].documents) + rarity(known[two.term].documents))
        for one, two in pairwise(question.running)
        if not (one.is_common or two.is_common) and one.term in known and two.term in known
    }
    dated = []
    for labels in question.times:
        held = [known[label] for label in labels if label in known]
        if held:
            documents = min(total, sum(one.documents for one in held))
            value = scoring.DATE_FACTOR * scoring.distinction(documents, total)
            dated.append((frozenset(one.number for one in held), value))
    return Weights(
        words=words,
        compounds=_compounds(found, known, total),
        gains=gains,
        whole=whole if len(sought) > 1 else 0.0,
        asked=whole,
        common=common if question.content else {},
        phrases={pair: value for pair, value in phrases.items() if set(pair) <= words.keys()},
        dates=dated,
        actors=frozenset(known[name].number for name in names),
        average_length=vocabulary.average_length,
        documents=total,
    )
