"""Rule llm: keys of model providers and of the services around them."""

from myelin.secrets.patterns import alnum, hexadecimal, word
from myelin.secrets.rules.token import Token, mixed, mixed_letters

_RULE = "llm"
_LETTERS_34 = "[A-Za-z]{34}"

TOKENS = (
    Token(_RULE, "sk-ant-", r"[a-z]{3,6}[0-9]{2}-" + word(24)),
    Token(_RULE, "sk-proj-", word(40)),
    Token(_RULE, "sk-svcacct-", word(40)),
    Token(_RULE, "sk-admin-", word(40)),
    Token(_RULE, "sk-or-v1-", hexadecimal(32)),
    Token(_RULE, "sk-", r"[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{10,}"),
    Token(_RULE, "sk-", hexadecimal(32, 32)),
    Token(_RULE, "sk-", alnum(40, 64)),
    Token(_RULE, "hf_", _LETTERS_34, mixed_letters),
    Token(_RULE, "api_org_", _LETTERS_34, mixed_letters),
    Token(_RULE, "gsk_", alnum(40, 60)),
    Token(_RULE, "xai-", "[A-Za-z0-9_]{40,}"),
    Token(_RULE, "pplx-", alnum(40, 60)),
    Token(_RULE, "r8_", word(37, 37), mixed),
    Token(_RULE, "lsv2_pt_", hexadecimal(32)),
    Token(_RULE, "lsv2_sk_", hexadecimal(32)),
    Token(_RULE, "csk-", alnum(40, 60)),
    Token(_RULE, "pcsk_", "[A-Za-z0-9_]{35,}"),
    Token(_RULE, "tvly-", word(24, 60), mixed),
    Token(_RULE, "fc-", hexadecimal(32, 32)),
    Token(_RULE, "jina_", word(40)),
    Token(_RULE, "nvapi-", word(40)),
    Token(_RULE, "sk_", hexadecimal(48, 48)),
)
