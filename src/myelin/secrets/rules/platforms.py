"""Rule platform: tokens of hosting, infrastructure, observability and office platforms."""

from myelin.secrets.patterns import alnum, base64, hexadecimal, word
from myelin.secrets.rules.token import Check, Token, mixed, plausible


def _table(*rows: tuple[str, str] | tuple[str, str, Check]) -> tuple[Token, ...]:
    return tuple(
        Token("platform", row[0], row[1], row[2] if len(row) == 3 else plausible) for row in rows
    )


_HOSTING = _table(
    ("dop_v1_", hexadecimal(32)),
    ("doo_v1_", hexadecimal(32)),
    ("dor_v1_", hexadecimal(32)),
    ("cfut_", alnum(40, 60)),
    ("cfat_", alnum(40, 60)),
    ("cfk_", alnum(40, 60)),
    ("vcp_", alnum(20, 60), mixed),
    ("vci_", alnum(20, 60), mixed),
    ("vca_", alnum(20, 60), mixed),
    ("vcr_", alnum(20, 60), mixed),
    ("vck_", alnum(20, 60), mixed),
    ("nfp_", "[A-Za-z0-9_]{36}", mixed),
    ("HRKU-AA", word(30)),
    ("fm2_", base64(60)),
    ("fm1a_", base64(60)),
    ("fm1r_", base64(60)),
    ("fo1_", word(43, 43)),
    ("LTAI", alnum(20, 20), mixed),
    ("AKID", alnum(32, 32), mixed),
)
_INFRASTRUCTURE = _table(
    ("hvs.", word(24), mixed),
    ("hvb.", word(50)),
    ("hvr.", word(24), mixed),
    ("", r"[A-Za-z0-9]{14}\.atlasv1\." + word(24)),
    ("pul-", hexadecimal(40, 40)),
    ("tskey-", r"[a-z]{3,10}-[0-9A-Za-z_]{8,40}-" + word(16)),
    ("dp.pt.", alnum(30)),
    ("dp.st.", r"[A-Za-z0-9._\-]{40,}"),
    ("dp.sa.", alnum(30)),
    ("dp.ct.", alnum(30)),
    ("CCIPAT_", "[A-Za-z0-9]{20,24}_" + hexadecimal(30)),
    ("bkua_", "[a-z0-9]{40}"),
    ("sha256~", word(43, 43)),
    ("ops_eyJ", r"[A-Za-z0-9+/=_\-]{100,}"),
    (
        "A3-",
        "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    ),
)
_DATA = _table(
    ("dapi", hexadecimal(32, 32) + "(?:-[0-9])?"),
    ("sbp_", hexadecimal(40, 40)),
    ("sb_secret_", word(20)),
    ("pscale_tkn_", word(24)),
    ("pscale_pw_", word(24)),
    ("pscale_oauth_", word(24)),
)
_OBSERVABILITY = _table(
    ("glsa_", "[A-Za-z0-9]{32}_" + hexadecimal(8, 8)),
    ("glc_", base64(40)),
    ("sntryu_", hexadecimal(40)),
    ("sntrys_", "[A-Za-z0-9+/=_]{60,}"),
    ("NRAK-", "[A-Z0-9]{27}"),
    ("dt0c01.", r"[A-Z0-9]{24}\.[A-Z0-9]{32,}"),
    ("phx_", "[A-Za-z0-9_]{40,50}", mixed),
    ("sgp_", "(?:[0-9A-Fa-f]{16}_|local_)?" + hexadecimal(40, 40)),
)
_OFFICE = _table(
    ("lin_api_", alnum(32, 64)),
    ("lin_oauth_", alnum(32, 64)),
    ("ntn_", "[0-9]{8,11}" + alnum(32, 36)),
    ("figd_", word(36)),
    ("ATATT3", r"[A-Za-z0-9_\-=]{60,}"),
    ("ATCTT3", r"[A-Za-z0-9_\-=]{60,}"),
    ("PMAK-", "[0-9A-Fa-f]{24}-" + hexadecimal(16)),
    ("rdme_", "[a-z0-9]{50,}"),
    ("duffel_live_", word(40)),
    ("shippo_live_", hexadecimal(40, 40)),
    ("pnu_", alnum(36, 36), mixed),
    ("EZAK", alnum(54, 54)),
    ("ico-", alnum(32, 32), mixed),
)
TOKENS = (*_HOSTING, *_INFRASTRUCTURE, *_DATA, *_OBSERVABILITY, *_OFFICE)
