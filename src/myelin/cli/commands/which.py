"""`myelin which`: print the brain that commands use here, and why."""

from typing import Any

from myelin import config
from myelin.brains.brain import was_here
from myelin.cli.console import Facts
from myelin.cli.invocation import Invocation
from myelin.kernel.clock import format_time


def which(invocation: Invocation) -> int:
    """Print the brain's name, file and why it was chosen; return 1 if it does not exist."""
    location = config.locate(invocation.settings(), invocation.cwd)
    exists = location.path.exists()
    document: dict[str, Any] = {
        "name": location.name,
        "data": str(location.data_dir),
        "path": str(location.path),
        "exists": exists,
        "why": location.why,
    }
    rows = [
        ("brain", location.name if exists else f"{location.name} (not there yet)"),
        ("file", str(location.path)),
        ("why", location.why),
    ]
    was = was_here(invocation.settings(), location)
    if was is not None:
        document["was"] = was.id
        rows.append(("was here", f"{was.id}, whose file is gone"))
        if was.backup is not None:
            document["backup"] = was.backup
            made = format_time(was.backed_up_ms)
            rows.append(("its newest backup", f"{was.backup}, made {made}"))
    invocation.console.result(document, Facts(rows))
    return 0 if exists else 1
