"""Starting costs nothing that is not used: the tables load no model, no store and no parser."""

import subprocess
import sys

HEAVY = ("pydantic", "apsw", "cryptography", "typer", "yaml", "keyring", "mcp", "re2", "rich")
PROGRAM = f"""
import sys
import myelin.surface.tools, myelin.surface.resources, myelin.surface.routes
print([name for name in {HEAVY!r} if name in sys.modules])
print(any(name.startswith("myelin.contract.operations.") for name in sys.modules))
"""


def test_the_tables_of_the_surface_load_nothing_heavy() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, encoding="utf-8", check=True
    )
    assert run.stdout.splitlines() == ["[]", "False"]
