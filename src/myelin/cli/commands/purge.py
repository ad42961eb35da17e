"""`myelin purge`: remove one thing and its bytes from every file, for good."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from myelin.cli import decisions, failures, key_rotation, recovery_phrase, terminal
from myelin.cli.console import Lines
from myelin.cli.dialog import Question
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.contract.errors import PathRefused, TerminalRequired
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Decision
from myelin.kernel.upkeep import Deletion
from myelin.store import Receipt, disk_errors
from myelin.upkeep import purge as purging
from myelin.upkeep import rotation

_OLD_BLOCKS = (
    "Free blocks of the disk, backups and other devices may still hold old sealed bytes; whoever"
    " has the key opens those."
)


@dataclass(frozen=True)
class _Request:
    """The arguments of one purge."""

    id: str
    reason: str
    yes: str | None
    rotate_key: bool
    phrase_file: Path | None
    receipt: Path | None


def purge(
    invocation: Invocation,
    *,
    brain: str | None,
    id: str | None,
    reason: str,
    yes: str | None,
    rotate_key: bool,
    phrase_file: str | None,
    receipt: str | None,
) -> int:
    """Remove one thing and its bytes for good, once a person typed its id; return the exit code.

    Raises:
        TerminalRequired: an agent drives this shell, or nobody confirmed it.
        ArgumentInvalid, SecretRefused: the reason cannot be kept.
        BrainDamaged: a file cannot be read, so nothing could be promised; nothing was changed.
    """
    # One word alone is the id: the brain is that of --name or of the folder.
    named, wanted = (None, brain) if id is None else (brain, id)
    if wanted is None:
        raise argument_invalid("purge", "/id", "is missing", "missing")
    invocation = invocation.for_brain(named)
    words, receipt_file = invocation.file(phrase_file), invocation.file(receipt)
    return _purge(invocation, _Request(wanted, reason, yes, rotate_key, words, receipt_file))


def _purge(invocation: Invocation, request: _Request) -> int:
    terminal.refuse_agents(invocation.environment)
    found, environment = invocation.brain(), invocation.environment
    with found.past() as past:
        named = [point.label or "" for point in past.overview().snapshots]
    with found.opened(LOCAL_OWNER) as engine:
        with engine.store.read() as session:
            deletion = purging.plan(session, engine.cores, request.id)
        purging.check_reason(request.reason, deletion, engine.scan)
        if request.receipt is not None:
            _check_new(request.receipt)
        brain = asdict(engine.brain)
        if request.rotate_key:
            key_rotation.check(found, request.phrase_file, environment)
        snapshots = purging.snapshots_with(named, deletion)
        decision = _decided(invocation, request, deletion, snapshots)
        if decision is None:
            invocation.console.remark("The id did not match.")
            decisions.declined(invocation)
            return failures.EXIT_DECLINED
        decisions.record(engine, decision)
        decided_by = decision.by
        word = purging.PurgeReason(request.reason, decided_by, invocation.machine.clock.now_ms())
        order = purging.Order(deletion, word, engine.cores, snapshots)
        if request.rotate_key:
            with key_rotation.next_words(invocation, request.phrase_file) as words:
                receipt = purging.purge_and_rotate(
                    engine.store,
                    order,
                    rotation.Roots(found.location.path, found.root, words.root),
                    found.keystore,
                    chance=invocation.machine.chance,
                )
            key = key_rotation.result(found, words)
        else:
            receipt, key = purging.purge(engine.store, order), None
    document: dict[str, Any] = {
        "brain": brain,
        "purged": list(deletion.ids),
        "mentions": list(deletion.mentions),
        "decided_by": decided_by,
        "snapshots_renamed": len(snapshots),
        "receipt": _document(receipt, word, rotated=request.rotate_key),
    }
    if key is not None:
        document["key"] = key
    lines = _told(document, receipt)
    if request.receipt is not None:
        with disk_errors():
            recovery_phrase.write_new(request.receipt, json.dumps(document, indent=2) + "\n")
        lines.append(f"The receipt is in {request.receipt}.")
    invocation.console.result(document, Lines(lines))
    return 0


def _decided(
    invocation: Invocation, request: _Request, deletion: Deletion, snapshots: Sequence[str]
) -> Decision | None:
    """Return the decision about a purge, confirmed by the whole id, or None."""
    content = [(f"{public_id} and its text:", "") for public_id in deletion.ids[1:]]
    content += [("The text that is removed:", text) for text in deletion.texts]
    content += [("This snapshot's name repeats the text and is replaced:", n) for n in snapshots]
    if deletion.mentions:
        content.append(("These hold the text too, and stay:", "\n".join(deletion.mentions)))
    question = Question(
        act="Purge it for good, from every file and every snapshot.",
        content=content,
        facts=[("id", request.id), ("goes with it", str(len(deletion.ids) - 1))],
        typed=request.id,
    )
    with terminal.controlling_terminal(invocation.environment) as person:
        if person is None and request.yes is None:
            raise TerminalRequired(
                suggestion="Run it on a terminal, or pass --yes with the whole id once more to"
                " have it recorded as decided by nobody at one."
            )
        if person is None and request.yes != request.id:
            return None
    return decisions.confirm(invocation, question, "purge", request.id, unattended=True)


def _check_new(path: Path) -> None:
    if path.exists() or path.is_symlink() or not path.parent.is_dir():
        raise PathRefused(
            reason="the file for the receipt is there already, or its folder is not",
            suggestion="Give another path to --receipt.",
        )


def _document(receipt: Receipt, word: purging.PurgeReason, *, rotated: bool) -> dict[str, Any]:
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
        "writers_waited_ms": receipt.locked_ms,
        "not_covered": key_rotation.OLD_KEY if rotated else _OLD_BLOCKS,
    }


def _told(document: dict[str, Any], receipt: Receipt) -> list[str]:
    purged: Sequence[str] = document["purged"]
    searched = f"Searched {receipt.files} files, {receipt.searched_bytes} bytes in all"
    found = (
        f"the text was found {receipt.found_before} times before and {receipt.found_after} after"
    )
    lines = [
        f"Purged {', '.join(purged)}.",
        f"{searched}: {found}.",
        f"Rewrote {receipt.rewritten} files and removed {receipt.removed} cut-off ends.",
        document["receipt"]["how"],
        document["receipt"]["not_covered"],
    ]
    if receipt.found_after:
        lines.append("The passages that are still found are shared with other memories.")
    if document["mentions"]:
        lines.append(f"These memories hold the text too: {', '.join(document['mentions'])}.")
    if document["snapshots_renamed"]:
        lines.append(f"Renamed {document['snapshots_renamed']} snapshots whose names repeated it.")
    if receipt.foreign:
        lines.append(
            f"{receipt.foreign} files in the archive have another key and were left alone."
        )
    if "key" in document:
        lines.append(key_rotation.sentence(document["key"]))
    return lines
