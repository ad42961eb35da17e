"""HTTP for the endpoints: one request as plain values, and the headers that every answer has."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from myelin.contract.errors import MethodRefused, RouteUnknown
from myelin.kernel.errors import MyelinError

BODY_BYTES_MAX = 65_536
BODY_S_MAX = 20
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


class OAuthEndpoint:
    """An ASGI application for one path: reads a request and answers it in a worker thread.

    Under any other name than `host` the path does not exist: clients that find OAuth there would
    leave out the headers that a person configured.
    """

    def __init__(
        self,
        by_method: Mapping[str, Answer],
        refuse: Callable[[RequestMalformed], Response],
        host: str,
        address_of: AddressOf,
    ) -> None:
        """Answer each method with its function, and what cannot be read with `refuse`."""
        self._by_method = by_method
        self._refuse = refuse
        self._host = host
        self._address_of = address_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self._answer(Request(scope, receive))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        named = request.headers.getlist("host")
        if [name.lower() for name in named] != [self._host]:
            return json_answer(RouteUnknown().as_dict(), 404)
        answer = self._by_method.get(request.method)
        if answer is None:
            refused = json_answer(MethodRefused().as_dict(), 405)
            refused.headers["Allow"] = ", ".join(self._by_method)
            return refused
        try:
            address = self._address_of(request)
            async with asyncio.timeout(BODY_S_MAX):
                incoming = await _read(request, address)
        except MyelinError as error:
            # A 426 names what the client should change to (RFC 9110, section 15.5.22).
            refused = json_answer(error.as_dict(), error.http_status)
            if error.http_status == 426:
                refused.headers["Upgrade"] = "TLS/1.2, HTTP/1.1"
            return refused
        except RequestMalformed as error:
            return self._refuse(error)
        except TimeoutError:
            return self._refuse(RequestMalformed("The request did not come in 20 s.", 408))
        return await run_in_threadpool(answer, incoming)


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
