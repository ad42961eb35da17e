"""One concept, one word: the names of the code use the words of docs/glossary.md."""

import ast
import re
from pathlib import Path

from tests.architecture.tree import ROOT, SOURCES, name, parsed

# The scanner is about other people's words: the passwords and phrases that it looks for.
ELSEWHERE = "src/myelin/secrets/"
ROW = re.compile(r"^\| ([\w ]+) \| (.+) \| ([\w, ]*) \|$")


def rows() -> list[tuple[str, str, list[str]]]:
    text = (ROOT / "docs/glossary.md").read_text("utf-8")
    found = [match.groups() for line in text.splitlines() if (match := ROW.match(line))]
    return [
        (term, meaning, [word.strip() for word in words.split(",")])
        for term, meaning, words in found
        if term != "term"
    ]


def names_in(path: Path) -> set[str]:
    """Return the names that a module gives: functions, classes, arguments, variables, fields."""
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def words_of(identifier: str) -> str:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier).lower()
    return f"_{snake.strip('_')}_"


def test_the_glossary_is_in_order_and_says_every_word_once() -> None:
    terms = [term for term, _, _ in rows()]
    assert len(terms) > 20
    assert terms == sorted(terms, key=str.lower)
    words = [*terms, *(word for _, _, refused in rows() for word in refused)]
    assert len(words) == len(set(words))


def test_no_name_in_the_code_uses_another_word_for_a_term() -> None:
    instead = {word: term for term, _, words in rows() for word in words if word}
    found = [
        f"{name(path)}: {identifier} ({word}: say {term})"
        for path in SOURCES
        if name(path).startswith("src/") and not name(path).startswith(ELSEWHERE)
        for identifier in sorted(names_in(path))
        for word, term in instead.items()
        if f"_{word}_" in words_of(identifier)
    ]
    assert found == []


# One meaning in several rooms: the constants of a core.
ONE_MEANING = {"Rules"}
GENERATED = ("src/myelin/contract/", "src/myelin/surface/")


def test_a_public_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for path in SOURCES:
        if name(path).startswith("src/") and not name(path).startswith(GENERATED):
            for node in parsed(path).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, []).append(name(path))
    homonyms = {each: where for each, where in places.items() if len(where) > 1}
    new = {each: where for each, where in homonyms.items() if each not in ONE_MEANING}
    assert new == {}, "one name, one meaning: name one of them for what it is in its own field"
