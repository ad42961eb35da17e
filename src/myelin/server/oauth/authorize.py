"""GET and POST /authorize: checks what a client asks for, and begins a request for a person."""

from collections.abc import Mapping

from starlette.responses import Response

from myelin.control.oauth_clients import OAuthClient
from myelin.control.scopes import Scope
from myelin.server.oauth import pages
from myelin.server.oauth.pending import AuthorizationParameters
from myelin.server.oauth.pkce import METHOD, is_challenge
from myelin.server.oauth.redirects import is_same_redirect
from myelin.server.oauth.service import OAuth
from myelin.server.oauth.web import Incoming, redirect

STATE_CHARS_MAX = 4096


def authorize(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer an authorization request (RFC 6749, section 4.1.1) with the sign-in page.

    Without a known client and redirect URI the answer is a page: nobody is sent to a place that
    nobody registered. Every other mistake goes back to the client.
    """
    wait_s = oauth.visits.wait_s(incoming.address)
    if wait_s:
        return pages.too_many(wait_s)
    asked = incoming.form if incoming.method == "POST" else incoming.query
    client = oauth.client(asked.get("client_id", ""))
    if client is None:
        return pages.stopped(
            "This program is not known here",
            "Its registration is missing or has expired. Remove the connection in the program, "
            "then add it again.",
        )
    redirect_uri = _redirect_of(oauth, client, asked.get("redirect_uri"))
    # Of a field that came twice nobody can say which one was meant, so it names no place either.
    if redirect_uri is None or incoming.repeated:
        return pages.stopped(
            "The program asks for another place",
            "The address to which it wants the answer is not one that it registered, or is not "
            "allowed on this server. Nothing was sent there.",
        )
    state = asked.get("state")
    problem = _problem(oauth, asked)
    if problem is not None:
        error, description = problem
        return redirect(
            redirect_uri,
            error=error,
            error_description=description,
            state=state,
            iss=oauth.issuer,
        )
    oauth.clients.note_use(client.id)
    request = oauth.pending.begin(
        AuthorizationParameters(
            client.id,
            client.name,
            redirect_uri,
            state,
            asked["code_challenge"],
            _scope_of(asked.get("scope")),
        )
    )
    return pages.sign_in(request, cookie=True)


def _redirect_of(oauth: OAuth, client: OAuthClient, presented: str | None) -> str | None:
    """Return the redirect URI of a request if the client registered it and it is still allowed."""
    if presented is None:
        # It may be left out where only one was registered (RFC 6749, section 3.1.2.3).
        presented = client.redirect_uris[0] if len(client.redirect_uris) == 1 else ""
    if not oauth.allow_list.accepts(presented):
        return None
    if any(is_same_redirect(each, presented) for each in client.redirect_uris):
        return presented
    return None


def _problem(oauth: OAuth, asked: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the error code and text for a request that cannot be granted, or None."""
    if len(asked.get("state", "")) > STATE_CHARS_MAX:
        return "invalid_request", f"state is longer than {STATE_CHARS_MAX} characters."
    if asked.get("response_type") != "code":
        return "unsupported_response_type", "Use response_type=code."
    if asked.get("response_mode", "query") != "query":
        return "invalid_request", "Use response_mode=query, or none."
    if asked.keys() & {"request", "request_uri"}:
        return "request_not_supported", "Send the parameters in the query."
    if "code_challenge" not in asked:
        return "invalid_request", "code_challenge is missing: PKCE with S256 is required."
    # RFC 7636: without a method it means `plain`, which shows the verifier to whoever sees the URL.
    if asked.get("code_challenge_method") != METHOD:
        return "invalid_request", "code_challenge_method must be S256."
    if not is_challenge(asked["code_challenge"]):
        return "invalid_request", "code_challenge is not a SHA-256 in base64url."
    if asked.get("resource", oauth.resource) not in {oauth.resource, oauth.resource + "/"}:
        return "invalid_target", f"The only resource here is {oauth.resource}."
    return None


def _scope_of(asked: str | None) -> Scope:
    """Return the scope that a client asks for. Unknown words are dropped; none left means write.

    The person may narrow it on the consent page.
    """
    words = set((asked or "").split())
    return Scope.READ if "read" in words and "write" not in words else Scope.WRITE
