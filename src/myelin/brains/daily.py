"""The daily backup of a brain that is served: looked for while the server has nothing to do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from myelin.kernel.errors import MyelinError
from myelin.kernel.machine import SYSTEM, Machine

if TYPE_CHECKING:
    from myelin.config import Settings

LOOK_S = 600.0
"""How often a server looks whether a backup is due, in seconds."""

_log = logging.getLogger("myelin.server")


class DailyBackup:
    """Makes the day's backup in a thread of its own, if the owner's settings want one."""

    def __init__(
        self, settings: Callable[[], Settings], cwd: Path, machine: Machine = SYSTEM
    ) -> None:
        self._settings = settings
        self._cwd = cwd
        self._machine = machine
        self._looked_s: float | None = None
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Start the day's backup if it may be due. Returns at once and never raises."""
        now_s = self._machine.clock.monotonic_s()
        if self._looked_s is not None and now_s - self._looked_s < LOOK_S:
            return
        self._looked_s = now_s
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._make, name="backup", daemon=True)
            self._thread.start()

    def _make(self) -> None:
        try:
            settings = self._settings()
            # Most owners want none: what makes a backup is imported for the others alone.
            if settings.daily_backup:
                from myelin.brains import backups, brain

                backups.back_up_if_due(brain.find(settings, self._cwd, self._machine))
        except MyelinError as failure:
            _log.warning("the daily backup was not made: %s", failure.code)
        except OSError as failure:
            # The message of the system may hold a path.
            _log.warning("the daily backup was not made: error %s of the system", failure.errno)
