"""The words of the sign-in and consent pages."""

from collections.abc import Sequence

from starlette.responses import HTMLResponse

from myelin.control.brains import RegisteredBrain
from myelin.control.scopes import Scope
from myelin.server.oauth.html import Html, fill, join, page, prose
from myelin.server.oauth.pending import AuthorizationParameters, PendingRequest
from myelin.server.oauth.redirects import destination

_WHO = """<p class="soft">The answer goes to</p>
<p class="to">$to</p>
<p class="soft">for a program that calls itself “$name”.</p>"""
_HIDDEN = """<input type="hidden" name="request" value="$request">
<input type="hidden" name="form" value="$form">"""
_PROBLEM = '<p class="problem" role="alert">$text</p>'

_ASK = """$problem
$who
<form method="post" action="/signin">
$hidden
<div class="field"><label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"
 autofocus></div>
<div class="acts"><button class="main" name="action" value="ask">Continue</button></div>
</form>
<p class="soft">Go on only if you started this yourself, in that program, a moment ago.</p>"""

_CODE = """$problem
<p>$sent</p>
<form method="post" action="/signin">
$hidden
<div class="field"><label for="code">Code of 8 digits for $email</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code"
 maxlength="16" required autofocus></div>
<div class="acts"><button class="main" name="action" value="code">Sign in</button></div>
</form>
<form method="post" action="/signin">
$hidden
<div class="acts"><button name="action" value="change">Use another address</button></div>
</form>
$who"""

_LINK = """<p>Sign in as <strong>$email</strong>?</p>
$who
<form method="post" action="/signin">
$hidden
<input type="hidden" name="link" value="$link">
<div class="acts"><button class="main" name="action" value="link" autofocus>Sign in</button></div>
</form>
<p class="soft">Go on only if you started this yourself, in that program, a moment ago.</p>"""

_CHOOSE = """$problem
$who
<p>You are signed in as <strong>$email</strong>.</p>
<form method="post" action="/consent">
$hidden
<fieldset><legend>Which brain may it use?</legend>
$brains
</fieldset>
<fieldset><legend>What may it do there?</legend>
$scopes
</fieldset>
<div class="acts"><button class="main" name="action" value="choose">Continue</button>
<button name="action" value="deny">Cancel</button></div>
</form>"""
_RADIO = """<label class="option"><input type="radio" name="$name" value="$value"$checked>
<span>$text</span></label>"""

_CONFIRM = """$who
<dl><dt>Tenant</dt><dd>$tenant</dd>
<dt>Signed in as</dt><dd>$email</dd>
<dt>Brain</dt><dd><strong>$brain</strong></dd>
<dt>May</dt><dd><strong>$scope</strong></dd></dl>
<form method="post" action="/consent">
$hidden
$problem
$key
<div class="acts"><button class="main" name="action" value="allow">Allow</button>
<button name="action" value="deny">Deny</button>
<button name="action" value="back">Choose again</button></div>
</form>
<p class="soft">An administrator of the tenant can list and revoke this like any token. Revoking
takes effect at the next call.</p>"""

_KEY = """<div class="field"><label for="key">Key of this brain (optional)</label>
<input id="key" name="key" type="password" autocomplete="off" maxlength="64"
 aria-describedby="about-key"$focus></div>
<div id="about-key">
<p>Only for a program that cannot send the header <code>X-Myelin-Key</code> itself, such as a
connector in the browser. <code>myelin key export --base64</code> prints the key.</p>
<p class="warn">With the key, the tokens of that program open this brain while this server holds
its part of the seal. The key is sealed inside the tokens and is not stored here.</p>
<p>Without it, a program that does not send the header gets <code>key_required</code> at every
call. To add the key later, remove the connector there and connect it again.</p>
</div>"""

_NO_KEY = """<p>A program that does not send the key in the header <code>X-Myelin-Key</code> gets
<code>key_required</code> at every call. Choose one brain to give its key here.</p>"""

RIGHTS = {
    Scope.READ: "Read only: recall memories, read processes and standards",
    Scope.WRITE: "Read and write: recall, remember, and propose changes",
}


def who_asks(asked: AuthorizationParameters) -> Html:
    """Return where the answer goes, larger than the name that the client gave itself."""
    return fill(_WHO, to=destination(asked.redirect_uri), name=asked.client_name)


def sign_in(request: PendingRequest, *, cookie: bool = False, problem: str = "") -> HTMLResponse:
    """Return the page that asks for an e-mail address."""
    body = fill(
        _ASK, problem=_problem(problem), who=who_asks(request.asked), hidden=_hidden(request)
    )
    return _page("Sign in to Myelin", request, body, cookie=cookie)


