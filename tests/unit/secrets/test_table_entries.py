"""Every entry of the data tables does something: a value drawn from it is found by it."""

import random
import re
import re._parser as parser
from collections.abc import Iterable
from typing import Any

import pytest

from myelin.secrets.names import find_names
from myelin.secrets.rules import commands, webhooks
from myelin.secrets.rules.token import Token, find_tokens, tokens
from myelin.secrets.scanner import hits
from myelin.secrets.subject import Subject
from myelin.secrets.terms import is_term, terms
from myelin.secrets.words import words
from tests.unit.secrets import fakes, judging

_MORE_THAN_LEAST = 30


def drawn(pattern: str, chance: random.Random) -> str:
    """Return a random text that a pattern matches in full."""
    return _drawn(parser.parse(pattern), chance)


def _drawn(parts: Iterable[Any], chance: random.Random) -> str:
    return "".join(_part(str(kind), value, chance) for kind, value in parts)


def _part(kind: str, value: Any, chance: random.Random) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL":
            return "x"
        case "IN":
            return chr(chance.choice(_members(value)))
        case "MAX_REPEAT" | "MIN_REPEAT":
            least, most, inner = value
            size = chance.randint(least, min(int(most), least + _MORE_THAN_LEAST))
            return "".join(_drawn(inner, chance) for _ in range(size))
        case "SUBPATTERN":
            return _drawn(value[-1], chance)
        case "BRANCH":
            return _drawn(chance.choice(value[1]), chance)
        case "AT":
            return ""
    raise LookupError(kind)


_CATEGORIES = {
    "CATEGORY_WORD": fakes.ALNUM,
    "CATEGORY_DIGIT": fakes.DIGITS,
    "CATEGORY_SPACE": " \n",
    "CATEGORY_NOT_SPACE": fakes.ALNUM,
}


def _members(parts: Any) -> list[int]:
    members: list[int] = []
    for kind, value in parts:
        match str(kind):
            case "LITERAL":
                members.append(value)
            case "RANGE":
                members += range(value[0], value[1] + 1)
            case "CATEGORY":
                members += map(ord, _CATEGORIES[str(value)])
            case "NEGATE":
                return list(map(ord, fakes.ALNUM))
    return members


def token_of(token: Token, chance: random.Random) -> str:
    """Return a token of a format that passes the check of its format."""
    for _ in range(400):
        text = token.prefix + drawn(token.body, chance)
        if token.holds(text.encode(), b""):
            return text
    return ""


# Formats with a check that no random text passes; test_scan.py draws real ones.
_CALCULATED = ("[5KLc9]", "eyJ")


@pytest.mark.parametrize("token", tokens(), ids=lambda token: token.prefix or token.body[:20])
def test_every_token_format_finds_what_is_drawn_from_it(token: Token) -> None:
    if (token.prefix or token.body).startswith(_CALCULATED) and token.body.count("eyJ") != 0:
        pytest.skip("signed or with a checksum")
    if token.body.startswith("[5KLc9]"):
        pytest.skip("with a checksum")
    text = token_of(token, random.Random(token.text))
    assert text, "no drawn value passes the check"
    found = list(find_tokens(Subject(f"see {text} there")))
    assert [(hit.rule, hit.start) for hit in found][:1] == [(token.rule, 4)]


def test_no_token_format_is_listed_twice() -> None:
    listed = [(token.prefix, token.body) for token in tokens()]
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("kind", ["password", "access", "bare", "codes"])
def test_every_word_of_a_name_is_found_as_one(kind: str) -> None:
    for language, listed in words()[kind].items():
        for word in listed:
            for written in (word, word.upper() if word.upper().lower() == word else word):
                found = [name.word for name in find_names(Subject(f"{written}: x"))]
                assert found == [word.encode()], (language, word)


def test_every_verb_and_preposition_leads_from_a_name_to_a_value() -> None:
    secret = judging.mixed(random.Random(1))
    missed = []
    for copula in (word for listed in words()["copula"].values() for word in listed):
        blank = "" if copula[0] > "\u3000" else " "
        if not hits(f"password{blank}{copula} {secret}"):
            missed.append(copula)
    for link in (word for listed in words()["link"].values() for word in listed):
        end = "'" if link == "d" else " "
        if not hits(f"password {link}{end}srv eins: {secret}"):
            missed.append(link)
    assert missed == []


def test_every_word_for_an_account_announces_a_pair() -> None:
    secret = judging.mixed(random.Random(2))
    listed = [word for one in words()["account"].values() for word in one]
    assert [word for word in listed if not hits(f"{word}: tom / {secret}")] == []


def test_every_word_for_a_value_leads_to_it() -> None:
    secret = judging.mixed(random.Random(3))
    listed = [word for one in words()["value"].values() for word in one]
    text = '{{"name": "db_password", "{word}": "{secret}"}}'
    assert [word for word in listed if not hits(text.format(word=word, secret=secret))] == []


def test_every_part_of_a_public_name_lets_a_digest_pass() -> None:
    digest = fakes.drawn((fakes.HEX, 40))(random.Random(4))
    listed = [word for one in words()["public"].values() for word in one]
    refused = [word for word in listed if hits(f"{word.replace(' ', '_')}_token={digest}")]
    assert refused == []


def test_every_term_is_one_with_a_number_behind_it() -> None:
    assert [term for term in terms() if not is_term(term + b"-2.1")] == []


@pytest.mark.parametrize("word", sorted(commands.commands()))
def test_every_command_finds_the_password_that_it_is_given(word: bytes) -> None:
    chance = random.Random(word)
    for pattern in commands.commands()[word]:
        source = pattern.pattern.decode()
        secret = judging.leet(chance)
        shape = re.sub(r"\(\?:'\(\[\^'\\n\].*?\{3,80\}\)\)", "SECRETVALUE", source)
        assert "SECRETVALUE" in shape
        text = drawn(shape.replace("[^\\n|;]{0,160}?", " ?").replace("\\b", ""), chance)
        text = text.replace("SECRETVALUE", secret)
        start = len(text[: text.index(secret)].encode())
        assert start in [hit.start for hit in commands.find(Subject(text))], text


@pytest.mark.parametrize("literal", sorted(webhooks.webhooks()))
def test_every_webhook_finds_its_secret_part(literal: bytes) -> None:
    chance = random.Random(literal)
    for pattern in webhooks.webhooks()[literal]:
        text = "https://x." + literal.decode() + drawn(pattern.pattern.decode(), chance)
        assert list(webhooks.find(Subject(text))), text
