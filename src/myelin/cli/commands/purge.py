"""`myelin purge`: remove one thing and its bytes from every file, for good."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from myelin.cli import decisions, failures, recovery_phrase, terminal
from myelin.cli.commands import key
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation, argument_invalid
from myelin.contract.errors import PathRefused
from myelin.store import disk_errors


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
    terminal.refuse_agents(invocation.environment)
    # One word alone is the id: the brain is that of --name or of the folder.
    named, wanted = (None, brain) if id is None else (brain, id)
    if wanted is None:
        raise argument_invalid("purge", "/id", "is missing", "missing")
    invocation = invocation.for_brain(named)
    receipt_file = invocation.file(receipt)
    if receipt_file is not None:
        _check_new(receipt_file)
    owner = decisions.OwnerAtTerminal(
        invocation, typed=yes, phrase_file=invocation.file(phrase_file)
    )
    arguments = {"id": wanted, "reason": reason, "rotate_key": rotate_key}
    document = decisions.carried_out(invocation.brain(), "purge", arguments, owner)
    if document is None:
        return failures.EXIT_DECLINED
    lines = _lines(document)
    if receipt_file is not None:
        with disk_errors():
            recovery_phrase.write_new(receipt_file, json.dumps(document, indent=2) + "\n")
        lines.append(f"The receipt is in {receipt_file}.")
    invocation.console.result(document, Lines(lines))
    return 0


def _check_new(path: Path) -> None:
    if path.exists() or path.is_symlink() or not path.parent.is_dir():
        raise PathRefused(
            reason="the file for the receipt is there already, or its folder is not",
            suggestion="Give another path to --receipt.",
        )


def _lines(document: dict[str, Any]) -> list[str]:
    purged: Sequence[str] = document["purged"]
    receipt: dict[str, Any] = document["receipt"]
    searched = f"Searched {receipt['files_searched']} files, {receipt['bytes_searched']} bytes"
    found = f"{receipt['found_before']} times before and {receipt['found_after']} after"
    rewritten, removed = receipt["files_rewritten"], receipt["files_removed"]
    lines = [
        f"Purged {', '.join(purged)}.",
        f"{searched} in all: the text was found {found}.",
        f"Rewrote {rewritten} files and removed {removed} cut-off ends.",
        receipt["how"],
        receipt["not_covered"],
    ]
    if receipt["found_after"]:
        lines.append("The passages that are still found are shared with other memories.")
    if document["mentions"]:
        lines.append(f"These memories hold the text too: {', '.join(document['mentions'])}.")
    if document["snapshots_renamed"]:
        lines.append(f"Renamed {document['snapshots_renamed']} snapshots whose names repeated it.")
    if receipt["files_of_other_keys"]:
        lines.append(
            f"{receipt['files_of_other_keys']} files in the archive have another key and were left"
            " alone."
        )
    if "key" in document:
        lines.append(key.sentence(document["key"]))
    return lines
