"""`myelin init`: create a brain, save its key, show its recovery phrase once, print next steps."""

import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myelin import config, hosts, keystore
from myelin.cli import decisions, recovery_phrase, terminal
from myelin.cli.console import Lines, Part
from myelin.cli.invocation import Invocation
from myelin.contract.errors import (
    ArgumentInvalid,
    BrainExists,
    PathRefused,
)
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.machine import Machine

if TYPE_CHECKING:
    from myelin.brains.brain import Brain
    from myelin.engine import Engine
    from myelin.store import Session

_SENSITIVITIES = ("normal", "local_only")
_ABOUT_THE_WORDS = """\
These 24 words bring the key of this brain back. Whoever has them can open it; without them and
without the key it is lost. Write them down, and keep them away from the brain."""


@dataclass(frozen=True)
class Request:
    """The arguments of one `init`, and where the new brain goes."""

    settings: config.Settings
    cwd: Path
    default_sensitivity: str
    phrase_file: Path | None
    bare: bool = False
    meta: bool = False
    new: bool = False


def init(
    invocation: Invocation,
    *,
    default_sensitivity: str,
    bare: bool,
    meta: bool,
    new: bool,
    phrase_file: str | None,
) -> int:
    """Make the brain and say how to use it; after a failure nothing that it made is left.

    Raises:
        BrainExists: there is one already; it is left alone.
        PathRefused: the place of the brain or of the words cannot be used.
    """
    settings = invocation.settings()
    request = Request(
        settings=config.for_meta(settings) if meta else settings,
        cwd=invocation.cwd,
        default_sensitivity=default_sensitivity,
        phrase_file=invocation.file(phrase_file),
        bare=bare,
        meta=meta,
        new=new,
    )
    document, parts = make(request, invocation.environment, invocation.machine)
    if not meta:
        parts.append(Lines(_about_hosts(invocation, document["server"])))
    invocation.console.result(document, *parts)
    # A script may have a terminal that nobody looks at: only who reads the output is asked.
    asks = invocation.console.output.isatty() and not invocation.console.json
    if asks and not (meta or settings.daily_backup):
        _offer_backups(invocation)
    return 0


def _about_hosts(invocation: Invocation, server: Sequence[str]) -> list[str]:
    """Return what sets up the hosts that were found, a line each, or how to do it without one."""
    from myelin.cli.commands import connect

    found = connect.found_lines(invocation)
    if found:
        return ["", "Set up the hosts that were found here:", *found]
    return [
        "",
        "No host was found here. `myelin connect` lists those that it sets up. Others start:",
        f"  {shlex.join(server)}",
    ]


def _offer_backups(invocation: Invocation) -> None:
    """Ask a person at the terminal whether to keep a daily backup, and begin it on a yes."""
    from myelin.brains import backups

    brain = invocation.brain()
    folder = backups.folder_of(brain)
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is None:
            return
        person.forget_typed()
        answer = person.ask(f"Keep a sealed backup a day in {folder}? [y/N]")
    if answer.casefold() not in ("y", "yes"):
        return
    owner = decisions.OwnerAtTerminal(invocation)
    made = decisions.carried_out(brain, "back_up", {"daily": True}, owner)
    if made is not None:
        lines = [
            f"Wrote and checked {made['path']}.",
            "`myelin serve` makes one a day from now on.",
        ]
        invocation.console.result(made, Lines(lines))


def make(
    request: Request, environment: Mapping[str, str], machine: Machine
) -> tuple[dict[str, Any], list[Part]]:
    """Create the brain and return the result as a document and as parts for a person.

    Raises:
        BrainExists: there is one already; it is left alone.
        PathRefused: the place of the brain or of the words cannot be used.
    """
    from myelin import store
    from myelin.brains.brain import Brain
    from myelin.crypto import keys, phrase

    location = config.locate_new(request.settings, request.cwd)
    _check(request, location)
    keystore.forbid_dumps()
    if request.meta:
        # The user's own brain lies inside the folder that is otherwise made last.
        config.prepare_home(request.settings.home)
    given = keystore.environment_root(request.settings)
    root = given if given is not None else keys.new_root(machine.chance)
    words = phrase.words(root)
    with ExitStack() as undo, store.disk_errors():
        _make_folder(location.data_dir, undo)
        if request.phrase_file is not None:
            _write_new(request.phrase_file, words + "\n", undo)
        new = Brain(location, request.settings, machine, root)
        brain, seeded = _make_brain(new, request, undo)
        config.prepare_home(request.settings.home)
        source = keystore.save(brain["id"], root, request.settings)
        undo.pop_all()
    shown = _show_words(words, request, environment)
    document: dict[str, Any] = {
        "brain": brain,
        "path": str(location.path),
        "why": location.why,
        "key": source,
        "phrase": shown,
        "seeded": seeded,
    }
    if not request.meta:
        document["server"] = hosts.server_command(location)
    return document, _told(location, source, shown, seeded, request)


