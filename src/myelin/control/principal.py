"""The sender of one request to a server, as authentication found it."""

from dataclasses import dataclass, field
from typing import Literal

from myelin.control.scopes import Scope


@dataclass(frozen=True, slots=True)
class Principal:
    """A tenant's token, or OAuth grant, and what it may do."""

    tenant: str
    token: str
    """The id of the token, or of the grant; never its secret."""
    name: str
    """The token's name: the actor of every write that it makes."""
    scope: Scope
    brain: str | None = None
    """The only brain that it may reach, or None for all of the tenant."""
    kind: Literal["pat", "oauth"] = "pat"
    key: bytearray | None = field(default=None, repr=False)
    """The key that an OAuth token carried; the HTTP server wipes it after the request."""
    expires_at: int | None = None
    """In milliseconds since 1970, or None."""
