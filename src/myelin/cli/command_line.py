"""The words that a person typed, in the form that the parser takes.

Other names become the command's own name. A command that takes the rest of the line gets its flags
first and then, behind `--`, every other word as text.
"""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from myelin.surface.command_table import COMMANDS, GROUPS, Command

FLAGS_WITH_VALUE = ("--data", "--name")
PLAIN_FLAGS = ("--json", "--force-network")
HELP_FLAGS = ("--help", "-h")
VERSION_FLAGS = ("--version", "-V")
_NEAR = 0.8
"""How like a flag of the command a word is that is probably a slip of the keyboard."""


@dataclass
class CommandLine:
    """The arguments for the parser, the command that they name, and what is odd about them."""

    arguments: list[str]
    command: Command | None = None
    first: str | None = None
    """The first word of the command, if only flags of every command stand before it."""
    json: bool = False
    remarks: list[str] = field(default_factory=list)


def find(name: str) -> Command | None:
    """Return the command of a name, or of one of its other names."""
    for command in COMMANDS:
        if name == command.name or name in command.other_names:
            return command
    return None


def read(given: Sequence[str]) -> CommandLine:
    """Return a command line as the parser takes it."""
    words = list(given)
    at = _skip_flags(words)
    before, rest = words[:at], words[at:]
    if rest and rest[0] in VERSION_FLAGS:
        # Nothing may keep a person from learning the version.
        json = "--json" in words
        arguments = ["version", "--json"] if json else ["version"]
        return CommandLine(arguments, find("version"), "version", json)
    if not rest or rest[0].startswith("-"):
        return CommandLine(words, json="--json" in _before_text(words))
    if rest[0] in GROUPS:
        # Flags of every command may stand between the two words of one.
        inside = 1 + _skip_flags(rest[1:])
        before, rest = [*before, *rest[1:inside]], [rest[0], *rest[inside:]]
        words = [*before, *rest]
    length = 2 if rest[0] in GROUPS and len(rest) > 1 else 1
    name, after = " ".join(rest[:length]), rest[length:]
    command = find(name)
    if command is None:
        return CommandLine(words, first=rest[0], json="--json" in _before_text(words))
    remarks: list[str] = []
    if any(parameter.rest for parameter in command.parameters):
        after, remarks = _text_last(command, after)
    own = command.name.split()
    arguments = [*before, *own, *after]
    json = "--json" in _before_text(arguments)
    if json and any(flag in _before_text(after) for flag in HELP_FLAGS):
        # A program asked for help: it gets the text as a document.
        arguments, command, own = ["help", *own, "--json"], find("help"), ["help"]
    return CommandLine(arguments, command, own[0], json, remarks)


def _skip_flags(words: Sequence[str]) -> int:
    """Return where the first word behind the flags of every command stands."""
    at = 0
    while at < len(words):
        flag, equals, _ = words[at].partition("=")
        if flag in FLAGS_WITH_VALUE:
            at += 1 if equals else 2
        elif words[at] in PLAIN_FLAGS:
            at += 1
        else:
            break
    return min(at, len(words))


def _before_text(words: Sequence[str]) -> Sequence[str]:
    """Return the words in front of `--`."""
    return words[: words.index("--")] if "--" in words else words


class _Kind(Enum):
    OWN = "a flag of the command, with its value"
    SHARED = "a flag of every command, with its value"
    TEXT = "a word of the text"
    LITERAL = "a word of the text, behind `--`"


@dataclass(frozen=True)
class _Piece:
    kind: _Kind
    words: Sequence[str]


def _text_last(command: Command, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the flags among words and then, behind `--`, the text; and remarks about it.

    A flag of every command counts in front of the text and behind it. Within the text it is text:
    `precheck docker run --name web nginx` asks about the whole command.
    """
    pieces = _pieces(command, words)
    texts = [at for at, one in enumerate(pieces) if one.kind in (_Kind.TEXT, _Kind.LITERAL)]
    first, last = (texts[0], texts[-1]) if texts else (len(pieces), 0)
    flags: list[str] = []
    text: list[str] = []
    remarks: list[str] = []
    for at, one in enumerate(pieces):
        # `ls -h` asks for readable sizes: printing a help there would read as "no risk".
        shared_is_text = first < at < last or (at > first and one.words[0] == "-h")
        if at in texts or (one.kind is _Kind.SHARED and shared_is_text):
            text += one.words
            remarks += _slips(command, one)
        else:
            flags += one.words
    return [*flags, *(["--", *text] if texts else [])], remarks


def _pieces(command: Command, words: Sequence[str]) -> list[_Piece]:
    own = {flag: one.kind for one in command.parameters for flag in one.flags}
    pieces: list[_Piece] = []
    at = 0
    while at < len(words):
        word = words[at]
        flag, equals, _ = word.partition("=")
        length = 1
        if word == "--":
            return [*pieces, *(_Piece(_Kind.LITERAL, [each]) for each in words[at + 1 :])]
        if flag in own and (not equals or flag.startswith("--")):
            kind = _Kind.OWN
            length += own[flag] != "flag" and not equals
        elif flag in FLAGS_WITH_VALUE:
            kind = _Kind.SHARED
            length += not equals
        elif word in PLAIN_FLAGS or word in HELP_FLAGS:
            kind = _Kind.SHARED
        else:
            kind = _Kind.TEXT
        pieces.append(_Piece(kind, words[at : at + length]))
        at += length
    return pieces


def _slips(command: Command, piece: _Piece) -> list[str]:
    """Return a remark about a word that is nearly a flag of the command."""
    word = piece.words[0].partition("=")[0]
    if piece.kind is not _Kind.TEXT or not word.startswith("--"):
        return []
    flags = [parameter.flags[0] for parameter in command.parameters if parameter.flags]
    near = difflib.get_close_matches(word, flags, n=1, cutoff=_NEAR)
    if not near:
        return []
    return [f"A word like {near[0]}, a flag of {command.name}, was taken as text."]
