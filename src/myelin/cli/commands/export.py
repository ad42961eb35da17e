"""`myelin export`: everything in plain files."""

from collections import Counter
from dataclasses import asdict

from myelin import config, keystore
from myelin.cli.console import Lines
from myelin.cli.invocation import Invocation
from myelin.upkeep import export as exporting


def export(invocation: Invocation, *, folder: str) -> int:
    """Write everything to a new folder in plain files, and return 0.

    Raises:
        PathRefused: there is something by that name already.
    """
    path = invocation.cwd / folder
    location = invocation.location()
    root = invocation.root(location)
    settings = invocation.settings()
    config.prepare_home(settings.home)
    device_key = keystore.device_key(settings, invocation.chance)
    with invocation.engine_at(location, root) as engine:
        with engine.store.read() as session:
            records = list(exporting.records(session, engine.upkept))
        brain = asdict(engine.brain)
    files = exporting.write(path, records, device_key)
    counts = Counter(record["kind"] for record in records)
    document = {"brain": brain, "folder": str(path), "files": files, "records": dict(counts)}
    told = ", ".join(f"{count} of {kind}" for kind, count in counts.items()) or "nothing"
    said = f"Wrote {files} files to {path}: {told}. They are not sealed."
    invocation.console.result(document, Lines([said]))
    return 0
