"""`myelin init`: a new brain, its key kept, its words shown once, and what comes next."""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from myelin import config, keystore
from myelin.cli import ask, clients
from myelin.cli.console import Block, Console, Lines, Part
from myelin.contract.errors import (
    ArgumentInvalid,
    BrainExists,
    PathRefused,
    StorageFailed,
    StorageFull,
    StorageReadOnly,
)
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.ids import Chance

_SENSITIVITIES = ("normal", "local_only")
_WORDS_A_LINE = 6


@dataclass(frozen=True)
class Wanted:
    """What was asked for."""

    settings: config.Settings
    cwd: Path
    default_sensitivity: str
    phrase_file: Path | None


def run(console: Console, wanted: Wanted, environment: Mapping[str, str], chance: Chance) -> int:
    """Make the brain and say how to use it; after a failure nothing that it made is left.

    Raises:
        BrainExists: there is one already; it is left alone.
        PathRefused: the place of the brain or of the words cannot be used.
    """
    from myelin import assembly
    from myelin.crypto import keys, phrase

    location = config.locate_new(wanted.settings, wanted.cwd)
    _check(wanted, location)
    keystore.forbid_dumps()
    given = keystore.environment_root(wanted.settings)
    root = given if given is not None else keys.new_root(chance)
    words = phrase.words(root)
    with ExitStack() as undo, _storage_errors():
        _make_folder(location.data_dir, undo)
        if wanted.phrase_file is not None:
            _write_new(wanted.phrase_file, words + "\n", undo)
        assembly.create(
            location.path,
            root,
            name=location.name,
            default_sensitivity=wanted.default_sensitivity,
        )
        undo.callback(_forget, location)
        # Opened once, before anyone relies on it: that also refuses a network filesystem.
        engine = assembly.open(
            location.path,
            root,
            name=location.name,
            audience=Audience.LOCAL,
            origin=Origin.OWNER,
            force_network=wanted.settings.force_network,
        )
        brain = asdict(engine.brain)
        engine.store.close()
        config.prepare_home(wanted.settings.home)
        source = keystore.save(brain["id"], root, wanted.settings)
        undo.pop_all()
    shown = _show_words(words, wanted, environment)
    document = {
        "brain": brain,
        "path": str(location.path),
        "why": location.why,
        "key": source,
        "phrase": shown,
        "server": clients.server_command(location),
    }
    console.result(document, *_told(location, source, shown, wanted))
    return 0


def _check(wanted: Wanted, location: config.Location) -> None:
    if location.path.exists() or location.path.is_symlink():
        raise BrainExists(name=location.name)
    if wanted.default_sensitivity not in _SENSITIVITIES:
        problem = {
            "path": "/default_sensitivity",
            "rule": "enum",
            "message": f"is none of {', '.join(_SENSITIVITIES)}",
        }
        raise ArgumentInvalid(count=1, tool="init", details={"problems": [problem]})
    file = wanted.phrase_file
    if file is None:
        return
    if file.exists() or file.is_symlink():
        raise _refused("the file for the words is there already")
    folder = file.parent.resolve()
    if folder == location.data_dir.resolve() or location.data_dir.resolve() in folder.parents:
        raise _refused("the words may not lie beside the brain that they open")
    if not folder.is_dir():
        raise _refused("the folder for the words is not there")


def _refused(reason: str) -> PathRefused:
    return PathRefused(reason=reason, suggestion="Give another path to --phrase-file.")


def _make_folder(data_dir: Path, undo: ExitStack) -> None:
    for folder in (*reversed(data_dir.parents), data_dir):
        if not folder.is_dir():
            folder.mkdir(mode=0o700 if folder == data_dir else 0o777)
            undo.callback(_remove_empty, folder)
    ignore = data_dir / ".gitignore"
    if not ignore.exists():
        _write_new(ignore, "*\n", undo)


def _write_new(path: Path, text: str, undo: ExitStack) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o600)
    undo.callback(path.unlink, missing_ok=True)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(descriptor)


def _forget(location: config.Location) -> None:
    """Remove a brain that nobody got the key of."""
    for path in location.data_dir.glob(f"{location.name}.*"):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _storage_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageFull() from None
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise StorageReadOnly() from None
        raise StorageFailed(what=errno.errorcode.get(error.errno or 0, "unknown")) from None


def _show_words(words: str, wanted: Wanted, environment: Mapping[str, str]) -> str:
    """Show the words once to a person, and return where they went."""
    if wanted.phrase_file is not None:
        return "file"
    with ask.controlling_terminal(environment) as terminal:
        if terminal is None:
            return "not shown"
        terminal.say(
            "These 24 words bring the key of this brain back. They are shown this once; without"
            " them\nand without the key the brain is lost. Write them down, and keep them away"
            " from it.\n"
        )
        split = words.split()
        for start in range(0, len(split), _WORDS_A_LINE):
            numbered = enumerate(split[start : start + _WORDS_A_LINE], start + 1)
            terminal.say("  " + "  ".join(f"{place:2} {word:<8}" for place, word in numbered))
        terminal.say("")
    return "terminal"


def _told(location: config.Location, source: str, shown: str, wanted: Wanted) -> list[Part]:
    kept = {
        "keychain": "The key is in the system's keychain.",
        "key file": "There is no keychain here: the key is in a file, readable by you alone, under"
        f" {wanted.settings.home}.",
        "environment": "The key is the one in MYELIN_KEY; it was not written down.",
    }[source]
    lines = [f"Made the brain {location.name}: {location.path}", location.why + ".", kept]
    if shown == "file":
        lines.append(f"The 24 words are in {wanted.phrase_file}. Move them away from this machine.")
    if shown == "not shown":
        lines.append(
            "The 24 words were not shown: there is no terminal here that only a person reads."
            " Until you have them, the key is the only way into this brain: back it up."
        )
    lines += ["", "Set-up of the clients:"]
    set_up = [Block(where, (), what) for where, what in clients.set_up(location)]
    return [Lines(lines), *set_up]
