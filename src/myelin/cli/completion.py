"""What can stand at the end of a command line: the answer to a shell's completion.

A line of the answer is a value, a tab and what it means; `:files` and `:folders` ask the shell for
its own. The parser is not imported, and the engine only for values that a brain holds. A brain is
opened only if its key lies where reading it asks nobody.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin.cli.command_line import FLAGS_WITH_VALUE, find
from myelin.cli.escape import escape_line
from myelin.surface.command_table import COMMANDS, GROUPS, Command, Parameter

if TYPE_CHECKING:
    from myelin.engine import Engine
    from myelin.store import Session

CALL = "__complete"
"""The first word of a call by a shell's script; the second is the line up to the cursor."""
SHELLS = ("bash", "zsh", "fish")

_LISTED_MAX = 200
_TEXT_CHARS_MAX = 60
_SHARED_FLAGS = {
    "--data": "The folder that holds the brains.",
    "--name": "Which brain of that folder.",
    "--json": "Print one JSON document.",
    "--force-network": "Use a folder on a network drive.",
    "--help": "Say what the command takes.",
}
_SHARED_VALUES = {"--data": "folders", "--name": "brains"}

Candidate = tuple[str, str]


def answer(line: str, environment: Mapping[str, str], cwd: Path) -> int:
    """Print the candidates for the last word of a line, and return 0."""
    lines = [f"{value}\t{text}".rstrip("\t") for value, text in candidates(line, environment, cwd)]
    sys.stdout.buffer.write("".join(f"{escape_tabbed(one)}\n" for one in lines).encode())
    return 0


def escape_tabbed(text: str) -> str:
    """Return one line of the answer without characters that act on a terminal."""
    return "\t".join(map(escape_line, text.split("\t", 1)))


def candidates(line: str, environment: Mapping[str, str], cwd: Path) -> list[Candidate]:
    """Return what may stand for the last word of a line, with what each means."""
    words = _words(line)
    if not words:
        return []
    place = _Place.at(words[1:-1])
    current = words[-1] if len(words) > 1 else ""
    lookup = _Lookup(place, environment, cwd)
    flag, equals, _ = current.partition("=")
    if equals and flag.startswith("--") and not place.literal:
        found = [(f"{flag}={value}", text) for value, text in lookup.of_flag(flag)]
    elif place.expects is not None:
        found = list(lookup.of_flag(place.expects))
    elif current.startswith("-") and not place.literal:
        found = list(_flags(place.command))
    else:
        found = list(lookup.of_next_word())
    return [one for one in found if one[0].startswith((current, ":"))]


def _words(line: str) -> list[str]:
    """Return the words of a line that may end within quotes; the last one is being typed."""
    for end in ("", "'", '"'):
        try:
            words = shlex.split(line + end)
        except ValueError:
            continue
        return [*words, ""] if not end and line[-1:].isspace() else words
    return []


@dataclass
class _Place:
    """Where in a command line the next word stands."""

    plain: list[str] = field(default_factory=list)
    command: Command | None = None
    expects: str | None = None
    """The flag whose value comes next."""
    literal: bool = False
    """Whether `--` was there, so that no flag comes any more."""
    shared: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def at(words: Sequence[str]) -> _Place:
        """Return the place behind those words."""
        place = _Place()
        for word in words:
            place._take(word)
        return place

    def _take(self, word: str) -> None:
        flag, equals, value = word.partition("=")
        if self.expects is not None:
            if self.expects in FLAGS_WITH_VALUE:
                self.shared[self.expects] = word
            self.expects = None
        elif self.literal or not word.startswith("-") or word == "-":
            self.plain.append(word)
            if self.command is None and len(self.plain) <= 2:
                self.command = find(" ".join(self.plain))
        elif word == "--":
            self.literal = True
        elif flag in FLAGS_WITH_VALUE and equals:
            self.shared[flag] = value
        elif not equals and (flag in FLAGS_WITH_VALUE or self._takes_value(flag)):
            self.expects = flag

    def _takes_value(self, flag: str) -> bool:
        parameters = self.command.parameters if self.command is not None else ()
        return any(flag in one.flags and one.kind != "flag" for one in parameters)


def _flags(command: Command | None) -> Iterator[Candidate]:
    for one in command.parameters if command is not None else ():
        if one.flags:
            yield one.flags[0], one.doc
    yield from _SHARED_FLAGS.items()
    if command is None:
        yield "--version", "Print the version."


def _commands(first: str | None = None) -> Iterator[Candidate]:
    """Yield the first words of all commands, or the second ones of a group."""
    if first is None:
        yield from GROUPS.items()
    for command in COMMANDS:
        group, _, rest = command.name.partition(" ")
        if first is None and not rest:
            yield command.name, command.doc
            yield from ((other, command.doc) for other in command.other_names)
        elif first is not None and group == first and rest:
            yield rest, command.doc


