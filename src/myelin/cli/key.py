"""`myelin key`: showing the words of a brain's key again, and bringing a key back from them."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from myelin import config, keystore
from myelin.cli import ask, phrases
from myelin.cli.console import Console, Lines
from myelin.contract.errors import TerminalRequired
from myelin.kernel.audience import Audience, Origin
from myelin.server.brains import root_of

if TYPE_CHECKING:
    from myelin.engine import Engine


def export(
    console: Console,
    settings: config.Settings,
    location: config.Location,
    environment: Mapping[str, str],
    phrase_file: Path | None,
) -> int:
    """Show the words to a person or write them to a new private file, and return 0.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        PathRefused: the file may not take the words.
    """
    from myelin import store
    from myelin.crypto import phrase

    _refuse_agents(environment)
    if phrase_file is not None:
        phrases.check_new_file(phrase_file, location.data_dir)
    root = root_of(location.path, settings)
    # Words that do not open the brain would be worse than none.
    engine = _open(settings, location, root)
    engine.store.close()
    words = phrase.words(root)
    if phrase_file is not None:
        with store.disk_errors():
            phrases.write_new(phrase_file, words + "\n")
    elif not phrases.show(words, environment, "The words of this brain's key:"):
        raise TerminalRequired(suggestion="Run it there, or pass --phrase-file.")
    where = "terminal" if phrase_file is None else "file"
    said = "The words are on the terminal." if phrase_file is None else "The words are in the file."
    console.result({"brain": asdict(engine.brain), "phrase": where}, Lines([said]))
    return 0


def bring_back(
    console: Console,
    settings: config.Settings,
    location: config.Location,
    environment: Mapping[str, str],
    phrase_file: Path | None,
) -> int:
    """Keep the key that the words carry once it has opened the brain, and return 0.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        ArgumentInvalid: these are not the words of any key.
        KeyWrong: they are another brain's; nothing was kept.
    """
    _refuse_agents(environment)
    keystore.forbid_dumps()
    root = phrases.read_root(phrase_file, environment)
    engine = _open(settings, location, root)
    engine.store.close()
    config.prepare_home(settings.home)
    source = keystore.save(engine.brain.id, root, settings, replace=True)
    said = {
        "environment": "The words are those of the key in MYELIN_KEY; nothing was written down.",
        "keychain": "The key is in the system's keychain.",
        "key file": f"There is no keychain here: the key is in a file under {settings.home}.",
    }[source]
    console.result({"brain": asdict(engine.brain), "key": source}, Lines([said]))
    return 0


def _refuse_agents(environment: Mapping[str, str]) -> None:
    if ask.driving_agent(environment) is not None:
        raise TerminalRequired(suggestion="Run it in a terminal of your own.")


def _open(settings: config.Settings, location: config.Location, root: bytes) -> "Engine":
    from myelin import assembly

    return assembly.open(
        location.path,
        root,
        name=location.name,
        audience=Audience.LOCAL,
        origin=Origin.OWNER,
        force_network=settings.force_network,
    )