def _make_brain(
    new: "Brain", request: Request, undo: ExitStack
) -> tuple[dict[str, str], dict[str, int]]:
    """Create the file and its starter documents; return the brain and how many of each kind."""
    from myelin import assembly

    kind = assembly.META if request.meta else assembly.PROJECT
    new.create(kind=kind, default_sensitivity=request.default_sensitivity)
    undo.callback(_forget, new.location)
    # Opened once, before anyone relies on it: that also refuses a network filesystem.
    with new.opened(LOCAL_OWNER) as engine:
        seeded = {} if request.bare or request.meta else _seed(engine)
    return asdict(engine.brain), seeded


def _seed(engine: "Engine") -> dict[str, int]:
    from myelin.engine import dispatch
    from myelin.upkeep import seed

    def plant(session: "Session") -> dict[str, Any]:
        return {"seeded": seed.starter_pack(session, engine.processes, engine.quality)}

    made = dispatch.run(
        engine, "write", plant, "starter pack", decision=decisions.creation(), act="init"
    )
    seeded: dict[str, int] = made["seeded"]
    return seeded


def _check(request: Request, location: config.Location) -> None:
    if location.path.exists() or location.path.is_symlink():
        raise BrainExists(name=location.name)
    if not request.new:
        from myelin.brains import brain

        if brain.was_here(request.settings, location) is not None:
            raise PathRefused(
                reason="another brain was here, and its file is gone", suggestion=brain.WAS_HERE
            )
    if request.default_sensitivity not in _SENSITIVITIES:
        problem = {
            "path": "/default_sensitivity",
            "rule": "enum",
            "message": f"is none of {', '.join(_SENSITIVITIES)}",
        }
        raise ArgumentInvalid(count=1, tool="init", details={"problems": [problem]})
    if request.phrase_file is not None:
        recovery_phrase.check_new_file(request.phrase_file, location.data_dir)


def _make_folder(data_dir: Path, undo: ExitStack) -> None:
    for folder in (*reversed(data_dir.parents), data_dir):
        if not folder.is_dir():
            folder.mkdir(mode=0o700 if folder == data_dir else 0o777)
            undo.callback(_remove_empty, folder)
    ignore = data_dir / ".gitignore"
    if not ignore.exists():
        _write_new(ignore, "*\n", undo)


def _write_new(path: Path, text: str, undo: ExitStack) -> None:
    recovery_phrase.write_new(path, text)
    undo.callback(path.unlink, missing_ok=True)


def _forget(location: config.Location) -> None:
    """Remove a brain whose key was not saved."""
    for path in location.data_dir.glob(f"{location.name}.*"):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _show_words(words: str, request: Request, environment: Mapping[str, str]) -> str:
    """Show the words once to a person, and return where they went."""
    if request.phrase_file is not None:
        return "file"
    shown = recovery_phrase.show(words, environment, _ABOUT_THE_WORDS)
    return "terminal" if shown else "not shown"


def _export(location: config.Location, request: Request) -> str:
    if not request.meta:
        return "myelin key export"
    return f"myelin key export --data {location.data_dir} --name {location.name}"


def _told(
    location: config.Location,
    source: str,
    shown: str,
    seeded: Mapping[str, int],
    request: Request,
) -> list[Part]:
    kept = {
        "keychain": "The key is in the system's keychain.",
        "key file": "There is no keychain here: the key is in a file, readable by you alone, under"
        f" {request.settings.home}.",
        "environment": "The key is the one in MYELIN_KEY; it was not written down.",
    }[source]
    lines = [f"Made the brain {location.name}: {location.path}", location.why + ".", kept]
    if seeded:
        lines.append(
            f"It begins with {seeded['processes']} processes and {seeded['standards']} standards:"
            " see `myelin process list` and `myelin standard list`."
        )
    if shown == "file":
        lines.append(
            f"The 24 words are in {request.phrase_file}. Move them away from this machine."
        )
    if shown == "not shown":
        lines.append(
            "The 24 words were not shown: there is no terminal here that only a person reads."
            " Until you have them, the key is the only way into this brain. To see them, run"
            f" `{_export(location, request)}` in a terminal of your own."
        )
    if request.meta:
        return [
            Lines([*lines, "Set what you prefer everywhere: myelin prefs set KEY VALUE --meta"])
        ]
    lines += [
        "",
        "`git clean -fdx` removes the brain as well: add `-e .myelin`, and keep a backup outside.",
        "`myelin backup` makes one, and with `--daily` the server makes one a day from then on.",
    ]
    return [Lines(lines)]