@dataclass
class _Lookup:
    """The values that can stand at a place."""

    place: _Place
    environment: Mapping[str, str]
    cwd: Path

    def of_flag(self, flag: str) -> Iterable[Candidate]:
        """Return the values of a flag."""
        if flag in _SHARED_VALUES:
            return self._named(_SHARED_VALUES[flag])
        parameters = self.place.command.parameters if self.place.command is not None else ()
        for one in parameters:
            if flag in one.flags:
                return self._values(one)
        return ()

    def of_next_word(self) -> Iterable[Candidate]:
        """Return what can stand as the next word that is no flag."""
        command, plain = self.place.command, self.place.plain
        if command is None:
            if not plain:
                return _commands()
            return _commands(plain[0]) if plain[0] in GROUPS and len(plain) == 1 else ()
        arguments = [one for one in command.parameters if not one.flags]
        taken = plain[len(command.name.split()) :]
        if arguments and arguments[-1].completes == "commands":
            return _commands(*taken[:1]) if len(taken) < 2 else ()
        at = len(taken)
        if at >= len(arguments) and not (arguments and arguments[-1].many):
            return ()
        return self._values(arguments[min(at, len(arguments) - 1)])

    def _values(self, parameter: Parameter) -> Iterable[Candidate]:
        if parameter.values:
            return [(value, "") for value in parameter.values]
        return self._named(parameter.completes) if parameter.completes else ()

    def _named(self, what: str) -> Iterable[Candidate]:
        if what in ("files", "folders"):
            return [(f":{what}", "")]
        if what == "hosts":
            from myelin.contract.hosts import HOSTS

            return [(host.name, host.title) for host in HOSTS.values()]
        try:
            return self._brains() if what == "brains" else self._held(what)
        except Exception:
            # A completion never fails: the command itself says what is wrong.
            return ()

    def _settings(self) -> Any:
        from myelin import config

        shared = self.place.shared
        return config.load(
            self.environment, self.cwd, data=shared.get("--data"), name=shared.get("--name")
        )

    def _brains(self) -> list[Candidate]:
        from myelin import config

        folder = config.locate(self._settings(), self.cwd).data_dir
        return [(path.stem, "") for path in sorted(folder.glob(f"*{config.BRAIN_SUFFIX}"))]

    def _held(self, what: str) -> list[Candidate]:
        """Return what a brain holds of one kind; nothing if opening it could ask for its key."""
        from myelin import config, keystore
        from myelin.brains import brain
        from myelin.kernel.machine import SYSTEM

        settings = self._settings()
        found = brain.find(settings, self.cwd, SYSTEM)
        root = keystore.without_asking(found.id, settings)
        if root is None:
            return []
        found = found.with_root(root)
        if what == "snapshots":
            with found.past() as past:
                return [(point.label or "", "") for point in past.overview().snapshots]
        caller = config.shell_caller(self.environment)
        with found.opened(caller, readonly=True) as engine, engine.store.read(caller) as session:
            return _HELD[what](engine, session)


def _call(engine: Engine, session: Session, operation: str, **given: Any) -> dict[str, Any]:
    from myelin.engine.admit import admit
    from myelin.surface.operations import OPERATIONS

    bound = OPERATIONS[operation]
    assert bound.run is not None
    return dict(bound.run(engine, session, admit(bound, given, scan=engine.scan)))


def _memories(engine: Engine, session: Session) -> list[Candidate]:
    listed = _call(engine, session, "list_memories", limit=_LISTED_MAX)["memories"]
    return [(one["id"], " ".join(one["content"].split())[:_TEXT_CHARS_MAX]) for one in listed]


def _tags(engine: Engine, session: Session) -> list[Candidate]:
    listed = _call(engine, session, "list_memories", limit=_LISTED_MAX)["memories"]
    return [(tag, "") for tag in sorted({tag for one in listed for tag in one["tags"]})]


def _documents(operation: str, plural: str, *, versions: bool) -> Callable[..., list[Candidate]]:
    def named(engine: Engine, session: Session) -> list[Candidate]:
        given = {"limit": _LISTED_MAX} if plural == "processes" else {}
        listed = _call(engine, session, operation, **given)[plural]
        end = "@{version}" if versions else ""
        return [(one["name"] + end.format(**one), one["title"]) for one in listed]

    return named


def _proposals(engine: Engine, session: Session) -> list[Candidate]:
    listed = _call(engine, session, "list_proposals")["proposals"]
    return [(one["id"], f"{one['kind']} {one['target']}") for one in listed]


def _preferences(engine: Engine, session: Session) -> list[Candidate]:
    listed = _call(engine, session, "get_preferences")["preferences"]
    return [(one["key"], one["value"]) for one in listed]


_HELD: dict[str, Callable[[Any, Any], list[Candidate]]] = {
    "memories": _memories,
    "tags": _tags,
    "processes": _documents("list_processes", "processes", versions=False),
    "process_versions": _documents("list_processes", "processes", versions=True),
    "standards": _documents("list_standards", "standards", versions=False),
    "standard_versions": _documents("list_standards", "standards", versions=True),
    "proposals": _proposals,
    "preferences": _preferences,
}
