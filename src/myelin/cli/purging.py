"""`myelin purge` and `myelin key rotate`: what cannot be taken back, and is done to every file."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from myelin import assembly, config, keystore
from myelin.cli import ask, failures, phrases
from myelin.cli.console import Lines
from myelin.cli.desk import Desk, invalid
from myelin.contract.errors import PathRefused, TerminalRequired, WriteOutcomeUnknown
from myelin.crypto import keys, phrase
from myelin.kernel.clock import format_time
from myelin.kernel.errors import MyelinError
from myelin.kernel.upkept import Doomed
from myelin.server.brains import keystore_of
from myelin.store import Receipt, disk_errors
from myelin.upkeep import purge as purging
from myelin.upkeep import rotation

_ABOUT_THE_WORDS = """\
The words of the new key. Write them down now: the key changes once you have confirmed them.
The old words will open only copies that were made before."""
_OLD_BLOCKS = (
    "Free blocks of the disk, backups and other devices may still hold old sealed bytes; whoever"
    " has the key opens those."
)
_OLD_KEY = "Free blocks of the disk and backups hold only bytes that the new key does not open."


@dataclass(frozen=True)
class Wanted:
    """What a purge was asked for."""

    id: str
    reason: str
    yes: str | None
    rotate_key: bool
    phrase_file: Path | None
    receipt: Path | None


def purge(desk: Desk, wanted: Wanted) -> int:
    """Remove one thing and its bytes for good, once a person typed its id; return the exit code.

    Raises:
        TerminalRequired: an agent drives this shell, or nobody confirmed it.
        ArgumentInvalid, SecretRefused: the reason cannot be kept.
        BrainDamaged: a file cannot be read, so nothing could be promised; nothing was changed.
    """
    desk.refuse_agents()
    location = desk.location()
    root = desk.root(location)
    with desk.engine(location, root) as engine:
        with engine.store.read() as session:
            doomed = purging.plan(session, engine.upkept, wanted.id)
        purging.check_reason(wanted.reason, doomed, engine.scan)
        if wanted.receipt is not None:
            _check_new(wanted.receipt)
        brain = asdict(engine.brain)
        if wanted.rotate_key:
            _check_rotation(desk, location, brain["id"], root, wanted.phrase_file)
        decided_by = _decided(desk, wanted, doomed)
        if decided_by is None:
            desk.console.remark("That is not the id; nothing was changed.")
            return failures.EXIT_DECLINED
        word = purging.Word(wanted.reason, decided_by, desk.clock.now_ms())
        if wanted.rotate_key:
            with _next_words(desk, wanted.phrase_file) as next_words:
                receipt = purging.purge_and_rotate(
                    engine.store, doomed, word, location.path, root, next_words.root,
                    keystore_of(brain["id"], desk.settings), chance=desk.chance,
                )  # fmt: skip
        else:
            receipt = purging.purge(engine.store, doomed, word)
    document: dict[str, Any] = {
        "brain": brain,
        "purged": list(doomed.ids),
        "mentions": list(doomed.mentions),
        "decided_by": decided_by,
        "receipt": _document(receipt, word, rotated=wanted.rotate_key),
    }
    if wanted.rotate_key:
        document["key"] = {"source": _source(desk, brain["id"]), "phrase": next_words.where}
    lines = _told(document, receipt)
    if wanted.receipt is not None:
        with disk_errors():
            phrases.write_new(wanted.receipt, json.dumps(document, indent=2) + "\n")
        lines.append(f"The receipt is in {wanted.receipt}.")
    desk.console.result(document, Lines(lines))
    return 0


def rotate(desk: Desk, phrase_file: Path | None) -> int:
    """Seal all files with a new key, keep it, show its words, and return the exit code.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        ArgumentInvalid: the key is that of MYELIN_KEY, which only its owner can change.
        BrainDamaged: a file cannot be read; nothing was changed.
    """
    desk.refuse_agents()
    location = desk.location()
    root = desk.root(location)
    _check_rotation(desk, location, assembly.brain_id_of(location.path), root, phrase_file)
    decision = ask.confirm(
        "Every file of this brain is sealed anew, and the 24 words you have become useless.\n"
        "Shall the key be changed?",
        desk.environment,
        unattended=True,
    )
    if decision == "declined":
        desk.console.remark("Declined; nothing was changed.")
        return failures.EXIT_DECLINED
    with desk.engine(location, root) as engine, _next_words(desk, phrase_file) as next_words:
        brain = asdict(engine.brain)
        receipt = rotation.rotate(
            engine.store, location.path, root, next_words.root,
            keystore_of(brain["id"], desk.settings), chance=desk.chance,
        )  # fmt: skip
    kept = {"source": _source(desk, brain["id"]), "phrase": next_words.where}
    document = {"brain": brain, "key": kept, "files": receipt.files, "decided_by": decision}
    said = f"{receipt.files} files were sealed anew. {_OLD_KEY}"
    desk.console.result(document, Lines([said, _where(kept)]))
    return 0


def _decided(desk: Desk, wanted: Wanted, doomed: Doomed) -> str | None:
    """Return who confirmed a purge by giving the whole id, or None."""
    with ask.controlling_terminal(desk.environment) as terminal:
        if terminal is not None:
            terminal.say("This goes for good, from every file and every snapshot:")
            for public_id in doomed.ids:
                terminal.say(f"  {public_id}")
            for text in doomed.texts:
                terminal.say(f"  | {text[:200]}")
            if doomed.mentions:
                terminal.say(f"It stays among other words in: {', '.join(doomed.mentions)}")
            return "person" if terminal.ask("Type the whole id to purge it:") == wanted.id else None
    if wanted.yes is None:
        raise TerminalRequired(
            suggestion="Run it on a terminal, or pass --yes with the whole id once more to have it"
            " recorded as decided by nobody at one."
        )
    return "unattended" if wanted.yes == wanted.id else None


def _check_rotation(
    desk: Desk,
    location: config.Location,
    brain_id: str,
    root: bytes,
    phrase_file: Path | None,
) -> None:
    """Refuse a rotation whose new words or new key would have no place to go."""
    if desk.settings.key is not None:
        raise invalid(
            "key rotate", "/key", "is the one in MYELIN_KEY: unset it, and keep the key elsewhere"
        )
    if phrase_file is not None:
        phrases.check_new_file(phrase_file, location.data_dir)
    else:
        with ask.controlling_terminal(desk.environment) as terminal:
            if terminal is None:
                raise TerminalRequired(
                    suggestion="The new words must go somewhere: run it on a terminal, or pass"
                    " --phrase-file."
                )
    config.prepare_home(desk.settings.home)
    # Saving the present root proves, before a file changes, that the keystore takes a root.
    keystore.save(brain_id, root, desk.settings, replace=True)


@dataclass(frozen=True)
class _NextWords:
    """The next root, and where its words went."""

    root: bytes
    where: str


@contextmanager
def _next_words(desk: Desk, phrase_file: Path | None) -> Iterator[_NextWords]:
    """Make the next root and hand its words over, before the block changes a file.

    If the block fails without changing a file, the file with the words is removed again.

    Raises:
        TerminalRequired: nobody confirmed to have the words; nothing was changed.
    """
    root = keys.new_root(desk.chance)
    words = phrase.words(root)
    if phrase_file is not None:
        with disk_errors():
            phrases.write_new(phrase_file, words + "\n")
    elif not phrases.show_and_confirm(words, desk.environment, _ABOUT_THE_WORDS, desk.chance):
        raise TerminalRequired(
            suggestion="The new words were not confirmed, so the key was not changed. Run it again."
        )
    try:
        yield _NextWords(root, "terminal" if phrase_file is None else "file")
    except (WriteOutcomeUnknown, rotation.NotSaved):
        raise
    except MyelinError:
        if phrase_file is not None:
            phrase_file.unlink(missing_ok=True)
        else:
            desk.console.remark("The key was not changed: the new words open nothing.")
        raise


def _source(desk: Desk, brain_id: str) -> str:
    found = keystore.stored(brain_id, desk.settings)
    return "keystore" if found is None else found.source


def _where(kept: dict[str, str]) -> str:
    where = {
        "file": "The new words are in the file.",
        "terminal": "The new words were shown on the terminal.",
    }
    return f"The new key is in the {kept['source']}. {where[kept['phrase']]}"


def _check_new(path: Path) -> None:
    if path.exists() or path.is_symlink() or not path.parent.is_dir():
        raise PathRefused(
            reason="the file for the receipt is there already, or its folder is not",
            suggestion="Give another path to --receipt.",
        )


def _document(receipt: Receipt, word: purging.Word, *, rotated: bool) -> dict[str, Any]:
    return {
        "at": format_time(word.at_ms),
        "reason": word.reason,
        "how": purging.METHOD,
        "files_searched": receipt.files,
        "bytes_searched": receipt.searched_bytes,
        "files_rewritten": receipt.rewritten,
        "files_removed": receipt.removed,
        "files_of_other_keys": receipt.foreign,
        "found_before": receipt.found_before,
        "found_after": receipt.found_after,
        "not_covered": _OLD_KEY if rotated else _OLD_BLOCKS,
    }


def _told(document: dict[str, Any], receipt: Receipt) -> list[str]:
    purged: Sequence[str] = document["purged"]
    searched = f"Searched {receipt.searched_bytes} bytes in the clear, of {receipt.files} files"
    found = f"found {receipt.found_before} times before, {receipt.found_after} times after"
    lines = [
        f"Purged {', '.join(purged)}.",
        f"{searched}: {found}.",
        f"{receipt.rewritten} files were written anew, {receipt.removed} cut-off ends removed.",
        document["receipt"]["how"],
        document["receipt"]["not_covered"],
    ]
    if receipt.found_after:
        lines.append("What is still found are passages that other memories have in common with it.")
    if document["mentions"]:
        lines.append(f"The same words stand among others in: {', '.join(document['mentions'])}.")
    if receipt.foreign:
        lines.append(f"{receipt.foreign} files in the archive are of another key; not touched.")
    if "key" in document:
        lines.append(_where(document["key"]))
    return lines
