"""`myelin serve` on a folder's brain with the fixtures of the conformance suite, on stdio."""

import os
import sys
from pathlib import Path

from myelin.brains.brain import find
from myelin.brains.shared import SharedBrain
from myelin.cli.main import PlainServe
from myelin.kernel.caller import LOCAL_HOST
from myelin.server import answers, descriptors, logs, stdio, streams
from myelin.server.changes import WatchedBrain
from myelin.server.requests import Requests
from tests.conformance import fixtures


def main(data: str) -> None:
    """Serve until the client leaves."""
    parent_id, wire = os.getppid(), descriptors.claim()
    logs.configure(sys.stderr)
    settings = PlainServe(data=data).settings(Path.cwd())
    brain = SharedBrain(lambda: find(settings, Path.cwd()).open(LOCAL_HOST))
    watched = WatchedBrain(brain, lambda: connection.notify(streams.PROMPTS))
    table = {**answers.table(notifies=True), streams.LISTEN: streams.ROW}
    connection = fixtures.AskingConnection(
        wire,
        parent_id,
        Requests(fixtures.rows(table, lambda: connection), watched),
        when_idle=lambda: None,
        when_leaving=stdio.end_in_time,
    )
    connection.serve()


if __name__ == "__main__":
    main(sys.argv[1])
