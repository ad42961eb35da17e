"""Dynamic client registration (RFC 7591): reads a request and answers with what is registered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from myelin.server.oauth.redirects import AllowList

NAME_CHARS_MAX = 40
REDIRECT_URIS_MAX = 10
UNNAMED = "unnamed program"


@dataclass(frozen=True, slots=True)
class Registration:
    """What of a registration request is kept."""

    name: str
    redirect_uris: tuple[str, ...]


class RegistrationRefused(Exception):
    """A registration request that cannot be taken; `error` is a code of RFC 7591, section 3.2.2."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(error)
        self.error = error
        self.description = description


def read_registration(body: Mapping[str, Any], allow_list: AllowList) -> Registration:
    """Return what a request registers.

    Members that ask for something else than this server gives (a client secret, other grant types,
    unknown scopes) are answered with what it gives, as RFC 7591 section 3.2.1 permits: a host that
    asks for more than it needs still works.

    Raises:
        RegistrationRefused: no redirect URI, too many, or one that is not accepted.
    """
    uris = body.get("redirect_uris")
    if not isinstance(uris, list) or not uris:
        raise RegistrationRefused("invalid_redirect_uri", "redirect_uris is missing or empty.")
    if len(uris) > REDIRECT_URIS_MAX:
        raise RegistrationRefused(
            "invalid_redirect_uri", f"At most {REDIRECT_URIS_MAX} redirect URIs can be registered."
        )
    for place, uri in enumerate(uris):
        if not isinstance(uri, str) or not allow_list.accepts(uri):
            raise RegistrationRefused(
                "invalid_redirect_uri",
                f"redirect_uris[{place}] is not on this server's allow-list. "
                "Ask its operator to add it, or use http on a loopback address.",
            )
    return Registration(shown_name(body.get("client_name")), tuple(dict.fromkeys(uris)))


def shown_name(asked: object) -> str:
    """Return a client's name as people are shown it: at most 40 printable ASCII characters."""
    if not isinstance(asked, str):
        return UNNAMED
    printable = "".join(char for char in asked if " " <= char <= "~")
    return " ".join(printable.split())[:NAME_CHARS_MAX].strip() or UNNAMED


def registered(client_id: str, registration: Registration, issued_ms: int) -> dict[str, Any]:
    """Return the answer to a registration (RFC 7591, section 3.2.1)."""
    return {
        "client_id": client_id,
        "client_id_issued_at": issued_ms // 1000,
        "client_name": registration.name,
        "redirect_uris": list(registration.redirect_uris),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": "read write",
    }
