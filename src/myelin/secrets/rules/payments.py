"""Rule payments: keys that move money."""

from myelin.secrets.patterns import alnum, hexadecimal, word
from myelin.secrets.rules.token import Token, mixed

_RULE = "payments"

TOKENS = (
    *(
        Token(_RULE, prefix, alnum(20, 247), mixed)
        for prefix in ("sk_live_", "rk_live_", "sk_test_", "rk_test_")
    ),
    Token(_RULE, "whsec_", r"[A-Za-z0-9+/]{24,80}={0,2}", mixed),
    *(Token(_RULE, prefix, alnum(32, 64)) for prefix in ("shpat_", "shpca_", "shppa_", "shpss_")),
    Token(_RULE, "EAAA", word(56, 62), mixed),
    Token(_RULE, "sq0csp-", word(30)),
    Token(_RULE, "sq0atp-", word(20)),
    Token(_RULE, "access_token$production$", r"[a-z0-9]{16}\$" + hexadecimal(32)),
    Token(_RULE, "FLWSECK-", hexadecimal(32, 32) + "-X"),
)
