"""What `myelin key rotate` and `myelin purge --rotate-key` share: the new key and its words."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from myelin import config, keystore
from myelin.brains.brain import Brain
from myelin.cli import recovery_phrase, terminal
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.contract.errors import TerminalRequired, WriteOutcomeUnknown
from myelin.crypto import keys, phrase
from myelin.kernel.errors import MyelinError
from myelin.store import disk_errors
from myelin.upkeep import rotation

OLD_KEY = "Free blocks of the disk and backups hold only bytes that the new key does not open."
_ABOUT_THE_WORDS = """\
The words of the new key. Write them down now: the key changes once you have confirmed them.
The old words will open only copies that were made before."""


@dataclass(frozen=True)
class NextWords:
    """The next root, and the place of its words: `terminal` or `file`."""

    root: bytes
    place: str


def check(brain: Brain, phrase_file: Path | None, environment: Mapping[str, str]) -> None:
    """Refuse a rotation whose new key or words could not be stored.

    Raises:
        ArgumentInvalid: the key is that of MYELIN_KEY, which only its owner can change.
        PathRefused: the file may not take the words, or the keystore refuses a key.
        TerminalRequired: there is neither terminal nor file for the words.
    """
    if brain.settings.key is not None:
        raise argument_invalid(
            "key rotate", "/key", "is the one in MYELIN_KEY: unset it, and keep the key elsewhere"
        )
    if phrase_file is not None:
        recovery_phrase.check_new_file(phrase_file, brain.location.data_dir)
    else:
        with terminal.controlling_terminal(environment) as person:
            if person is None:
                raise TerminalRequired(
                    suggestion="The new words must go somewhere: run it on a terminal, or pass"
                    " --phrase-file."
                )
    config.prepare_home(brain.settings.home)
    # Saving the present root proves, before any file changes, that the keystore takes a root.
    brain.keystore.save(brain.root)


@contextmanager
def next_words(invocation: Invocation, phrase_file: Path | None) -> Iterator[NextWords]:
    """Make the next root and give out its words, before the block changes any file.

    If the block fails without changing a file, the file with the words is removed again.

    Raises:
        TerminalRequired: nobody confirmed to have the words; nothing was changed.
    """
    root = keys.new_root(invocation.machine.chance)
    words = phrase.words(root)
    if phrase_file is not None:
        with disk_errors():
            recovery_phrase.write_new(phrase_file, words + "\n")
    elif not recovery_phrase.show_and_confirm(
        words, invocation.environment, _ABOUT_THE_WORDS, invocation.machine.chance
    ):
        raise TerminalRequired(
            suggestion="The new words were not confirmed, so the key was not changed. Run it again."
        )
    try:
        yield NextWords(root, "terminal" if phrase_file is None else "file")
    except (WriteOutcomeUnknown, rotation.NotSaved):
        raise
    except MyelinError:
        if phrase_file is None:
            invocation.console.remark("The key was not changed: the new words open nothing.")
        else:
            phrase_file.unlink(missing_ok=True)
        raise


def result(brain: Brain, words: NextWords) -> dict[str, str]:
    """Return the place of the new key (`source`) and of its words (`phrase`)."""
    found = keystore.stored(brain.id, brain.settings)
    return {"source": "keystore" if found is None else found.source, "phrase": words.place}


def sentence(kept: dict[str, str]) -> str:
    """Return where the new key and its words are, from what `result` returned."""
    where = {
        "file": "The new words are in the file.",
        "terminal": "The new words were shown on the terminal.",
    }
    return f"The new key is in the {kept['source']}. {where[kept['phrase']]}"
