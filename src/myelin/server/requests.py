"""The requests of one stdio connection: the era of each, its row of the table, its result.

A connection belongs to no era. A request with the envelope of the modern era is judged by it; any
other belongs to the handshake era, and `initialize` says what the connection speaks from then on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from myelin.server import shapes
from myelin.server.answers import Row, server_info
from myelin.server.protocol import (
    CAPABILITIES_KEY,
    CLIENT_KEY,
    HANDSHAKE,
    INVALID_PARAMS,
    LATEST_HANDSHAKE,
    METHOD_NOT_FOUND,
    MODERN_VERSIONS,
    SERVER_KEY,
    UNSUPPORTED_VERSION,
    VERSION_KEY,
    Refusal,
    era_of,
    negotiated,
)
from myelin.server.served import Client

if TYPE_CHECKING:
    from myelin.server.served import ServedBrain

_INITIALIZE = "initialize"
# What a client may ask before it has initialized the connection.
_BEFORE = (_INITIALIZE, "ping")


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was accepted: its row of the table, its parameters and its client."""

    row: Row
    params: Mapping[str, Any]
    client: Client

    def result(self) -> dict[str, Any]:
        """Return the result as the client's era has it.

        Raises:
            Refusal: the answer is an error.
        """
        found = self.row.run(self.params, self.client)
        return in_era(found, self.client.version, self.row.fresh_ms)


class Requests:
    """Accepts the requests of one connection; keeps what `initialize` said."""

    def __init__(self, table: Mapping[str, Row], brain: ServedBrain) -> None:
        self._table = table
        self._brain = brain
        self._shaken: Client | None = None

    @property
    def is_initialized(self) -> bool:
        """Return whether the client has initialized the connection."""
        return self._shaken is not None

    def accept(self, method: str, params: Mapping[str, Any] | None) -> Call:
        """Return the call that a request makes, with everything checked but the call itself.

        Raises:
            Refusal: the request is answered with this error.
        """
        given = params or {}
        client = self._client(method, given)
        row = self._table.get(method)
        era = era_of(client.version)
        if row is None or era not in row.eras:
            raise Refusal(METHOD_NOT_FOUND, "Method not found", method)
        is_early = era == HANDSHAKE and self._shaken is None and method not in _BEFORE
        if is_early or not shapes.META[era](given) or not row.shape(given):
            raise Refusal(INVALID_PARAMS, "Invalid request parameters", "")
        call = Call(row, given, client)
        if method == _INITIALIZE:
            self._shaken = client
        return call

    def _client(self, method: str, params: Mapping[str, Any]) -> Client:
        """Return the client of a request: of its own envelope, else of the connection."""
        meta = params.get("_meta")
        if method == _INITIALIZE:
            info = params.get("clientInfo")
            return Client(negotiated(params.get("protocolVersion")), _name(info), self._brain)
        if isinstance(meta, Mapping) and VERSION_KEY in meta:
            return Client(_modern_version(meta), _name(meta.get(CLIENT_KEY)), self._brain)
        return self._shaken or Client(LATEST_HANDSHAKE, None, self._brain)


def in_era(result: Mapping[str, Any], version: str, fresh_ms: int | None) -> dict[str, Any]:
    """Return a result with the members that its era adds: none in the handshake era."""
    if era_of(version) == HANDSHAKE:
        return dict(result)
    hints = {} if fresh_ms is None else {"ttlMs": fresh_ms, "cacheScope": "private"}
    meta = {SERVER_KEY: server_info(), **result.get("_meta", {})}
    return {**hints, "resultType": "complete", **result, "_meta": meta}


def _name(info: object) -> str | None:
    return info.get("name") if isinstance(info, Mapping) else None


def _modern_version(meta: Mapping[str, Any]) -> str:
    """Return the version of an envelope that is complete and served."""
    if CAPABILITIES_KEY not in meta:
        raise Refusal(
            INVALID_PARAMS,
            f"params._meta is missing the required envelope key(s): {CAPABILITIES_KEY}",
        )
    version = meta[VERSION_KEY]
    if not isinstance(version, str):
        raise Refusal(INVALID_PARAMS, "the protocol-version envelope value must be a string")
    if version not in MODERN_VERSIONS:
        raise Refusal(
            UNSUPPORTED_VERSION,
            "Unsupported protocol version",
            {"supported": list(MODERN_VERSIONS), "requested": version},
        )
    return version
