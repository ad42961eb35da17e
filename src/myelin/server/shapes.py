"""The shape that MCP gives the parameters of each request; a check returns whether a value fits.

Members that are not named are allowed, and an optional member may be null.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from myelin.server.protocol import (
    CAPABILITIES_KEY,
    CLIENT_KEY,
    HANDSHAKE,
    LOG_LEVEL_KEY,
    MODERN,
    VERSION_KEY,
)

Check = Callable[[Any], bool]


def text(value: object) -> bool:
    """Return whether a value is a text."""
    return isinstance(value, str)


def flag(value: object) -> bool:
    """Return whether a value is true or false."""
    return isinstance(value, bool)


def token(value: object) -> bool:
    """Return whether a value can be a progress token: a text or an integer."""
    return isinstance(value, str | int) and not isinstance(value, bool)


def anything(value: object) -> bool:
    """Return whether a value is an object, whatever its members."""
    return isinstance(value, Mapping)


def listed(item: Check) -> Check:
    """Return a check for a list of items."""
    return lambda value: isinstance(value, list) and all(map(item, value))


def mapped(item: Check) -> Check:
    """Return a check for an object whose members are all alike."""
    return lambda value: isinstance(value, Mapping) and all(map(item, value.values()))


def record(
    required: Mapping[str, Check] | None = None, optional: Mapping[str, Check] | None = None
) -> Check:
    """Return a check for an object with members of its own shapes."""
    needed, allowed = required or {}, optional or {}

    def check(value: Any) -> bool:
        return (
            isinstance(value, Mapping)
            and all(name in value and fits(value[name]) for name, fits in needed.items())
            and all(value.get(name) is None or fits(value[name]) for name, fits in allowed.items())
        )

    return check


_ICON = record(
    {"src": text},
    {
        "mimeType": text,
        "sizes": listed(text),
        "theme": lambda value: value in ("dark", "light"),
    },
)
CLIENT = record(
    {"name": text, "version": text},
    {"title": text, "description": text, "websiteUrl": text, "icons": listed(_ICON)},
)
_PARTS = record(None, {"form": anything, "url": anything, "context": anything, "tools": anything})
_TASKS = record(None, {"cancel": anything, "list": anything, "requests": anything})
CAPABILITIES = record(
    None,
    {
        "elicitation": _PARTS,
        "experimental": mapped(anything),
        "extensions": mapped(anything),
        "roots": record(None, {"listChanged": flag}),
        "sampling": _PARTS,
        "tasks": _TASKS,
    },
)
_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_ENVELOPE = record(
    {VERSION_KEY: text, CAPABILITIES_KEY: CAPABILITIES},
    {
        CLIENT_KEY: CLIENT,
        LOG_LEVEL_KEY: lambda value: value in _LEVELS,
        "progressToken": token,
    },
)
META = {
    HANDSHAKE: record(None, {"_meta": record(None, {"progressToken": token})}),
    MODERN: record({"_meta": _ENVELOPE}),
}
"""What every request of an era may say about itself."""

NOTHING = record()
INITIALIZE = record({"protocolVersion": text, "capabilities": CAPABILITIES, "clientInfo": CLIENT})
LIST = record(None, {"cursor": text})
CALL = record({"name": text}, {"arguments": anything})
READ = record({"uri": text})
PROMPT = record({"name": text}, {"arguments": mapped(text)})
LISTEN = record(
    {
        "notifications": record(
            None,
            {
                "toolsListChanged": flag,
                "promptsListChanged": flag,
                "resourcesListChanged": flag,
                "resourceSubscriptions": listed(text),
            },
        )
    }
)
