"""The caller of an engine: set by the entry point, never by an argument of a call."""

from dataclasses import dataclass

from myelin.kernel.audience import Audience, Origin


@dataclass(frozen=True, slots=True)
class Caller:
    """The program or person that calls an engine: its audience, its origin and its name."""

    audience: Audience
    origin: Origin
    actor: str | None = None
    """The name that a client or agent gives itself; the engine checks it before it is saved."""
    begins: bool = False
    """Whether this call is a session's first recall, and the session has written nothing before."""


LOCAL_OWNER = Caller(Audience.LOCAL, Origin.OWNER)
LOCAL_HOST = Caller(Audience.LOCAL, Origin.HOST)
