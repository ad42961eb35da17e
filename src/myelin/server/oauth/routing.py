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
    Answer,
    Incoming,
    OAuthEndpoint,
    RequestMalformed,
    json_answer,
    oauth_error,
    peer_address,
)

Handler = Callable[[OAuth, Incoming], Response]
Refuse = Callable[[RequestMalformed], Response]

PATHS = ("/authorize", "/signin", "/consent", "/token", "/revoke", "/register")


def routes(oauth: OAuth, address_of: AddressOf = peer_address) -> list[Route]:
    """Return the routes. They check origin, cookie and form token themselves, and need no bearer.

    They exist only under the host of the issuer. `address_of` returns the address by
    which requests are limited, or raises a MyelinError for a request that may not pass.
    """
    documents = {
        **dict.fromkeys(metadata.RESOURCE_PATHS, metadata.resource_document(oauth.issuer)),
        **dict.fromkeys(metadata.SERVER_PATHS, metadata.server_document(oauth.issuer)),
    }
    people: dict[str, dict[str, Handler]] = {
        "/authorize": {"GET": authorize, "POST": authorize},
        "/signin": {"GET": show, "POST": submit},
        "/consent": {"POST": consent},
    }
    programs: dict[str, dict[str, Handler]] = {
        "/token": {"POST": token},
        "/revoke": {"POST": revoke},
        "/register": {"POST": register},
    }

    def route(path: str, by_method: dict[str, Answer], refuse: Refuse) -> Route:
        return Route(path, OAuthEndpoint(by_method, refuse, oauth.host, address_of), methods=None)

    def bound(handlers: dict[str, Handler]) -> dict[str, Answer]:
        return {method: partial(handler, oauth) for method, handler in handlers.items()}

    return [
        *(
            route(path, {"GET": partial(_document, document)}, _refuse_call)
            for path, document in documents.items()
        ),
        *(route(path, bound(handlers), _refuse_page) for path, handlers in people.items()),
        *(route(path, bound(handlers), _refuse_call) for path, handlers in programs.items()),
    ]


def _document(document: dict[str, object], _: Incoming) -> Response:
    return json_answer(document)


def _refuse_page(error: RequestMalformed) -> Response:
    return pages.stopped("The request cannot be read", error.description, error.status)


def _refuse_call(error: RequestMalformed) -> Response:
    return oauth_error("invalid_request", error.description, error.status)