def enter_code(request: PendingRequest, *, by_mail: bool, problem: str = "") -> HTMLResponse:
    """Return the page that asks for the code. It is the same for an unknown address."""
    sent = (
        "If this address is known here, a mail with a code is on its way. It may take a minute."
        if by_mail
        else "This server sends no mail. Ask its operator for a code: "
        "`myelin admin signin`, run on the server, prints one."
    )
    body = fill(
        _CODE,
        problem=_problem(problem),
        sent=prose(sent),
        hidden=_hidden(request),
        email=request.email,
        who=who_asks(request.asked),
    )
    return _page("Enter your code", request, body)


def follow_link(request: PendingRequest, link: str) -> HTMLResponse:
    """Return the page behind a mailed link: a button, since mail programs open links themselves."""
    body = fill(
        _LINK,
        email=request.email,
        who=who_asks(request.asked),
        hidden=_hidden(request),
        link=link,
    )
    return _page("Sign in to Myelin", request, body)


def choose(
    request: PendingRequest,
    brains: Sequence[RegisteredBrain],
    *,
    problem: str = "",
) -> HTMLResponse:
    """Return the consent page that asks which brain and which rights."""
    options = [_radio("brain", each.id, each.name, checked=len(brains) == 1) for each in brains]
    every = "All brains of this tenant, and those that come later"
    options.append(_radio("brain", "all", every, checked=not brains))
    offered = [Scope.READ] if request.asked.scope is Scope.READ else [Scope.WRITE, Scope.READ]
    rights = [
        _radio("scope", each.word, RIGHTS[each], checked=each is offered[0]) for each in offered
    ]
    body = fill(
        _CHOOSE,
        problem=_problem(problem),
        who=who_asks(request.asked),
        email=request.user.email if request.user is not None else "",
        hidden=_hidden(request),
        brains=join(options),
        scopes=join(rights),
    )
    return _page("Allow a program to use Myelin?", request, body)


def confirm(
    request: PendingRequest, brain: RegisteredBrain | None, *, problem: str = ""
) -> HTMLResponse:
    """Return the last consent page; it offers the key field if one brain was chosen."""
    user, scope = request.user, request.scope
    if user is None or scope is None:
        raise ValueError("a request is confirmed after sign-in and choice")
    body = fill(
        _CONFIRM,
        problem=_problem(problem),
        who=who_asks(request.asked),
        tenant=user.tenant,
        email=user.email,
        brain=brain.name if brain is not None else "all brains of this tenant",
        scope=RIGHTS[scope],
        hidden=_hidden(request),
        key=fill(_KEY, focus=Html(" autofocus") if problem else "")
        if brain is not None
        else Html(_NO_KEY),
    )
    return _page("Allow a program to use Myelin?", request, body)


def stopped(title: str, text: str, status: int = 400) -> HTMLResponse:
    """Return a page that ends the flow: what happened, then what to do."""
    return page(title, fill('<p role="alert">$text</p>', text=prose(text)), status=status)


def not_open() -> HTMLResponse:
    """Return the page for a request that is unknown, decided, too old, or another browser's."""
    return stopped(
        "This page is no longer open",
        "The request was decided, is older than 15 minutes, or began in another browser. "
        "Start again in the program that sent you here.",
        403,
    )


def too_many(wait_s: int) -> HTMLResponse:
    """Return the page for an address that sends too many requests."""
    answer = stopped("Too many requests", f"Wait {wait_s} seconds, then load the page again.", 429)
    answer.headers["Retry-After"] = str(wait_s)
    return answer


def cookie_name(request_id: str) -> str:
    """Return the name of the cookie that binds a request to its browser (RFC 6265bis, 4.1.3)."""
    return f"__Host-myelin-{request_id}"


def _page(title: str, request: PendingRequest, body: Html, *, cookie: bool = False) -> HTMLResponse:
    return page(
        title,
        body,
        leads_away=request.user is not None,
        cookie=(cookie_name(request.id), request.cookie) if cookie else None,
    )


def _hidden(request: PendingRequest) -> Html:
    return fill(_HIDDEN, request=request.id, form=request.form)


def _problem(text: str) -> Html:
    return fill(_PROBLEM, text=prose(text)) if text else Html("")


def _radio(name: str, value: str, text: str, *, checked: bool) -> Html:
    mark = Html(" checked") if checked else Html("")
    return fill(_RADIO, name=name, value=value, text=text, checked=mark)
