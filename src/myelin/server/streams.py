"""`subscriptions/listen`: a request of the modern era that stays open and carries notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from myelin.server import shapes
from myelin.server.answers import Row
from myelin.server.protocol import INTERNAL_ERROR, MODERN, SUBSCRIPTION_KEY, Refusal
from myelin.server.served import Client

LISTEN = "subscriptions/listen"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
PROMPTS = "notifications/prompts/list_changed"
STREAMS_MAX = 16
_KINDS = {
    "toolsListChanged": "notifications/tools/list_changed",
    "promptsListChanged": PROMPTS,
    "resourcesListChanged": "notifications/resources/list_changed",
}
_RESOURCES = "resourceSubscriptions"


def honoured(params: Mapping[str, Any], _client: Client) -> dict[str, Any]:
    """Return the part of a client's filter that asks for something; it is acknowledged whole."""
    asked = params["notifications"]
    flags = {kind: True for kind in _KINDS if asked.get(kind)}
    uris = asked.get(_RESOURCES)
    return {**flags, _RESOURCES: list(uris)} if uris else flags


ROW = Row(honoured, shapes.LISTEN, (MODERN,))


class Streams:
    """The open streams of one connection. Its owner calls from one thread at a time."""

    def __init__(self) -> None:
        self._open: dict[object, tuple[int | str, frozenset[str]]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def __contains__(self, key: object) -> bool:
        return key in self._open

    def check_room(self) -> None:
        """Raise a refusal if one more stream would be too many."""
        if len(self._open) >= STREAMS_MAX:
            raise Refusal(INTERNAL_ERROR, "Subscription limit reached")

    def open(self, key: object, request_id: int | str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Open a stream and return the parameters of its acknowledgement."""
        self._open[key] = (request_id, frozenset(_KINDS[kind] for kind in asked if kind in _KINDS))
        return {"notifications": dict(asked), "_meta": {SUBSCRIPTION_KEY: request_id}}

    def close(self, key: object) -> None:
        """Close a stream; one that is not open is ignored."""
        self._open.pop(key, None)

    def addressed(self, method: str) -> list[dict[str, Any]]:
        """Return the parameters of a notification for each stream that asked for it."""
        return [
            {"_meta": {SUBSCRIPTION_KEY: request_id}}
            for request_id, methods in self._open.values()
            if method in methods
        ]


def closing(request_id: int | str) -> dict[str, Any]:
    """Return the result that ends a stream."""
    return {"_meta": {SUBSCRIPTION_KEY: request_id}}
