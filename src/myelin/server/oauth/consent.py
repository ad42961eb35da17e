"""POST /consent: a person chooses a brain, rights and a key, and allows or denies."""

import base64
import binascii
import hmac

from starlette.responses import Response

from myelin.control.brains import RegisteredBrain, all_of
from myelin.control.scopes import Scope, scope_of
from myelin.crypto.keys import KEY_BYTES, verifier
from myelin.crypto.sealed_key import wipe
from myelin.kernel.ids import encode_id, new_row_id
from myelin.server.oauth import pages
from myelin.server.oauth.codes import CodeGrant
from myelin.server.oauth.pending import KEY_TRIES, PendingRequest, User
from myelin.server.oauth.service import OAuth
from myelin.server.oauth.signin import current_page, to_page, with_form
from myelin.server.oauth.web import Incoming, redirect

KEY_CHARS = 44


def consent(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer a form of the consent pages."""
    return with_form(oauth, incoming, _steps)


def _steps(oauth: OAuth, incoming: Incoming, request: PendingRequest) -> Response:
    user = request.user
    if user is None:
        return to_page(oauth, request)
    match incoming.form.get("action"):
        case "choose":
            return _choose(oauth, incoming, request, user)
        case "back":
            request.scope = request.brain = None
            return to_page(oauth, request)
        case "allow" if request.scope is not None:
            return _allow(oauth, incoming, request, user, request.scope)
        case "deny":
            oauth.pending.close(request)
            return _answer(oauth, request, error="access_denied")
    return to_page(oauth, request)


def _choose(oauth: OAuth, incoming: Incoming, request: PendingRequest, user: User) -> Response:
    brain, word = incoming.form.get("brain"), incoming.form.get("scope", "read")
    if brain is None:
        return current_page(oauth, request, "Choose a brain.")
    if brain != "all" and _brain_of(oauth, user, brain) is None:
        return current_page(oauth, request, "That brain is no longer here.")
    if word not in {"read", "write"}:
        return current_page(oauth, request, "Choose what it may do.")
    request.brain = None if brain == "all" else brain
    # What a person allows is never more than what the client asked for.
    request.scope = min(scope_of(word), request.asked.scope)
    return to_page(oauth, request)


def _allow(
    oauth: OAuth, incoming: Incoming, request: PendingRequest, user: User, scope: Scope
) -> Response:
    key: bytearray | None = None
    brain: RegisteredBrain | None = None
    if request.brain is not None:
        brain = _brain_of(oauth, user, request.brain)
        if brain is None:
            return current_page(oauth, request)
        typed = incoming.form.get("key", "").strip()
        if typed:
            key = _key_of(typed, brain)
            if key is None:
                return _wrong_key(oauth, request)
    oauth.pending.close(request)
    asked, machine = request.asked, oauth.control.machine
    grant = CodeGrant(
        encode_id("grt", new_row_id(machine.chance)),
        user.tenant,
        user.id,
        asked.client,
        asked.client_name,
        asked.redirect_uri,
        asked.challenge,
        scope,
        request.brain,
        None if brain is None else brain.verifier,
        key,
    )
    return _answer(oauth, request, code=oauth.codes.issue(grant))


def _wrong_key(oauth: OAuth, request: PendingRequest) -> Response:
    request.key_tries += 1
    if request.key_tries >= KEY_TRIES:
        oauth.pending.close(request)
        return pages.stopped(
            "Five wrong keys",
            "The request was dropped (key_wrong). Print the key with `myelin key export --base64` "
            "on a device that has the brain, then start again in the program.",
            403,
        )
    return current_page(
        oauth,
        request,
        "key_wrong: this key does not open the brain. It is the text of 44 characters that "
        "`myelin key export --base64` prints.",
    )


def _key_of(typed: str, brain: RegisteredBrain) -> bytearray | None:
    """Return the key that a person typed if it is the brain's, compared by its verifier."""
    if len(typed) != KEY_CHARS:
        return None
    try:
        key = bytearray(base64.b64decode(typed, validate=True))
    except (binascii.Error, ValueError):
        return None
    if len(key) == KEY_BYTES and hmac.compare_digest(verifier(bytes(key)), brain.verifier):
        return key
    wipe(key)
    return None


def _brain_of(oauth: OAuth, user: User, brain: str) -> RegisteredBrain | None:
    with oauth.control.store.reading() as rows:
        return next((each for each in all_of(rows, user.tenant) if each.id == brain), None)


def _answer(oauth: OAuth, request: PendingRequest, **members: str) -> Response:
    """Return the redirect to the client (RFC 6749, section 4.1.2; `iss` of RFC 9207)."""
    asked = request.asked
    return redirect(asked.redirect_uri, **members, state=asked.state, iss=oauth.issuer)
