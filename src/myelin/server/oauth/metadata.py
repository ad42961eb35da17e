"""The metadata documents by which clients find the endpoints (RFC 9728, RFC 8414)."""

from typing import Any

RESOURCE_PATHS = (
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource",
)
SERVER_PATHS = (
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/mcp",
    "/.well-known/openid-configuration",
    "/.well-known/openid-configuration/mcp",
)

# ChatGPT looks for offline_access; a refresh token is given in any case.
_SCOPES = ["read", "write", "offline_access"]


def resource_document(issuer: str) -> dict[str, Any]:
    """Return what the MCP endpoint says of itself (RFC 9728, section 2)."""
    return {
        "resource": f"{issuer}/mcp",
        "authorization_servers": [issuer],
        "scopes_supported": ["read", "write"],
        "bearer_methods_supported": ["header"],
        "resource_name": "Myelin",
    }


def server_document(issuer: str) -> dict[str, Any]:
    """Return what the authorization server says of itself (RFC 8414, section 2).

    Client id metadata documents are not offered: they would make the server fetch foreign URLs.
    """
    return {
        "issuer": issuer,
        "authorization_endpoint": f"{issuer}/authorize",
        "token_endpoint": f"{issuer}/token",
        "registration_endpoint": f"{issuer}/register",
        "revocation_endpoint": f"{issuer}/revoke",
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
        "scopes_supported": _SCOPES,
    }
