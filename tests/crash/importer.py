"""A process that imports a file, to be killed: `python -m tests.crash.importer BRAIN FILE ROOT`."""

import os
import sys
from pathlib import Path

from myelin import assembly
from myelin.crypto import keys
from myelin.engine.admit import admit
from myelin.engine.engine import Engine
from myelin.kernel.caller import LOCAL_OWNER
from myelin.surface.operations import OPERATIONS
from myelin.upkeep import import_


def open_engine(path: Path, root: bytes) -> Engine:
    """Open the brain as its owner."""
    return assembly.open(
        path, keys.local_key(root), name="brain", caller=LOCAL_OWNER, lock_wait_s=20
    )


def main(path: Path, file: Path, root: bytes) -> None:
    engine = open_engine(path, root)
    lines = import_.read(file, None)
    os.write(1, b"ready\n")
    import_.load(
        engine.store,
        engine.cores,
        lines,
        lambda tool, given: admit(OPERATIONS[tool], given, scan=engine.scan) and None,
        chance=engine.chance,
    )
    os.write(1, b"done\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), bytes.fromhex(sys.argv[3]))
