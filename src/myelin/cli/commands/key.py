"""`myelin key`: show the recovery phrase, restore a key from it, or change the key."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from myelin import config, keystore
from myelin.cli import decisions, failures, recovery_phrase, terminal
from myelin.cli.console import Lines
from myelin.cli.invocation import STANDARD_INPUT, Invocation, standard_input
from myelin.kernel.caller import LOCAL_OWNER


def export(
    invocation: Invocation,
    *,
    base64: bool,
    generation: int,
    phrase_file: str | None,
    unattended: bool,
) -> int:
    """Show the words or the remote key, or write them to a new private file; return the exit code.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        PathRefused: the file may not take the words.
    """
    given = {"base64": base64, "generation": generation}
    document = _carried_out(invocation, "export_key", phrase_file, given, unattended=unattended)
    if document is None:
        return failures.EXIT_DECLINED
    what = "The remote key is" if base64 else "The words are"
    said = {"terminal": f"{what} on the terminal.", "file": f"{what} in the file."}[
        document["phrase"]
    ]
    invocation.console.result(document, Lines([said]))
    return 0


def import_(invocation: Invocation, *, phrase_file: str | None) -> int:
    """Keep the key that the words carry once it has opened the brain, and return 0.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        ArgumentInvalid: these are not the words of any key.
        KeyWrong: they are another brain's; nothing was kept.
    """
    terminal.refuse_agents(invocation.environment)
    found, settings = invocation.brain(), invocation.settings()
    keystore.forbid_dumps()
    given = standard_input("phrase_file") if phrase_file == STANDARD_INPUT else None
    root = recovery_phrase.read_root(invocation.file(phrase_file), invocation.environment, given)
    with found.with_root(root).opened(LOCAL_OWNER) as engine:
        brain = asdict(engine.brain)
    config.prepare_home(settings.home)
    source = keystore.save(brain["id"], root, settings, replace=True)
    said = {
        "environment": "The words are those of the key in MYELIN_KEY; nothing was written down.",
        "keychain": "The key is in the system's keychain.",
        "key file": f"There is no keychain here: the key is in a file under {settings.home}.",
    }[source]
    invocation.console.result({"brain": brain, "key": source}, Lines([said]))
    return 0


def rotate(invocation: Invocation, *, phrase_file: str | None, unattended: bool) -> int:
    """Show new words, seal all files with their key, and return the exit code.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        ArgumentInvalid: the key is that of MYELIN_KEY, which only its owner can change.
        BrainDamaged: a file cannot be read; nothing was changed.
    """
    from myelin.owner.keys import OLD_KEY

    document = _carried_out(invocation, "rotate_key", phrase_file, {}, unattended=unattended)
    if document is None:
        return failures.EXIT_DECLINED
    said = f"{document['files']} files were sealed anew. {OLD_KEY}"
    invocation.console.result(document, Lines([said, sentence(document["key"])]))
    return 0


def sentence(kept: dict[str, str]) -> str:
    """Return where a new key and its words are, from the `key` of a result."""
    where = {
        "file": "The new words are in the file.",
        "terminal": "The new words were shown on the terminal.",
    }
    return f"The new key is in the {kept['source']}. {where[kept['phrase']]}"


def _carried_out(
    invocation: Invocation,
    operation: str,
    phrase_file: str | None,
    arguments: Mapping[str, Any],
    *,
    unattended: bool,
) -> dict[str, Any] | None:
    terminal.refuse_agents(invocation.environment)
    owner = decisions.OwnerAtTerminal(
        invocation, unattended=unattended, phrase_file=invocation.file(phrase_file)
    )
    return decisions.carried_out(invocation.brain(), operation, arguments, owner)
