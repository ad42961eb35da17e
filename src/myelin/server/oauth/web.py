"""HTTP for the endpoints: one request as plain values, and the headers that every answer has."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from myelin.contract.errors import RouteUnknown

BODY_BYTES_MAX = 65_536
FIELDS_MAX = 64
FORM = "application/x-www-form-urlencoded"

_PRIVATE = {"Cache-Control": "no-store", "Pragma": "no-cache", "X-Content-Type-Options": "nosniff"}


class RequestMalformed(Exception):
    """A request that cannot be read: the text says why, and repeats nothing of it."""

    def __init__(self, description: str, status: int = 400) -> None:
        super().__init__(description)
        self.description = description
        self.status = status


@dataclass(frozen=True, slots=True)
class Incoming:
    """One request."""

    method: str
    query: Mapping[str, str]
    form: Mapping[str, str]
    body: bytes
    cookies: Mapping[str, str]
    content_type: str
    origin: str | None
    site: str | None
    """The Sec-Fetch-Site header, which every current browser sends and no page can set."""
    address: str
    """Who is limited; kept in memory only."""
    repeated: bool = False
    """Whether a field was given twice, which RFC 6749 section 3.1 forbids."""

    def is_own_page(self, issuer: str) -> bool:
        """Return True if the request may come from a form of our own pages.

        Our pages send no referrer, so a browser writes `Origin: null` on their forms; the cookie
        and the form token are what a foreign page cannot have.
        """
        return self.site in {None, "same-origin"} and self.origin in {None, "null", issuer}

    def is_foreign_page(self, issuer: str) -> bool:
        """Return True if a script or form of another origin sent the request."""
        return self.site in {"cross-site", "same-site"} or self.origin not in {None, issuer}


Answer = Callable[[Incoming], Response]
AddressOf = Callable[[Request], str]


def peer_address(request: Request) -> str:
    """Return the address of the peer of the connection."""
    return request.client.host if request.client is not None else "unknown"


def endpoint(
    answer: Answer,
    refuse: Callable[[RequestMalformed], Response],
    host: str,
    address_of: AddressOf,
) -> Callable[[Request], Awaitable[Response]]:
    """Return a Starlette endpoint that reads a request and answers it in a worker thread.

    Under any other name than `host` the endpoint does not exist: clients that find OAuth there
    would leave out the headers that a person configured.
    """

    async def run(request: Request) -> Response:
        if not _is_host(request, host):
            return json_answer(RouteUnknown().as_dict(), 404)
        try:
            incoming = await _read(request, address_of(request))
        except RequestMalformed as error:
            return refuse(error)
        return await run_in_threadpool(answer, incoming)

    return run


def json_answer(content: Mapping[str, Any], status: int = 200) -> Response:
    """Return a JSON answer that no cache keeps."""
    return JSONResponse(content, status, headers=_PRIVATE)


def oauth_error(error: str, description: str, status: int = 400) -> Response:
    """Return an error of RFC 6749, section 5.2."""
    return json_answer({"error": error, "error_description": description}, status)


def redirect(uri: str, **members: str | None) -> Response:
    """Return a redirect with members added to a URI's query; None leaves a member out."""
    added = urlencode({name: value for name, value in members.items() if value is not None})
    joint = "&" if urlsplit(uri).query else "?"
    headers = {**_PRIVATE, "Referrer-Policy": "no-referrer"}
    return RedirectResponse(f"{uri}{joint}{added}" if added else uri, 303, headers=headers)


async def _read(request: Request, address: str) -> Incoming:
    body = await _body(request)
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    query, twice = _fields(request.url.query)
    form: dict[str, str] = {}
    if content_type == FORM:
        try:
            form, form_twice = _fields(body.decode("utf-8"))
        except UnicodeDecodeError:
            raise RequestMalformed("The form is not UTF-8.") from None
        twice = twice or form_twice
    return Incoming(
        request.method,
        query,
        form,
        body,
        request.cookies,
        content_type,
        request.headers.get("origin"),
        request.headers.get("sec-fetch-site"),
        address,
        twice,
    )


def _is_host(request: Request, host: str) -> bool:
    named = request.headers.getlist("host")
    return len(named) == 1 and named[0].lower() == host


async def _body(request: Request) -> bytes:
    whole = bytearray()
    try:
        async for part in request.stream():
            whole += part
            if len(whole) > BODY_BYTES_MAX:
                raise RequestMalformed("The request is larger than 64 KiB.", 413)
    except ClientDisconnect:
        raise RequestMalformed("The connection ended inside the request.") from None
    return bytes(whole)


def _fields(text: str) -> tuple[dict[str, str], bool]:
    """Return the fields of a query or form, and whether one was given twice.

    An empty field counts as absent (RFC 6749, section 3.1).
    """
    try:
        pairs = parse_qsl(text, keep_blank_values=False, errors="strict", max_num_fields=FIELDS_MAX)
    except ValueError:
        raise RequestMalformed("The fields are not UTF-8, or there are too many.") from None
    return dict(pairs), len({name for name, _ in pairs}) != len(pairs)
