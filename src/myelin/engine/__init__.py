"""The one path of every call: admit, transact, run; it knows no transport.

Nothing is loaded here, so that a server reads its tables of bindings before it loads an engine.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.engine.engine import BrainInfo as BrainInfo
    from myelin.engine.engine import Engine as Engine
