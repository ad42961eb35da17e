"""The one room that finds, unlocks, opens and leases brains, for commands and servers alike.

A command uses `find(…).opened(caller)`; a server keeps a `SharedBrain`. Nothing is loaded here,
so that a server starts before it loads an engine.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.brains.brain import Brain as Brain
    from myelin.brains.shared import SharedBrain as SharedBrain
