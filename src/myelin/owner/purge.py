"""Purge one thing: show everything that goes, ask, record the decision, erase, then the key."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from myelin.brains.brain import Brain
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.clock import format_time
from myelin.kernel.decision import Owner, Question
from myelin.kernel.upkeep import Deletion
from myelin.owner import keys
from myelin.store import Receipt
from myelin.upkeep import purge as purging
from myelin.upkeep import rotation

if TYPE_CHECKING:
    from myelin.contract.operations.purge import PurgeArgs

_OLD_BLOCKS = (
    "Free blocks of the disk, backups and other devices may still hold old sealed bytes; whoever"
    " has the key opens those."
)


def purge(brain: Brain, args: "PurgeArgs", owner: Owner) -> dict[str, Any] | None:
    """Remove one thing and its bytes for good, once the owner typed its id.

    With `rotate_key` every file is sealed with a new key in the same step.

    Raises:
        TerminalRequired: the owner cannot be asked.
        ArgumentInvalid, SecretRefused: the reason cannot be kept.
        BrainDamaged: a file cannot be read, so nothing could be promised; nothing was changed.
    """
    with brain.past() as past:
        named = [point.label or "" for point in past.overview().snapshots]
    with brain.opened(LOCAL_OWNER) as engine:
        with engine.store.read() as session:
            deletion = purging.plan(session, engine.cores, args.id)
        purging.check_reason(args.reason, deletion, engine.scan)
        if args.rotate_key:
            keys.check_rotation(brain, owner)
        snapshots = purging.snapshots_with(named, deletion)
        decision = owner.decide(_question(args.id, deletion, snapshots), "purge", args.id)
        if decision is None:
            return None
        dispatch.record(engine, decision)
        word = purging.PurgeReason(args.reason, decision.by, brain.machine.clock.now_ms())
        order = purging.Order(deletion, word, engine.cores, snapshots)
        key = None
        if args.rotate_key:
            with keys.next_root(brain, owner) as following:
                receipt = purging.purge_and_rotate(
                    engine.store,
                    order,
                    rotation.Roots(brain.location.path, brain.root, following.root),
                    brain.keystore,
                    chance=brain.machine.chance,
                )
            key = keys.places(brain, following)
        else:
            receipt = purging.purge(engine.store, order)
        result: dict[str, Any] = {
            "brain": asdict(engine.brain),
            "purged": list(deletion.ids),
            "mentions": list(deletion.mentions),
            "decided_by": decision.by,
            "snapshots_renamed": len(snapshots),
            "receipt": _document(receipt, word, rotated=args.rotate_key),
        }
    return result if key is None else result | {"key": key}


def _question(id: str, deletion: Deletion, snapshots: Sequence[str]) -> Question:
    content = [(f"{public_id} and its text:", "") for public_id in deletion.ids[1:]]
    content += [("The text that is removed:", text) for text in deletion.texts]
    content += [("This snapshot's name repeats the text and is replaced:", n) for n in snapshots]
    if deletion.mentions:
        content.append(("These hold the text too, and stay:", "\n".join(deletion.mentions)))
    return Question(
        act="Purge it for good, from every file and every snapshot.",
        content=content,
        facts=[("id", id), ("goes with it", str(len(deletion.ids) - 1))],
        typed=id,
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
        "not_covered": keys.OLD_KEY if rotated else _OLD_BLOCKS,
    }
