"""The words of MCP that both transports use: versions, eras, keys, error codes, refusals."""

from typing import Any, Final

HANDSHAKE: Final = "handshake"
"""The era in which a client sends `initialize` first and the connection keeps what it said."""
MODERN: Final = "modern"
"""The era in which every request carries its version and the client in `_meta`: the envelope."""

HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LATEST_HANDSHAKE: Final = HANDSHAKE_VERSIONS[-1]
TEXT_ONLY_VERSIONS: Final = ("2024-11-05", "2025-03-26")
"""The versions without structured content: their clients read the object from the text."""
MODERN_VERSIONS: Final = ("2026-07-28",)

VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CLIENT_KEY: Final = "io.modelcontextprotocol/clientInfo"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL_KEY: Final = "io.modelcontextprotocol/logLevel"
SERVER_KEY: Final = "io.modelcontextprotocol/serverInfo"
SUBSCRIPTION_KEY: Final = "io.modelcontextprotocol/subscriptionId"

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
UNSUPPORTED_VERSION: Final = -32022
CLOSED: Final = -32000


class Refusal(Exception):
    """A request that is answered with a protocol error: a code, a message, optional data."""

    def __init__(self, code: int, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def as_dict(self) -> dict[str, Any]:
        """Return the `error` member of the answer."""
        error = {"code": self.code, "message": self.message}
        return error if self.data is None else {**error, "data": self.data}


def era_of(version: str) -> str:
    """Return the era of a protocol version."""
    return MODERN if version in MODERN_VERSIONS else HANDSHAKE


def has_objects(version: str) -> bool:
    """Return whether a protocol version carries structured content beside text."""
    return version not in TEXT_ONLY_VERSIONS


def negotiated(asked: object) -> str:
    """Return the version that a handshake settles on: the one asked for, else the latest."""
    return next((version for version in HANDSHAKE_VERSIONS if version == asked), LATEST_HANDSHAKE)
