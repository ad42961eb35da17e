"""A process that rewrites a brain, to be killed: `python -m tests.crash.rewriter ROLE PATH`."""

import os
import sys
from pathlib import Path

from tests.crash.brain import KEY, opened, remember
from tests.crash.test_erase import NEXT_KEY, erasure
from tests.crash.test_past import past

ROW = 1000


def main(role: str, path: Path) -> None:
    os.write(1, b"ready\n")
    if role == "restore":
        with past(path) as history:
            history.restore_in_place(20, "decided_by: person")
    else:
        with opened(path) as brain:
            if role == "erase":
                brain.erase(erasure(ROW))
            elif role == "rotate":
                brain.rotate(NEXT_KEY)
            elif role == "snapshot":
                brain.snapshot("a name")
            remember(brain, 9000, "written afterwards")
    os.write(1, b"done\n")


if __name__ == "__main__":
    assert len(KEY) == 32
    main(sys.argv[1], Path(sys.argv[2]))
