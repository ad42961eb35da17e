"""The routes of the authorization server, for the HTTP server to mount."""

from collections.abc import Callable
from functools import partial

from starlette.responses import Response
from starlette.routing import Route

from myelin.server.oauth import metadata, pages
from myelin.server.oauth.authorize import authorize
from myelin.server.oauth.consent import consent
from myelin.server.oauth.service import OAuth
from myelin.server.oauth.signin import show, submit
from myelin.server.oauth.token_endpoint import register, revoke, token
from myelin.server.oauth.web import (
    AddressOf,
    Incoming,
    RequestMalformed,
    endpoint,
    json_answer,
    oauth_error,
    peer_address,
)

Handler = Callable[[OAuth, Incoming], Response]

PATHS = ("/authorize", "/signin", "/consent", "/token", "/revoke", "/register")


def routes(oauth: OAuth, address_of: AddressOf = peer_address) -> list[Route]:
    """Return the routes. They check origin, cookie and form token themselves, and need no bearer.

    They exist only under the host of the issuer. `address_of` returns the address that
    registrations are limited by.
    """
    host = oauth.host
    documents = {
        **dict.fromkeys(metadata.RESOURCE_PATHS, metadata.resource_document(oauth.issuer)),
        **dict.fromkeys(metadata.SERVER_PATHS, metadata.server_document(oauth.issuer)),
    }
    found = [
        Route(
            path,
            endpoint(partial(_document, document), _refuse_call, host, address_of),
            methods=["GET"],
        )
        for path, document in documents.items()
    ]
    people: list[tuple[str, str, Handler]] = [
        ("/authorize", "GET", authorize),
        ("/authorize", "POST", authorize),
        ("/signin", "GET", show),
        ("/signin", "POST", submit),
        ("/consent", "POST", consent),
    ]
    programs: list[tuple[str, str, Handler]] = [
        ("/token", "POST", token),
        ("/revoke", "POST", revoke),
        ("/register", "POST", register),
    ]
    for path, method, handler in people:
        answer = endpoint(partial(handler, oauth), _refuse_page, host, address_of)
        found.append(Route(path, answer, methods=[method]))
    for path, method, handler in programs:
        answer = endpoint(partial(handler, oauth), _refuse_call, host, address_of)
        found.append(Route(path, answer, methods=[method]))
    return found


def _document(document: dict[str, object], _: Incoming) -> Response:
    return json_answer(document)


def _refuse_page(error: RequestMalformed) -> Response:
    return pages.stopped("The request cannot be read", error.description, error.status)


def _refuse_call(error: RequestMalformed) -> Response:
    return oauth_error("invalid_request", error.description, error.status)
