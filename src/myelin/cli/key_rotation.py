"""What `myelin key rotate` and `myelin purge --rotate-key` share: the new key and its words."""

from pathlib import Path

from myelin import config, keystore
from myelin.cli import recovery_phrase, terminal
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.contract.errors import TerminalRequired
from myelin.crypto import phrase
from myelin.store import disk_errors
from myelin.upkeep import keys as rotation

OLD_KEY = "Free blocks of the disk and backups hold only bytes that the new key does not open."
_ABOUT_THE_WORDS = """\
The words of the new key. The old ones open only copies that were made before today."""


def check(invocation: Invocation, location: config.Location, phrase_file: Path | None) -> None:
    """Refuse a rotation whose new key or words could not be kept.

    Raises:
        ArgumentInvalid: the key is that of MYELIN_KEY, which only its owner can change.
        PathRefused: the file may not take the words.
        TerminalRequired: there is neither terminal nor file for the words.
    """
    if invocation.settings().key is not None:
        raise argument_invalid(
            "key rotate", "/key", "is the one in MYELIN_KEY: unset it, and keep the key elsewhere"
        )
    if phrase_file is not None:
        recovery_phrase.check_new_file(phrase_file, location.data_dir)
        return
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is None:
            raise TerminalRequired(
                suggestion="The new words must go somewhere: run it on a terminal, or pass"
                " --phrase-file."
            )


def keep(
    invocation: Invocation,
    location: config.Location,
    brain_id: str,
    next_root: bytes,
    phrase_file: Path | None,
) -> dict[str, str]:
    """Store the next root, delete its copy beside the brain, and give out its words once.

    Return the place of the key (`source`) and of its words (`phrase`).
    """
    settings = invocation.settings()
    config.prepare_home(settings.home)
    source = keystore.save(brain_id, next_root, settings, replace=True)
    rotation.forget(location.path)
    words = phrase.words(next_root)
    if phrase_file is not None:
        with disk_errors():
            recovery_phrase.write_new(phrase_file, words + "\n")
        return {"source": source, "phrase": "file"}
    shown = recovery_phrase.show(words, invocation.environment, _ABOUT_THE_WORDS)
    return {"source": source, "phrase": "terminal" if shown else "not shown"}


def sentence(kept: dict[str, str]) -> str:
    """Return where the new key and its words are, from what `keep` returned."""
    where = {
        "file": "The new words are in the file.",
        "terminal": "The new words were shown on the terminal.",
        "not shown": "The new words were not shown: run `myelin key export`.",
    }
    return f"The new key is in the {kept['source']}. {where[kept['phrase']]}"
