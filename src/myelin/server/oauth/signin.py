"""GET and POST /signin: a person proves an e-mail address by a code or a link."""

import threading
from collections.abc import Callable

from starlette.responses import Response

from myelin.control.brains import all_of
from myelin.control.signin_codes import CODE_DIGITS, new_code, take_code
from myelin.server.oauth import pages
from myelin.server.oauth.html import set_cookie
from myelin.server.oauth.mail import Relay, send_signin
from myelin.server.oauth.pending import (
    CODE_TRIES,
    PendingRequest,
    User,
    is_code_of,
    is_link_of,
)
from myelin.server.oauth.service import OAuth
from myelin.server.oauth.web import Incoming, redirect

EMAIL_CHARS_MAX = 254


def show(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer GET /signin: the page at which a request stands, or the button behind a link.

    A link is not consumed by being opened: mail programs and scanners open links on their own.
    """
    request = oauth.pending.find(incoming.query.get("request", ""))
    if request is None:
        return pages.not_open()
    link = incoming.query.get("link")
    with request.lock:
        if request.closed:
            return pages.not_open()
        if link is not None:
            # The browser that opens a link from a web mail sends no strict cookie yet.
            return pages.follow_link(request, link) if is_link_of(request, link) else _dead_link()
        if not request.is_browser(_cookie_of(incoming, request)):
            return pages.not_open()
        return current_page(oauth, request)


def submit(oauth: OAuth, incoming: Incoming) -> Response:
    """Answer POST /signin: an address, a code, or the button behind a link."""
    return with_form(oauth, incoming, _steps)


def with_form(
    oauth: OAuth,
    incoming: Incoming,
    step: Callable[[OAuth, Incoming, PendingRequest], Response],
) -> Response:
    """Run a step of a request for the browser that began it, or return a page that says no.

    The form must come from our own page, with the cookie of the request and its newest form token.
    """
    wait_s = oauth.visits.wait_s(incoming.address)
    if wait_s:
        return pages.too_many(wait_s)
    request = oauth.pending.find(incoming.form.get("request", ""))
    if request is None or incoming.repeated or not incoming.is_own_page(oauth.issuer):
        return pages.not_open()
    with request.lock:
        if request.closed:
            return pages.not_open()
        if not request.is_browser(_cookie_of(incoming, request)):
            if is_link_of(request, incoming.form.get("link")):
                return _other_browser()
            return pages.not_open()
        if not oauth.pending.take_form(request, incoming.form.get("form")):
            # A form that was sent twice, or an older tab: show where the request stands.
            return current_page(oauth, request)
        return step(oauth, incoming, request)


def current_page(oauth: OAuth, request: PendingRequest, problem: str = "") -> Response:
    """Return the page at which a request stands."""
    user = request.user
    if user is None:
        if request.email is None:
            return pages.sign_in(request, problem=problem)
        return pages.enter_code(request, by_mail=oauth.relay is not None, problem=problem)
    with oauth.control.store.reading() as rows:
        brains = all_of(rows, user.tenant)
    if request.scope is None:
        return pages.choose(request, brains, problem=problem)
    chosen = next((each for each in brains if each.id == request.brain), None)
    if request.brain is not None and chosen is None:
        request.scope = request.brain = None
        return pages.choose(request, brains, problem="That brain is no longer here.")
    return pages.confirm(request, chosen, problem=problem)


def to_page(oauth: OAuth, request: PendingRequest) -> Response:
    """Return a redirect to the page of a request, so that a reload sends no form again."""
    return redirect(f"{oauth.issuer}/signin", request=request.id)


def _steps(oauth: OAuth, incoming: Incoming, request: PendingRequest) -> Response:
    if request.user is not None:
        return to_page(oauth, request)
    match incoming.form.get("action"):
        case "ask":
            return _ask(oauth, incoming.form.get("email", ""), request)
        case "code":
            return _enter(oauth, incoming.form.get("code", ""), request)
        case "link":
            if is_link_of(request, incoming.form.get("link")):
                return _signed_in(oauth, request)
            return _dead_link()
        case "change":
            request.email = request.candidate = None
            request.forget_codes()
    return to_page(oauth, request)


def _ask(oauth: OAuth, email: str, request: PendingRequest) -> Response:
    email = email.strip().lower()
    if "@" not in email or len(email) > EMAIL_CHARS_MAX or not email.isprintable():
        return current_page(oauth, request, "That is not an e-mail address.")
    wait_s = oauth.signins.wait_s(email)
    if wait_s:
        minutes = -(-wait_s // 60)
        return current_page(
            oauth, request, f"Too many sign-ins for this address. Wait {minutes} minutes."
        )
    request.email = email
    request.candidate = _user_of(oauth, email)
    request.code_tries = 0
    request.code, request.link = new_code(oauth.control.machine), oauth.pending.token()
    if oauth.relay is not None and request.candidate is not None:
        _send(oauth.relay, oauth.issuer, request, request.candidate.email)
    return to_page(oauth, request)


def _send(relay: Relay, issuer: str, request: PendingRequest, email: str) -> None:
    link = f"{issuer}/signin?request={request.id}&link={request.link}"
    # In the background, so that a known address answers no later than an unknown one.
    threading.Thread(
        target=send_signin,
        args=(relay, email, request.code, link, request.asked.client_name),
        name="signin-mail",
        daemon=True,
    ).start()


def _enter(oauth: OAuth, typed: str, request: PendingRequest) -> Response:
    if request.email is None:
        return to_page(oauth, request)
    code = "".join(char for char in typed if char not in " -")
    request.code_tries += 1
    if (
        len(code) == CODE_DIGITS
        and code.isascii()
        and code.isdigit()
        and _is_right(oauth, code, request)
    ):
        return _signed_in(oauth, request)
    if request.code_tries >= CODE_TRIES:
        request.email = request.candidate = None
        request.forget_codes()
        return current_page(oauth, request, "Five wrong codes. Ask for a new one.")
    return current_page(oauth, request, "That code is wrong or no longer valid.")


def _is_right(oauth: OAuth, code: str, request: PendingRequest) -> bool:
    user = request.candidate
    # Both are always asked, so that an unknown address takes as long as a known one.
    printed = take_code(
        oauth.control.store, oauth.control.machine, user.id if user is not None else None, code
    )
    mailed = oauth.relay is not None and is_code_of(request, code)
    return user is not None and (printed or mailed)


def _signed_in(oauth: OAuth, request: PendingRequest) -> Response:
    if request.candidate is None:
        return pages.not_open()
    request.user = request.candidate
    request.forget_codes()
    # Another value than before sign-in, so that a planted cookie is worth nothing.
    request.cookie = oauth.pending.token()
    answer = to_page(oauth, request)
    set_cookie(answer, pages.cookie_name(request.id), request.cookie)
    return answer


def _user_of(oauth: OAuth, email: str) -> User | None:
    with oauth.control.store.reading() as rows:
        row = rows.one("SELECT id, tenant, email FROM user WHERE email = ?", email)
    return None if row is None else User(*row)


def _cookie_of(incoming: Incoming, request: PendingRequest) -> str | None:
    return incoming.cookies.get(pages.cookie_name(request.id))


def _dead_link() -> Response:
    return pages.stopped(
        "This link does not work any more",
        "It was used, is older than 15 minutes, or another one took its place.",
        403,
    )


def _other_browser() -> Response:
    return pages.stopped(
        "This is another browser",
        "You began to sign in in another browser or app. Open the link there, or type the code of "
        "the mail into the page there. The link and the code are still valid.",
        403,
    )
