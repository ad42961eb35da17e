"""`myelin purge` and `myelin key rotate`: what cannot be taken back, and is done to every file."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from myelin import config, keystore
from myelin.cli import ask, failures, phrases
from myelin.cli.console import Lines
from myelin.cli.desk import Desk, invalid
from myelin.contract.errors import PathRefused, TerminalRequired
from myelin.crypto import keys, phrase
from myelin.kernel.clock import format_time
from myelin.kernel.upkept import Doomed
from myelin.store import Receipt, disk_errors
from myelin.upkeep import keys as rotation
from myelin.upkeep import purge as purging

_ABOUT_THE_WORDS = """\
The words of the new key. The old ones open only copies that were made before today."""
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
        if wanted.rotate_key:
            _check_rotation(desk, location, wanted.phrase_file)
        decided_by = _decided(desk, wanted, doomed)
        if decided_by is None:
            desk.console.remark("That is not the id; nothing was changed.")
            return failures.EXIT_DECLINED
        word = purging.Word(wanted.reason, decided_by, desk.clock.now_ms())
        next_root = keys.new_root(desk.chance) if wanted.rotate_key else None
        next_key = None
        if next_root is not None:
            next_key = rotation.prepare(location.path, root, next_root, chance=desk.chance)
        receipt = purging.purge(engine.store, doomed, word, next_key=next_key)
        brain = asdict(engine.brain)
    document: dict[str, Any] = {
        "brain": brain,
        "purged": list(doomed.ids),
        "mentions": list(doomed.mentions),
        "decided_by": decided_by,
        "receipt": _document(receipt, word, rotated=next_root is not None),
    }
    if next_root is not None:
        document["key"] = _keep(desk, location, brain["id"], next_root, wanted.phrase_file)
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
    _check_rotation(desk, location, phrase_file)
    decision = ask.confirm(
        "Every file of this brain is sealed anew, and the 24 words you have become useless.\n"
        "Shall the key be changed?",
        desk.environment,
        unattended=True,
    )
    if decision == "declined":
        desk.console.remark("Declined; nothing was changed.")
        return failures.EXIT_DECLINED
    with desk.engine(location, root) as engine:
        brain = asdict(engine.brain)
        next_root = keys.new_root(desk.chance)
        next_key = rotation.prepare(location.path, root, next_root, chance=desk.chance)
        receipt = rotation.rotate(engine.store, next_key)
    kept = _keep(desk, location, brain["id"], next_root, phrase_file)
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


def _check_rotation(desk: Desk, location: config.Location, phrase_file: Path | None) -> None:
    if desk.settings.key is not None:
        raise invalid(
            "key rotate", "/key", "is the one in MYELIN_KEY: unset it, and keep the key elsewhere"
        )
    if phrase_file is not None:
        phrases.check_new_file(phrase_file, location.data_dir)
        return
    with ask.controlling_terminal(desk.environment) as terminal:
        if terminal is None:
            raise TerminalRequired(
                suggestion="The new words must go somewhere: run it on a terminal, or pass"
                " --phrase-file."
            )


def _keep(
    desk: Desk,
    location: config.Location,
    brain_id: str,
    next_root: bytes,
    phrase_file: Path | None,
) -> dict[str, str]:
    """Keep the next root, forget it beside the brain, and give its words away once."""
    config.prepare_home(desk.settings.home)
    source = keystore.save(brain_id, next_root, desk.settings, replace=True)
    rotation.forget(location.path)
    words = phrase.words(next_root)
    if phrase_file is not None:
        with disk_errors():
            phrases.write_new(phrase_file, words + "\n")
        return {"source": source, "phrase": "file"}
    shown = phrases.show(words, desk.environment, _ABOUT_THE_WORDS)
    return {"source": source, "phrase": "terminal" if shown else "not shown"}


def _where(kept: dict[str, str]) -> str:
    where = {
        "file": "The new words are in the file.",
        "terminal": "The new words were shown on the terminal.",
        "not shown": "The new words were not shown: run `myelin key export`.",
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
