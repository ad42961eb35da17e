"""HTML in which every value is escaped, and the headers of a page."""

import base64
import hashlib
import html
from string import Template

from starlette.responses import HTMLResponse, Response

COOKIE_AGE_S = 900

STYLE = """
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--text:#1c2128;--soft:#57606a;
--line:#d0d7de;--strong:#0b5cad;--on-strong:#fff;--warn:#8a3b00}
@media (prefers-color-scheme:dark){:root{--back:#0f1318;--card:#181d24;--text:#e6edf3;
--soft:#9aa6b2;--line:#39424d;--strong:#6cb2ff;--on-strong:#08131f;--warn:#ffb27a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;justify-content:center;align-items:flex-start;
padding:5vh 1rem;background:var(--back);color:var(--text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:34rem;background:var(--card);border:1px solid var(--line);
border-radius:.75rem;padding:1.75rem;min-width:0;overflow-wrap:anywhere}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 1rem}
p{margin:.75rem 0}
.to{font-size:1.6rem;font-weight:700;line-height:1.25;margin:.25rem 0}
.soft{color:var(--soft)}
.warn{color:var(--warn)}
.problem{border-left:.25rem solid var(--warn);padding:.25rem .75rem;color:var(--warn)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1rem;margin:1rem 0}
dt{color:var(--soft)}
dd{margin:0}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:.5rem 1rem .75rem}
legend{padding:0 .35rem;color:var(--soft)}
label{display:block;margin:.35rem 0}
label.option{display:flex;gap:.6rem;align-items:baseline}
.field{margin:1rem 0}
.field input{display:block;width:100%;margin-top:.25rem;padding:.55rem .7rem;font:inherit;
color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:.4rem}
.acts{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.25rem}
button{font:inherit;padding:.6rem 1.2rem;border-radius:.4rem;border:1px solid var(--soft);
background:transparent;color:inherit;cursor:pointer}
button.main{background:var(--strong);border-color:var(--strong);color:var(--on-strong);
font-weight:600}
:focus-visible{outline:.2rem solid var(--strong);outline-offset:.15rem}
code{font-family:ui-monospace,Consolas,monospace}
"""
_STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

_PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>$title</title>
<style>$style</style>
</head>
<body>
<main>
<h1>$title</h1>
$body
</main>
</body>
</html>
""")


class Html(str):
    """Text that is HTML already; every other text is escaped where it is filled in."""

    __slots__ = ()


def fill(template: str, **values: object) -> Html:
    """Return a template with `$name` replaced by its value, escaped unless it is `Html`."""
    return Html(Template(template).substitute({name: _safe(each) for name, each in values.items()}))


def prose(text: str) -> Html:
    """Return a text, escaped, with what stands between backticks as code."""
    parts = html.escape(text, quote=True).split("`")
    return Html(
        "".join(f"<code>{each}</code>" if odd % 2 else each for odd, each in enumerate(parts))
    )


def join(parts: list[Html]) -> Html:
    """Return pieces of HTML one after the other."""
    return Html("\n".join(parts))


def page(
    title: str,
    body: Html,
    *,
    status: int = 200,
    leads_away: bool = False,
    cookie: tuple[str, str] | None = None,
) -> HTMLResponse:
    """Return a page without script that no other page can frame and no cache keeps.

    With `leads_away` a form of the page may be answered with a redirect to the client. Browsers
    apply `form-action` to every redirect after a form, and a client's own page often redirects
    further, so that such a page cannot name the places. `cookie` is a name and a value for this
    browser.
    """
    forms = "" if leads_away else " form-action 'self';"
    text = _PAGE.substitute(title=_safe(title), style=STYLE, body=body)
    answer = HTMLResponse(
        text,
        status,
        headers={
            "Content-Security-Policy": (
                f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}';{forms} "
                "frame-ancestors 'none'; base-uri 'none'"
            ),
            "X-Frame-Options": "DENY",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Pragma": "no-cache",
            # No Cross-Origin-Opener-Policy: hosts open these pages as a popup and lose their
            # window.opener for good if a page on the way has one.
            "Cross-Origin-Resource-Policy": "same-origin",
        },
    )
    if cookie is not None:
        set_cookie(answer, *cookie)
    return answer


def set_cookie(answer: Response, name: str, value: str) -> None:
    """Add a cookie that only this host gets, over TLS, from our own pages, for 15 minutes."""
    answer.set_cookie(
        name, value, COOKIE_AGE_S, path="/", secure=True, httponly=True, samesite="strict"
    )


def _safe(value: object) -> str:
    return value if isinstance(value, Html) else html.escape(str(value), quote=True)
