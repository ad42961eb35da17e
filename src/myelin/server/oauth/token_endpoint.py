"""POST /token, POST /revoke and POST /register: what programs call without a person."""

from starlette.responses import Response

from myelin.contract.errors import RateLimited
from myelin.control.grants import ROW_SECRET_BYTES, Grant, RefreshRecord
from myelin.control.scopes import Scope
from myelin.crypto.seal import SealBroken
from myelin.crypto.sealed_key import wipe
from myelin.server.oauth.access_tokens import AccessTokenRefused
from myelin.server.oauth.codes import CodeGrant
from myelin.server.oauth.encoding import read_object
from myelin.server.oauth.pkce import proves
from myelin.server.oauth.redirects import is_same_redirect
from myelin.server.oauth.registration import RegistrationRefused, read_registration, registered
from myelin.server.oauth.service import OAuth
from myelin.server.oauth.token_pairs import PresentedRefresh, TokenPair, read_refresh
from myelin.server.oauth.web import FORM, Incoming, json_answer, oauth_error

_REFUSED = "The code or refresh token is unknown, expired, used or revoked. Sign in again."


def token(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer a token request (RFC 6749, sections 4.1.3 and 6)."""
    refused = _refuse_form(oauth, incoming)
    if refused is not None:
        return refused
    form = incoming.form
    client_id = form.get("client_id")
    if client_id is None:
        return oauth_error("invalid_request", "client_id is missing.")
    if oauth.client(client_id) is None:
        # The status by which Claude learns to register again.
        return oauth_error("invalid_client", "No such client. Register again.", 401)
    if form.get("resource", oauth.resource) not in {oauth.resource, oauth.resource + "/"}:
        return oauth_error("invalid_target", f"The only resource here is {oauth.resource}.")
    match form.get("grant_type"):
        case "authorization_code":
            return _exchange(oauth, form.get("code"), client_id, incoming)
        case "refresh_token":
            return _refresh(oauth, client_id, incoming)
        case None:
            return oauth_error("invalid_request", "grant_type is missing.")
    return oauth_error(
        "unsupported_grant_type", "Use grant_type authorization_code or refresh_token."
    )


def revoke(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer a revocation (RFC 7009): the whole grant of an access or refresh token ends.

    An unknown token gives the same answer, as section 2.2 says.
    """
    refused = _refuse_form(oauth, incoming)
    if refused is not None:
        return refused
    text, client_id = incoming.form.get("token"), incoming.form.get("client_id")
    if text is None:
        return oauth_error("invalid_request", "token is missing.")
    grant_id = None
    presented = read_refresh(text)
    if presented is not None:
        # Whoever holds the token may end it, also a client that forgot its own id.
        grant_id = oauth.grants.grant_of_refresh(presented.record, client_id)
    else:
        try:
            claims = oauth.pairs.grant_of(text)
        except AccessTokenRefused:
            claims = None
        if claims is not None and client_id in {None, claims.client}:
            grant_id = claims.grant
    if grant_id is not None:
        oauth.grants.revoke(grant_id)
    return json_answer({})


def register(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer a registration (RFC 7591, section 3)."""
    if incoming.is_foreign_page(oauth.issuer):
        return oauth_error("invalid_request", "A page of another site cannot register.", 403)
    if incoming.content_type != "application/json":
        return oauth_error("invalid_client_metadata", "Send application/json.", 415)
    try:
        body = read_object(incoming.body)
    except ValueError as error:
        return oauth_error("invalid_client_metadata", f"The body {error}.")
    try:
        asked = read_registration(body, oauth.allow_list)
    except RegistrationRefused as error:
        return oauth_error(error.error, error.description)
    wait_s = oauth.registrations.wait_s(incoming.address)
    if wait_s:
        return _too_many(wait_s)
    try:
        client = oauth.clients.register(asked.name, asked.redirect_uris)
    except RateLimited:
        return _too_many(3600)
    return json_answer(registered(client.id, asked, client.created_at), 201)


def _too_many(wait_s: int) -> Response:
    answer = oauth_error("temporarily_unavailable", "Too many registrations. Wait.", 429)
    answer.headers["Retry-After"] = str(wait_s)
    return answer


def _refuse_form(oauth: OAuth, incoming: Incoming) -> Response | None:
    if incoming.is_foreign_page(oauth.issuer):
        return oauth_error("invalid_request", "A page of another site cannot do this.", 403)
    if incoming.query:
        # Addresses are logged on their way; a secret in one is not accepted, so nobody sends it.
        return oauth_error("invalid_request", "Send the parameters in the body, not in the URL.")
    if incoming.content_type != FORM:
        return oauth_error("invalid_request", f"Send {FORM}.")
    if incoming.repeated:
        return oauth_error("invalid_request", "A parameter was sent twice.")
    return None


def _exchange(oauth: OAuth, code: str | None, client_id: str, incoming: Incoming) -> Response:
    if code is None:
        return oauth_error("invalid_request", "code is missing.")
    found = oauth.codes.take(code)
    if isinstance(found, str):
        oauth.grants.revoke(found)
        found = None
    if found is None:
        return oauth_error("invalid_grant", _REFUSED)
    try:
        if not _is_bound(found, client_id, incoming):
            return oauth_error("invalid_grant", _REFUSED)
        pair = _open(oauth, found)
    finally:
        found.forget()
    if pair is None:
        return oauth_error("invalid_grant", _REFUSED)
    if oauth.codes.was_used_again(code):
        oauth.grants.revoke(found.id)
        return oauth_error("invalid_grant", _REFUSED)
    return json_answer(pair.as_dict())


def _is_bound(found: CodeGrant, client_id: str, incoming: Incoming) -> bool:
    """Return True if the request comes from the client, redirect and verifier of a code."""
    redirect_uri = incoming.form.get("redirect_uri", found.redirect_uri)
    return (
        found.client == client_id
        and is_same_redirect(found.redirect_uri, redirect_uri)
        and proves(incoming.form.get("code_verifier", ""), found.challenge)
    )


def _open(oauth: OAuth, found: CodeGrant) -> TokenPair | None:
    """Open the grant of a code and return its tokens, or None if the brain was rekeyed since."""
    machine = oauth.control.machine
    grant = Grant(
        found.id,
        found.tenant,
        found.user,
        found.client,
        found.client_name,
        found.scope,
        found.brain,
        found.key is not None,
        machine.chance(ROW_SECRET_BYTES) if found.key is not None else None,
        machine.clock.now_ms(),
    )
    record, pair = oauth.pairs.make(grant, found.key, grant.scope)
    return pair if oauth.grants.open(grant, record, found.verifier) else None


def _refresh(oauth: OAuth, client_id: str, incoming: Incoming) -> Response:
    text = incoming.form.get("refresh_token")
    if text is None:
        return oauth_error("invalid_request", "refresh_token is missing.")
    presented = read_refresh(text)
    if presented is None:
        return oauth_error("invalid_grant", _REFUSED)
    narrowed = _narrowed(incoming.form.get("scope"))
    try:
        pair = oauth.grants.rotate(
            presented.record, client_id, lambda grant: _succeed(oauth, grant, presented, narrowed)
        )
    except SealBroken:
        pair = None
    if pair is None:
        return oauth_error("invalid_grant", _REFUSED)
    return json_answer(pair.as_dict())


def _succeed(
    oauth: OAuth, grant: Grant, presented: PresentedRefresh, narrowed: Scope
) -> tuple[RefreshRecord, TokenPair]:
    key = oauth.pairs.key_of(grant, presented)
    try:
        return oauth.pairs.make(grant, key, min(grant.scope, narrowed))
    finally:
        if key is not None:
            wipe(key)


def _narrowed(scope: str | None) -> Scope:
    """Return the scope that a refresh asks for; unknown words are dropped, as everywhere."""
    if scope is None or "write" in scope.split():
        return Scope.WRITE
    return Scope.READ if "read" in scope.split() else Scope.WRITE
