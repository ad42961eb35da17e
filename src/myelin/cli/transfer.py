"""`myelin export` and `myelin import`: everything in plain files, and back."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from myelin import config, keystore
from myelin.cli import ask, failures
from myelin.cli.console import Lines
from myelin.cli.desk import Desk
from myelin.engine.admit import admit
from myelin.surface.operations import OPERATIONS
from myelin.upkeep import export as exporting
from myelin.upkeep import import_ as importing

_TOLD_MAX = 20


def export(desk: Desk, folder: Path) -> int:
    """Write everything to a new folder in plain files, and return 0.

    Raises:
        PathRefused: there is something by that name already.
    """
    location = desk.location()
    root = desk.root(location)
    config.prepare_home(desk.settings.home)
    device_key = keystore.device_key(desk.settings, desk.chance)
    with desk.engine(location, root) as engine:
        with engine.store.read() as session:
            records = list(exporting.records(session, engine.upkept))
        brain = asdict(engine.brain)
    files = exporting.write(folder, records, device_key)
    counts = Counter(record["kind"] for record in records)
    document = {"brain": brain, "folder": str(folder), "files": files, "records": dict(counts)}
    told = ", ".join(f"{count} of {kind}" for kind, count in counts.items()) or "nothing"
    said = f"Wrote {files} files to {folder}: {told}. They are not sealed."
    desk.console.result(document, Lines([said]))
    return 0


def import_(desk: Desk, path: Path) -> int:
    """Bring in what an export holds, and return the exit code.

    Raises:
        ImportRefused: it is no export, or one of a later format.
    """
    location = desk.location()
    root = desk.root(location)
    lines = importing.read(path, keystore.known_device_key(desk.settings))
    if ask.driving_agent(desk.environment) is not None:
        # Only a person brings back what governs, even where the owner exported it once.
        lines = replace(lines, owned=False)
    with desk.engine(location, root) as engine:

        def check(tool: str, arguments: Mapping[str, Any]) -> None:
            admit(OPERATIONS[tool], arguments, scan=engine.scan)

        report = importing.load(engine.store, engine.upkept, lines, check)
        brain = asdict(engine.brain)
    document = {
        "brain": brain,
        "owned": report.owned,
        "added": report.counts["added"] + report.counts["lowered"],
        "lowered": report.counts["lowered"],
        "known": report.counts["known"],
        "left_out": [{"line": left.line, "reason": left.reason} for left in report.left],
    }
    told = [
        f"{document['added']} new, {document['known']} already here, {len(report.left)} left out.",
    ]
    if not report.owned:
        told.append("It is not this device's own unchanged export, so nothing in it governs.")
    if report.lowered:
        told.append(
            f"{len(report.lowered)} came in as less than they were: they do not govern here."
        )
    told += [f"line {left.line}: {left.reason}" for left in report.left[:_TOLD_MAX]]
    if len(report.left) > _TOLD_MAX:
        told.append(f"and {len(report.left) - _TOLD_MAX} more; --json lists them all")
    desk.console.result(document, Lines(told))
    return failures.EXIT_FINDINGS if report.left or report.lowered else 0
