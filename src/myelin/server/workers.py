"""Threads for calls that wait for disks and locks: started as needed, up to a limit."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

Job = Callable[[], object]


class Workers:
    """Runs jobs in threads. A job must not raise; jobs above the limit wait for a thread."""

    def __init__(self, threads_max: int) -> None:
        self._threads_max = threads_max
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._threads = 0
        self._open = 0
        self._changed = threading.Condition()

    @property
    def is_full(self) -> bool:
        """Return whether a job that is submitted now waits for another one to end."""
        return self._open >= self._threads_max

    def submit(self, job: Job) -> None:
        """Run a job in a thread."""
        with self._changed:
            self._open += 1
            if self._threads < min(self._open, self._threads_max):
                self._threads += 1
                # A thread that never ends must not keep the process.
                threading.Thread(target=self._run, name="call", daemon=True).start()
        self._jobs.put(job)

    def wait(self) -> None:
        """Wait until every job has ended."""
        with self._changed:
            self._changed.wait_for(lambda: self._open == 0)

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                job()
            finally:
                with self._changed:
                    self._open -= 1
                    self._changed.notify_all()
