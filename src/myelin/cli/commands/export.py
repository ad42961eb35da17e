"""`myelin export`: everything in plain files."""

from dataclasses import asdict

from myelin import config, keystore
from myelin.cli import progress
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.kernel.caller import LOCAL_OWNER
from myelin.upkeep import export as exporting


def export(invocation: Invocation, *, folder: str, markdown_files: bool) -> int:
    """Write everything to a new folder in plain files, and return 0.

    Raises:
        PathRefused: the folder exists already, or its parent does not.
    """
    path = invocation.cwd / folder
    found = invocation.brain()
    config.prepare_home(found.settings.home)
    device_key = keystore.device_key(found.settings, invocation.machine.chance)
    shown = progress.shown(invocation.console, invocation.environment, invocation.machine.clock)
    with found.opened(LOCAL_OWNER) as engine, engine.store.read() as session, shown as line:
        written = exporting.write(
            path,
            lambda: exporting.records(session, engine.cores),
            device_key,
            file_per_record=markdown_files,
            progress=line,
        )
        brain = asdict(engine.brain)
    counts = dict(written.counts)
    document = {"brain": brain, "folder": str(path), "files": written.files, "records": counts}
    said = ", ".join(f"{count} of {kind}" for kind, count in counts.items()) or "nothing"
    told = f"Wrote {written.files} files to {path}: {said}. They are not sealed."
    invocation.console.result(document, Lines([told]))
    return 0
