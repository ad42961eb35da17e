"""Made-up credentials, put together when a test runs so that no file holds one, and their settings.

A format is written as pieces: text stands for itself, `(alphabet, length)` for so many letters.
"""

import base64
import binascii
import hashlib
import json
import random
import zlib
from collections.abc import Callable

from mnemonic import Mnemonic

UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LOWER = UPPER.lower()
DIGITS = "0123456789"
ALNUM = UPPER + LOWER + DIGITS
WORD = ALNUM + "_-"
BASE64 = ALNUM + "+/"
HEX = "0123456789abcdef"
BASE62 = DIGITS + UPPER + LOWER
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"

Piece = str | tuple[str, int]
Maker = Callable[[random.Random], str]


def drawn(*pieces: Piece) -> Maker:
    """Return a maker that joins literal pieces and random ones."""
    return lambda chance: "".join(
        piece if isinstance(piece, str) else "".join(chance.choices(piece[0], k=piece[1]))
        for piece in pieces
    )


def crc_base62(text: str) -> str:
    rest, digits = zlib.crc32(text.encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        digits = BASE62[digit] + digits
    return digits


def github(prefix: str) -> Maker:
    def make(chance: random.Random) -> str:
        body = drawn((ALNUM, 30))(chance)
        return prefix + body + crc_base62(body)

    return make


def myelin_token(chance: random.Random) -> str:
    start = drawn("myl" + "_pat_", (BASE62, 10), (BASE62, 43))(chance)
    return start + crc_base62(start)


def url_safe(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def jwt(chance: random.Random) -> str:
    header = json.dumps({"alg": chance.choice(("HS256", "RS256")), "typ": "JWT"})
    claims = json.dumps({"sub": str(chance.randrange(10**9)), "exp": chance.randrange(10**9)})
    return f"{url_safe(header.encode())}.{url_safe(claims.encode())}.{drawn((WORD, 43))(chance)}"


def pem(label: str) -> Maker:
    def make(chance: random.Random) -> str:
        lines = [drawn((BASE64, 64))(chance) for _ in range(chance.randint(4, 12))]
        return "\n".join((f"-----BEGIN {label}-----", *lines, f"-----END {label}-----"))

    return make


def discord(chance: random.Random) -> str:
    owner = base64.b64encode(str(chance.randrange(10**17, 10**18)).encode()).rstrip(b"=").decode()
    return f"{owner}.{drawn((WORD, 6))(chance)}.{drawn((ALNUM, 27))(chance)}"


def wallet_export(chance: random.Random) -> str:
    raw = b"\x80" + chance.randbytes(32) + b"\x01"
    raw += hashlib.sha256(hashlib.sha256(raw).digest()).digest()[:4]
    number, text = int.from_bytes(raw, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = BASE58[digit] + text
    return text


def recovery_phrase(size_bytes: int) -> Maker:
    return lambda chance: str(Mnemonic("english").to_mnemonic(chance.randbytes(size_bytes)))


def openai(prefix: str, size: int) -> Maker:
    return drawn(prefix, (ALNUM, size), "T3Blbk" + "FJ", (ALNUM, size))


def password(chance: random.Random) -> str:
    word = chance.choice(("Granite", "harbor", "Falcon", "willow", "Kestrel", "mosaic"))
    return f"{word}{chance.choice('!#%+*_')}{chance.randrange(100, 9999)}{chance.choice('xQz!')}"


# kind -> (the rule that should name it, its maker). Prefixes are split: nothing here is a literal
# that a scanner of pushes would take for a key.
TOKENS: dict[str, tuple[str, Maker]] = {
    "aws id": ("aws", drawn("AK" + "IA", (UPPER + "234567", 16))),
    "aws session id": ("aws", drawn("AS" + "IA", (UPPER + "234567", 16))),
    "aws bedrock": ("aws", drawn("AB" + "SK", (BASE64, 128))),
    "google api": ("google", drawn("AI" + "za", (WORD, 35))),
    "google studio": ("google", drawn("AQ" + ".Ab8", (WORD, 48))),
    "google oauth": ("google", drawn("GOC" + "SPX-", (WORD, 28))),
    "google access": ("google", drawn("ya" + "29.", (WORD, 120))),
    "azure entra": ("azure", drawn((ALNUM, 3), "8Q", "~", (ALNUM + "_-", 34))),
    "azure cask": ("azure", drawn((ALNUM, 52), "JQQ" + "J99", (ALNUM, 26))),
    "azure devops": ("azure", drawn((ALNUM, 76), "AZ" + "DO", (ALNUM, 4))),
    "github classic": ("github", github("gh" + "p_")),
    "github oauth": ("github", github("gh" + "o_")),
    "github fine": ("github", drawn("github" + "_pat_", (ALNUM, 22), "_", (ALNUM, 59))),
    "github app": ("github", lambda chance: "gh" + f"s_{chance.randrange(10**6)}_" + jwt(chance)),
    "gitlab pat": ("gitlab", drawn("gl" + "pat-", (WORD, 20))),
    "gitlab routable": ("gitlab", drawn("gl" + "pat-", (WORD, 27), ".", (LOWER, 2), (DIGITS, 7))),
    "gitlab deploy": ("gitlab", drawn("gl" + "dt-", (WORD, 20))),
    "bitbucket": ("gitlab", drawn("AT" + "BB", (ALNUM, 32))),
    "openai project": ("llm", openai("sk" + "-proj-", 74)),
    "openai legacy": ("llm", openai("sk" + "-", 20)),
    "anthropic": ("llm", drawn("sk" + "-ant-api03-", (WORD, 93), "AA")),
    "anthropic oauth": ("llm", drawn("sk" + "-ant-oat01-", (WORD, 93), "AA")),
    "hugging face": ("llm", drawn("h" + "f_", (UPPER + LOWER, 34))),
    "groq": ("llm", drawn("gs" + "k_", (ALNUM, 52))),
    "xai": ("llm", drawn("xa" + "i-", (ALNUM, 80))),
    "openrouter": ("llm", drawn("sk" + "-or-v1-", (HEX, 64))),
    "replicate": ("llm", drawn("r" + "8_", (ALNUM, 37))),
    "langsmith": ("llm", drawn("lsv2" + "_pt_", (HEX, 32), "_", (HEX, 10))),
    "deepseek": ("llm", drawn("sk" + "-", (HEX, 32))),
    "pinecone": ("llm", drawn("pcs" + "k_", (ALNUM, 6), "_", (ALNUM, 63))),
    "elevenlabs": ("llm", drawn("sk" + "_", (HEX, 48))),
    "npm": ("package-registry", github("np" + "m_")),
    "pypi": ("package-registry", drawn("pypi" + "-AgEIcHlwaS5vcmc", (WORD, 120))),
    "rubygems": ("package-registry", drawn("ruby" + "gems_", (HEX, 48))),
    "docker": ("package-registry", drawn("dckr" + "_pat_", (WORD, 27))),
    "nuget": ("package-registry", drawn("oy" + "2", (LOWER + DIGITS, 43))),
    "crates": ("package-registry", drawn("ci" + "o", (ALNUM, 32))),
    "slack bot": ("chat", drawn("xo" + "xb-", (DIGITS, 12), "-", (DIGITS, 12), "-", (ALNUM, 24))),
    "slack app": ("chat", drawn("xa" + "pp-1-A", (UPPER, 9), "-", (DIGITS, 12), "-", (HEX, 64))),
    "discord": ("chat", discord),
    "telegram": ("chat", drawn((DIGITS, 10), ":A" + "A", (WORD, 33))),
    "stripe live": ("payments", drawn("sk" + "_live_", (ALNUM, 99))),
    "stripe test": ("payments", drawn("rk" + "_test_", (ALNUM, 24))),
    "stripe hook": ("payments", drawn("wh" + "sec_", (ALNUM, 32))),
    "shopify": ("payments", drawn("shp" + "at_", (HEX, 32))),
    "square": ("payments", drawn("sq0" + "csp-", (WORD, 43))),
    "sendgrid": ("mail-sms", drawn("S" + "G.", (WORD, 22), ".", (WORD, 43))),
    "twilio": ("mail-sms", drawn("S" + "K", (HEX, 32))),
    "mailgun": ("mail-sms", drawn("ke" + "y-", (HEX, 32))),
    "mailchimp": ("mail-sms", drawn((HEX, 32), "-u" + "s17")),
    "brevo": ("mail-sms", drawn("xkey" + "sib-", (HEX, 64), "-", (ALNUM, 16))),
    "resend": ("mail-sms", drawn("r" + "e_", (ALNUM, 8), "_", (ALNUM, 24))),
    "digitalocean": ("platform", drawn("dop" + "_v1_", (HEX, 64))),
    "databricks": ("platform", drawn("da" + "pi", (HEX, 32))),
    "vault": ("platform", drawn("hv" + "s.", (WORD, 95))),
    "terraform": ("platform", drawn((ALNUM, 14), ".atlas" + "v1.", (ALNUM, 67))),
    "pulumi": ("platform", drawn("pu" + "l-", (HEX, 40))),
    "supabase": ("platform", drawn("sb" + "p_", (HEX, 40))),
    "cloudflare": ("platform", drawn("cf" + "ut_", (ALNUM, 40), (HEX, 8))),
    "vercel": ("platform", drawn("vc" + "p_", (ALNUM, 40))),
    "heroku": ("platform", drawn("HR" + "KU-AA", (WORD, 58))),
    "fly": ("platform", drawn("fm" + "2_", (BASE64, 200))),
    "tailscale": ("platform", drawn("ts" + "key-auth-", (ALNUM, 17), "-", (ALNUM, 32))),
    "doppler": ("platform", drawn("dp" + ".pt.", (ALNUM, 43))),
    "planetscale": ("platform", drawn("pscale" + "_tkn_", (WORD, 43))),
    "linear": ("platform", drawn("lin" + "_api_", (ALNUM, 40))),
    "notion": ("platform", drawn("nt" + "n_", (DIGITS, 11), (ALNUM, 35))),
    "figma": ("platform", drawn("fi" + "gd_", (WORD, 40))),
    "atlassian": ("platform", drawn("ATA" + "TT3", (WORD, 186))),
    "grafana": ("platform", drawn("gl" + "sa_", (ALNUM, 32), "_", (HEX, 8))),
    "sentry": ("platform", drawn("sntr" + "yu_", (HEX, 64))),
    "new relic": ("platform", drawn("NR" + "AK-", (UPPER + DIGITS, 27))),
    "postman": ("platform", drawn("PM" + "AK-", (HEX, 24), "-", (HEX, 34))),
    "jwt": ("jwt", jwt),
    "age": ("private-key", drawn("AGE-SECRET" + "-KEY-1", (BECH32, 58))),
    "xprv": ("wallet", drawn("xp" + "rv", (BASE58, 107))),
    "wif": ("wallet", wallet_export),
    "myelin": ("myelin-token", myelin_token),
}
# Values that only the name before them gives away.
NAMED: dict[str, tuple[str, Maker]] = {
    "api key hex": ("entropy-assigned", drawn((HEX, 40))),
    "api secret base64": ("entropy-assigned", drawn((BASE64, 44))),
    "auth token alnum": ("entropy-assigned", drawn((ALNUM, 36))),
    "db password": ("entropy-assigned", password),
    "client secret": ("entropy-assigned", drawn((WORD, 32))),
}
BLOCKS: dict[str, tuple[str, Maker]] = {
    "pem rsa": ("private-key", pem("RSA PRIVATE" + " KEY")),
    "pem pkcs8": ("private-key", pem("PRIVATE" + " KEY")),
    "pem openssh": ("private-key", pem("OPENSSH PRIVATE" + " KEY")),
}
ASSIGNMENTS = (
    "FROM alpine\nENV {NAME} {secret}\nRUN make\n",
    "set -gx {NAME} {secret}\n",
    '$env:{NAME} = "{secret}"\nInvoke-Build\n',
    'variable "x" {{\n  default = "v"\n}}\n{name} = "{secret}"\n',
    "const {name} = '{secret}';\n",
    'config.{name} = "{secret}"\n',
    "{{'host': 'a', '{name}': '{secret}'}}",
    "- name: {NAME}\n  value: {secret}\n",
    "app.{name}={secret}\napp.retries=3\n",
    'private static final String {NAME} = "{secret}";\n',
    "run --{name} {secret} --verbose\n",
    "| setting | value |\n|---|---|\n| {name} | `{secret}` |\n",
    "We agreed yesterday. The {name} is {secret}; rotate it in May.\n",
    '{{"log":"{NAME}={secret}\\\\nPORT=80"}}',
    '<add key="x"/><{name}>{secret}</{name}>\n',
    "本地调试用的 {name}：{secret}，不要提交。\n",
)
ALONE = (
    "{secret}\n",
    "curl -H 'X-Key: {secret}' https://api.internal/v1\n",
    "I pasted {secret} into the form and it worked.",
    "> {secret}\n\nthat one is live, careful",
    "[run 12] loaded {secret} from disk",
    "export X={secret}",
    "https://api.internal/run?k={secret}&page=2",
)


def phone_book(chance: random.Random) -> str:
    """Return the base64 of a line that holds a user and a password, as Basic wants it."""
    return binascii.b2a_base64(f"svc:{password(chance)}".encode(), newline=False).decode()
