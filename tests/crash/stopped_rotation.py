"""`myelin` as a process that stops itself where a key file would get another root.

Run as `python -m tests.crash.stopped_rotation key rotate --phrase-file FILE`.
"""

import os
import runpy
import signal
import sys

from myelin.keystore import keyfile

write = keyfile.write


def stop_then_write(home, brain_id, root, **options):
    if keyfile.read(home, brain_id) not in (None, root):
        os.kill(os.getpid(), signal.SIGSTOP)
    write(home, brain_id, root, **options)


keyfile.write = stop_then_write
sys.argv[0] = "myelin"
runpy.run_module("myelin", run_name="__main__")
