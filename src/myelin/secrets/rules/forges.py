"""Rules github and gitlab: tokens of GitHub, GitLab and Bitbucket."""

from myelin.secrets.patterns import alnum, word
from myelin.secrets.rules.token import Check, Token, crc_base62, mixed, plausible


def _github(token: bytes, body: bytes) -> bool:
    return (len(body) == 36 and crc_base62(body[:-6]) == body[-6:]) or plausible(token, body)


_CHECKED: Check = _github
_GITLAB = (
    *("glpat-", "gldt-", "glrt-", "glrtr-", "glft-", "glsoat-", "glcbt-", "glptt-"),
    *("glimt-", "glagent-", "gloas-", "glffct-"),
)

TOKENS = (
    *(Token("github", prefix, alnum(20), _CHECKED) for prefix in ("ghp_", "gho_", "ghu_", "ghr_")),
    # Since April 2026 an installation token holds its app's id and a JWT.
    Token("github", "ghs_", r"[0-9]{1,20}_eyJ" + word(10)),
    Token("github", "ghs_", alnum(20), _CHECKED),
    Token("github", "github_pat_", "[A-Za-z0-9_]{30,}"),
    *(Token("gitlab", prefix, word(20)) for prefix in _GITLAB),
    Token("gitlab", "GR1348941", word(20)),
    Token("gitlab", "ATBB", alnum(28, 40), mixed),
)
