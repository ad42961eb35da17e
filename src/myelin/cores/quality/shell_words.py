"""Split a text into the words of simple commands, as a shell does with quotes and separators."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_ORDINARY = re.compile(r"[\w./:=,@%+-]+")
_NESTED = re.compile(r"\$\(([^()]*)\)|`([^`]*)`")


@dataclass(slots=True)
class ShellWord:
    """One word of a command, without its quotes; `quoted` are the parts that hold a blank."""

    text: str = ""
    quoted: list[str] = field(default_factory=list)
    started: bool = False

    def shown(self) -> str:
        """Return the word on one line, in quotes if it holds a blank."""
        line = " ".join(self.text.split("\n"))
        return f'"{line}"' if self.quoted else line


def split(text: str, inner: list[str]) -> Iterator[list[ShellWord]]:
    """Yield the words of each simple command; substitutions inside quotes go to `inner`."""
    lexer = _Lexer(text)
    yield from lexer.segments()
    inner += lexer.inner


class _Lexer:
    """Reads a text as a shell does, as far as words, quotes and separators go."""

    def __init__(self, text: str) -> None:
        self.inner: list[str] = []
        self._text = text
        self._at = 0
        self._depth = 0
        self._words: list[ShellWord] = []
        self._word = ShellWord()
        self._unclosed: set[str] = set()

    def segments(self) -> Iterator[list[ShellWord]]:
        """Yield the words between two separators."""
        text = self._text
        while self._at < len(text):
            ordinary = _ORDINARY.match(text, self._at)
            if ordinary is not None:
                self._take(ordinary[0])
                self._at = ordinary.end()
                continue
            char = text[self._at]
            if char in "\"'" and self._quoted(char):
                continue
            if char == "\\" and self._escaped():
                continue
            if char == "#" and not self._word.started and text[self._at + 1 : self._at + 2] in " !":
                end = text.find("\n", self._at)
                self._at = len(text) if end < 0 else end
                continue
            self._at += 1
            if char in " \t":
                self._end_word()
            elif self._separates(char):
                yield from self._end_segment()
            else:
                self._take(char)
        yield from self._end_segment()

    def _take(self, chars: str) -> None:
        self._word.text += chars
        self._word.started = True

    def _end_word(self) -> None:
        if self._word.started:
            self._words.append(self._word)
            self._word = ShellWord()

    def _end_segment(self) -> Iterable[list[ShellWord]]:
        self._end_word()
        words, self._words = [word for word in self._words if word.text], []
        return [words] if words else []

    def _separates(self, char: str) -> bool:
        before = self._text[self._at - 2 : self._at - 1]
        after = self._text[self._at : self._at + 1]
        if char in "\n;|`":
            return True
        if char == "&":
            return before != ">" and after not in (">", "1", "2")
        if char == "(" and (not self._word.started or self._word.text[-1:] in "$<>@="):
            self._depth += 1
            return True
        if char == ")" and self._depth:
            self._depth -= 1
            return True
        return char in "{}" and not self._word.started and after in ("", " ", "\n", ";")

    def _escaped(self) -> bool:
        following = self._text[self._at + 1 : self._at + 2]
        if (following and (following.isspace() or following in "\"'$`;|&()<>*?#!\\")) or (
            self._word.text[:1] == "-" and following.isalpha()
        ):
            self._take(following)
        else:
            return False
        self._at += 2
        return True

    def _quoted(self, quote: str) -> bool:
        """Take a quoted part into the current word, unless the quote is an apostrophe."""
        text, start = self._text, self._at + 1
        if quote == "'" and text[self._at - 1 : self._at].isalpha() and self._is_apostrophe(start):
            return False
        end = -1 if quote in self._unclosed else _closing(text, quote, start)
        if end < 0:
            self._unclosed.add(quote)
            return False
        content = text[start:end]
        if quote == '"':
            content = content.replace('\\"', '"')
            self.inner += [one or two for one, two in _NESTED.findall(content)]
        self._take(content)
        if any(char.isspace() for char in content):
            self._word.quoted.append(content)
        self._at = end + 1
        return True

    def _is_apostrophe(self, start: int) -> bool:
        word = re.match(r"\S*", self._text[start : start + 200])
        return word is None or "'" not in word[0]


def _closing(text: str, quote: str, start: int) -> int:
    end = text.find(quote, start)
    while quote == '"' and end > 0 and text[end - 1] == "\\":
        end = text.find(quote, end + 1)
    return end
