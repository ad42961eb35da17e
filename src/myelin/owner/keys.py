"""Give the owner the recovery words of a brain, and seal every file with a new key."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from myelin import config, keystore
from myelin.brains.brain import Brain
from myelin.contract.errors import ArgumentInvalid, WriteOutcomeUnknown
from myelin.crypto import keys, phrase
from myelin.engine import dispatch
from myelin.kernel.caller import LOCAL_OWNER
from myelin.kernel.decision import Owner, Question
from myelin.kernel.errors import MyelinError
from myelin.upkeep import rotation

if TYPE_CHECKING:
    from myelin.contract.operations.export_key import ExportKeyArgs
    from myelin.contract.operations.rotate_key import RotateKeyArgs

OLD_KEY = "Free blocks of the disk and backups hold only bytes that the new key does not open."
_NEW_WORDS = """\
The words of the new key. Write them down now: the key changes once you have confirmed them.
The old words will open only copies that were made before."""


@dataclass(frozen=True)
class NextRoot:
    """The next root, and the place of its words: `terminal` or `file`."""

    root: bytes = field(repr=False)
    place: str


def export_key(brain: Brain, args: "ExportKeyArgs", owner: Owner) -> dict[str, Any] | None:
    """Give the owner the words of a brain's key, or its remote key, after a question.

    Raises:
        TerminalRequired: the owner cannot be asked, or nobody saw the words.
        PathRefused: the file may not take the words.
    """
    owner.check_words(brain.location.data_dir)
    # Words that do not open the brain would be worse than none.
    with brain.opened(LOCAL_OWNER) as engine:
        answered = asdict(engine.brain)
    what = (
        f"the remote key {args.generation}, which opens this brain's copy on a server"
        if args.base64
        else "the 24 words, which are the key of this brain"
    )
    act = {"terminal": f"Show {what}.", "file": f"Write {what}, to a file."}[owner.place_of_words]
    question = Question(act=act, facts=[("brain", brain.location.name)])
    decision = owner.decide(question, "key export")
    if decision is None:
        return None
    if args.base64:
        heading = "The remote key of this brain, in base64:"
        words = base64.b64encode(keys.remote_key(brain.root, args.generation)).decode()
    else:
        heading, words = "The words of this brain's key:", phrase.words(brain.root)
    place = owner.give_words(words, heading, confirmed=False)
    with brain.opened(LOCAL_OWNER) as engine:
        dispatch.record(engine, decision)
    return {"brain": answered, "phrase": place}


def rotate_key(brain: Brain, _args: "RotateKeyArgs", owner: Owner) -> dict[str, Any] | None:
    """Seal every file with a new key, once the owner agreed and has its words.

    Raises:
        TerminalRequired: the owner cannot be asked, or nobody confirmed to have the words.
        ArgumentInvalid: the key is that of MYELIN_KEY, which only its owner can change.
        BrainDamaged: a file cannot be read; nothing was changed.
    """
    check_rotation(brain, owner)
    question = Question(
        act="Change the key: every file of this brain is sealed with a new one. The 24 words that"
        " you have become useless.",
        facts=[("brain", brain.location.name)],
    )
    decision = owner.decide(question, "key rotate")
    if decision is None:
        return None
    with brain.opened(LOCAL_OWNER) as engine, next_root(brain, owner) as following:
        answered = asdict(engine.brain)
        dispatch.record(engine, decision)
        receipt = rotation.rotate(
            engine.store,
            rotation.Roots(brain.location.path, brain.root, following.root),
            brain.keystore,
            chance=brain.machine.chance,
        )
    return {
        "brain": answered,
        "key": places(brain, following),
        "files": receipt.files,
        "decided_by": decision.by,
    }


def check_rotation(brain: Brain, owner: Owner) -> None:
    """Refuse a rotation whose new key or words could not be stored.

    Raises:
        ArgumentInvalid: the key is that of MYELIN_KEY, which only its owner can change.
        PathRefused: the file may not take the words, or the keystore refuses a key.
        TerminalRequired: there is neither terminal nor file for the words.
    """
    if brain.settings.key is not None:
        message = "is the one in MYELIN_KEY: unset it, and keep the key elsewhere"
        problem = {"path": "/key", "rule": "usage", "message": message}
        raise ArgumentInvalid(count=1, tool="key rotate", details={"problems": [problem]})
    owner.check_words(brain.location.data_dir)
    config.prepare_home(brain.settings.home)
    # Saving the present root proves, before any file changes, that the keystore takes a root.
    brain.keystore.save(brain.root)


@contextmanager
def next_root(brain: Brain, owner: Owner) -> Iterator[NextRoot]:
    """Make the next root and give its words to the owner, before the block changes any file.

    If the block fails without changing a file, the words are withdrawn.

    Raises:
        TerminalRequired: nobody confirmed to have the words; nothing was changed.
    """
    root = keys.new_root(brain.machine.chance)
    place = owner.give_words(phrase.words(root), _NEW_WORDS, confirmed=True)
    try:
        yield NextRoot(root, place)
    except (WriteOutcomeUnknown, rotation.NotSaved):
        raise
    except MyelinError:
        owner.withdraw_words()
        raise


def places(brain: Brain, following: NextRoot) -> dict[str, str]:
    """Return the place of the new key (`source`) and of its words (`phrase`)."""
    found = keystore.stored(brain.id, brain.settings)
    return {"source": "keystore" if found is None else found.source, "phrase": following.place}
