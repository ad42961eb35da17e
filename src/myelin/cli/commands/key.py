"""`myelin key`: show the recovery phrase, restore a key from it, or change the key."""

from dataclasses import asdict

from myelin import config, keystore
from myelin.cli import decisions, failures, key_rotation, recovery_phrase, terminal
from myelin.cli.console import Lines
from myelin.cli.dialog import Question
from myelin.cli.invocation import STANDARD_INPUT, Invocation, standard_input
from myelin.contract.errors import TerminalRequired
from myelin.kernel.caller import LOCAL_OWNER


def export(invocation: Invocation, *, phrase_file: str | None, unattended: bool) -> int:
    """Show the words to a person or write them to a new private file, and return 0.

    Raises:
        TerminalRequired: an agent drives this shell, or there is neither terminal nor file.
        PathRefused: the file may not take the words.
    """
    from myelin import store
    from myelin.crypto import phrase

    terminal.refuse_agents(invocation.environment)
    found, file = invocation.brain(), invocation.file(phrase_file)
    if file is not None:
        recovery_phrase.check_new_file(file, found.location.data_dir)
    # Words that do not open the brain would be worse than none.
    with found.opened(LOCAL_OWNER) as engine:
        brain = asdict(engine.brain)
    words = phrase.words(found.root)
    question = Question(
        act="Show the 24 words, which are the key of this brain."
        if file is None
        else "Write the 24 words, which are the key of this brain, to a file.",
        facts=[("brain", found.location.name)],
    )
    decision = decisions.confirm(invocation, question, "key export", unattended=unattended)
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    if file is not None:
        with store.disk_errors():
            recovery_phrase.write_new(file, words + "\n")
    elif not recovery_phrase.show(words, invocation.environment, "The words of this brain's key:"):
        raise TerminalRequired(suggestion="Run it there, or pass --phrase-file.")
    with found.opened(LOCAL_OWNER) as engine:
        decisions.record(engine, decision)
    where = "terminal" if file is None else "file"
    said = "The words are on the terminal." if file is None else "The words are in the file."
    invocation.console.result({"brain": brain, "phrase": where}, Lines([said]))
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
    from myelin.upkeep import rotation

    terminal.refuse_agents(invocation.environment)
    found, file = invocation.brain(), invocation.file(phrase_file)
    key_rotation.check(found, file, invocation.environment)
    question = Question(
        act="Change the key: every file of this brain is sealed with a new one. The 24 words that"
        " you have become useless.",
        facts=[("brain", found.location.name)],
    )
    decision = decisions.confirm(invocation, question, "key rotate", unattended=unattended)
    if decision is None:
        decisions.declined(invocation)
        return failures.EXIT_DECLINED
    with (
        found.opened(LOCAL_OWNER) as engine,
        key_rotation.next_words(invocation, file) as words,
    ):
        brain = asdict(engine.brain)
        decisions.record(engine, decision)
        receipt = rotation.rotate(
            engine.store,
            rotation.Roots(found.location.path, found.root, words.root),
            found.keystore,
            chance=found.machine.chance,
        )
    kept = key_rotation.result(found, words)
    document = {"brain": brain, "key": kept, "files": receipt.files, "decided_by": decision.by}
    said = f"{receipt.files} files were sealed anew. {key_rotation.OLD_KEY}"
    invocation.console.result(document, Lines([said, key_rotation.sentence(kept)]))
    return 0
