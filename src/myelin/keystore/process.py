"""Keep root keys out of core dumps of this process."""

import sys

_PR_SET_DUMPABLE = 4


def forbid_dumps() -> None:
    """Make this process leave no core file and, on Linux, closed to other processes' debuggers.

    Best effort: where a system has no such switch nothing changes.
    """
    if sys.platform == "win32":
        return
    import resource

    # The hard limit falls too, so that nothing later in the process raises it again.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
