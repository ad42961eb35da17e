"""`myelin which`: print the brain that commands use here, and why."""

from myelin import config
from myelin.cli.console import Facts
from myelin.cli.invocation import Invocation


def which(invocation: Invocation) -> int:
    """Print the brain's name, file and why it was chosen; return 1 if it does not exist."""
    location = config.locate(invocation.settings(), invocation.cwd)
    exists = location.path.exists()
    document = {
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
    invocation.console.result(document, Facts(rows))
    return 0 if exists else 1
