"""What the scanner finds and what it lets pass, with credentials made up at run time."""

import base64
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.contract.errors import SecretRefused
from myelin.secrets import Detection, refuse, scan
from myelin.secrets.rules.token import find_tokens, tokens
from myelin.secrets.scanner import hits
from myelin.secrets.subject import Subject
from tests.unit.secrets import fakes

EVERY_TOKEN = sorted(fakes.TOKENS)
ROUNDS = 12
NAMES = {
    "api key hex": "api_key",
    "api secret base64": "api_secret",
    "auth token alnum": "auth_token",
    "db password": "db_password",
    "client secret": "client_secret",
}


def found_in(text: str, secret: str) -> list[Detection]:
    """Return the findings that lie inside the secret, in bytes."""
    start = len(text[: text.index(secret)].encode())
    end = start + len(secret.encode())
    return [finding for finding in scan(text) if start <= finding.offset_bytes < end]


@pytest.mark.parametrize("kind", EVERY_TOKEN)
def test_a_token_is_found_by_its_rule_without_any_name(kind: str) -> None:
    rule, make = fakes.TOKENS[kind]
    chance = random.Random(kind)
    for setting in fakes.ALONE:
        secret = make(chance)
        findings = found_in(setting.format(secret=secret), secret)
        assert [finding.rule for finding in findings][:1] == [rule], setting


@pytest.mark.parametrize("setting", fakes.ASSIGNMENTS)
def test_most_values_that_only_their_name_gives_away_are_found(setting: str) -> None:
    chance = random.Random(setting)
    missed = total = 0
    for kind, (_, make) in fakes.NAMED.items():
        for _ in range(ROUNDS):
            secret, name = make(chance), NAMES[kind]
            text = setting.format(secret=secret, name=name, NAME=name.upper())
            total += 1
            missed += not found_in(text, secret)
    assert missed <= total * 0.03


@pytest.mark.parametrize("kind", sorted(fakes.BLOCKS))
def test_a_key_block_is_found_whole_cut_short_or_with_escaped_line_breaks(kind: str) -> None:
    rule, make = fakes.BLOCKS[kind]
    block = make(random.Random(kind))
    for text in (block, block[: len(block) // 2], block.replace("\n", "\\n")):
        assert scan(f"here:\n{text}") == [Detection(rule, len("here:\n"))]


@pytest.mark.parametrize("size_bytes", [16, 24, 32])
def test_a_recovery_phrase_is_found_bare_and_as_a_numbered_list(size_bytes: int) -> None:
    words = fakes.recovery_phrase(size_bytes)(random.Random(size_bytes)).split()
    numbered = "recovery words\n" + "\n".join(f"{n}. {word}" for n, word in enumerate(words, 1))
    for text in (" ".join(words), numbered):
        assert [finding.rule for finding in scan(text)] == ["wallet"]


def test_a_recovery_phrase_with_a_wrong_word_passes() -> None:
    words = fakes.recovery_phrase(16)(random.Random(1)).split()
    words[3], words[4] = words[4], words[3]
    assert scan(" ".join(words)) == []


def structured_cases() -> list[tuple[str, str, str]]:
    chance = random.Random(11)
    secret = fakes.password(chance)
    pair = fakes.phone_book(chance)
    key = fakes.drawn((fakes.BASE64, 86), "==")(chance)
    plain = base64.b64encode(secret.encode()).decode()
    token = fakes.drawn((fakes.ALNUM, 40))(chance)
    path = fakes.drawn("T", (fakes.ALNUM, 8), "/B", (fakes.ALNUM, 8), "/", (fakes.ALNUM, 24))(
        chance
    )
    hook = "https://hooks.slack" + ".com/services/" + path
    return [
        ("url-credential", f"postgres://app:{secret}@db.internal/x", secret),
        ("url-credential", f"amqps://:{secret}@queue.internal", secret),
        ("url-credential", f"Server=db;Database=x;User Id=sa;Password={secret};", secret),
        ("auth-config", f"Authorization: Basic {pair}", pair),
        ("auth-config", f'headers = {{"Authorization": "Bearer {token}"}}', token),
        ("auth-config", f"curl -u svc:{secret} https://ci.internal/", secret),
        ("auth-config", f"sshpass -p '{secret}' ssh box", secret),
        ("auth-config", f"mysqldump -u root -p{secret} shop", secret),
        ("auth-config", f"redis-cli -h cache -a {secret} ping", secret),
        ("auth-config", f"machine git.internal login ci password {secret}", secret),
        ("auth-config", f"10.1.2.3:5432:main:app:{secret}", secret),
        ("auth-config", f"kind: Secret\ndata:\n  a: YWFh\n  pw: {plain}\n", plain),
        ("azure", f"DefaultEndpointsProtocol=https;AccountKey={key};", key),
        ("package-registry", f"//registry.npmjs.org/:_authToken={token}", token),
        ("package-registry", f'{{"auths": {{"r.io": {{"auth": "{pair}"}}}}}}', pair),
        ("chat", hook, path),
    ]


@pytest.mark.parametrize(("rule", "text", "secret"), structured_cases())
def test_a_credential_in_its_usual_place_is_found_there(rule: str, text: str, secret: str) -> None:
    assert scan(text) == [Detection(rule, text.index(secret))]


@pytest.mark.parametrize("kind", ["github classic", "stripe live", "aws id", "slack bot"])
def test_a_token_is_found_when_base64_or_invisible_characters_hide_it(kind: str) -> None:
    rule, make = fakes.TOKENS[kind]
    secret = make(random.Random(kind))
    wrapped = base64.b64encode(f"token={secret}\n".encode()).decode()
    split = f"{secret[:9]}\u200b{secret[9:15]}\u2060{secret[15:]}"
    assert scan(f"echo {wrapped} | base64 -d") == [Detection(rule, 5)]
    assert scan(f"é {split}") == [Detection(rule, 3)]


@pytest.mark.parametrize(
    "kind", ["anthropic", "openai project", "github fine", "sendgrid", "terraform", "pypi"]
)
def test_a_long_token_that_a_line_wrap_broke_is_found_in_its_first_line(kind: str) -> None:
    rule, make = fakes.TOKENS[kind]
    secret = make(random.Random(kind))
    cut = len(secret) * 2 // 3
    assert scan(f"{secret[:cut]}\n{secret[cut:]}")[0] == Detection(rule, 0)


PREFIXES = sorted({token.prefix for token in tokens() if token.prefix})


@pytest.mark.parametrize("kind", EVERY_TOKEN)
def test_a_token_is_found_behind_every_failed_prefix(kind: str) -> None:
    # A candidate that fails must not swallow the token that begins inside it.
    chance = random.Random(kind)
    secret = fakes.TOKENS[kind][1](chance)
    missed = []
    for prefix in PREFIXES:
        text = f"{prefix}x={secret}"
        start = text.rindex(secret)
        if not any(hit.end > start for hit in find_tokens(Subject(text))):
            missed.append(prefix)
    assert missed == []


@pytest.mark.parametrize("kind", EVERY_TOKEN)
def test_two_tokens_in_a_row_are_both_found(kind: str) -> None:
    chance = random.Random(kind)
    for other in EVERY_TOKEN:
        first, second = fakes.TOKENS[kind][1](chance), fakes.TOKENS[other][1](chance)
        between = chance.choice((" ", ",", "\n", '","'))
        text = f"{first}{between}{second}"
        assert _covered(text, first), (other, between)
        assert _covered(text, second), (other, between)


def _covered(text: str, secret: str) -> bool:
    start = text.rindex(secret)
    return any(hit.start < start + len(secret) and hit.end > start for hit in hits(text))


UNLISTED = ("acme_sk_", "acme_pat_", "zz-key-", "foo_api_key_", "tok_", "qx_secret_", "bb_auth_")


@pytest.mark.parametrize("prefix", UNLISTED)
def test_a_token_of_an_unlisted_vendor_is_found_by_a_prefix_that_says_what_it_is(
    prefix: str,
) -> None:
    chance = random.Random(prefix)
    for make in (fakes.drawn((fakes.ALNUM, 40)), fakes.drawn((fakes.HEX, 64))):
        assert scan(f"copied {prefix}{make(chance)} there") == [Detection("entropy-near", 7)]
    for body in ("rotation-is-done-by-the-nightly-job", "x" * 40, "1234567890" * 4):
        assert scan(f"copied {prefix}{body} there") == []


HARMLESS = [
    "apiKey: process.env.STRIPE_KEY",
    'password = os.environ["DB_PASSWORD"]',
    "password: ****",
    "password: <your password>",
    "PASSWORD=changeme",
    "api_key: ${{ secrets.API_KEY }}",
    'token = vault.read("kv/app")["token"]',
    "API_KEY=your-api-key-here",
    "the token budget is 4096 tokens per call",
    "max_tokens: 200000, total_tokens=181223",
    "There is no API key in the build.",
    "The password is stored in 1Password, item deploy.",
    "Reset your password at https://example.com/reset",
    "postgres://user:pass@example.com/db",
    "postgres:postgres@localhost",
    "postgresql://postgres:postgres@localhost:5432/test",
    "commit 2ab48cd205526faa48cc484e5fd6b31900b0d7c6",
    "id 6f9619ff-8b86-d011-b42d-00c04fc964ff",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7k"',
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ3h8o1vQ2yVh0m1xL1a2b3c4d5e6f7g8h9i0jK laptop",
    "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "-----BEGIN PRIVATE KEY----- marks the start of a key",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    "def authenticate(token: str, password: str) -> Session:",
    "if (password !== confirmPassword) return false;",
    'cache_key = f"user:{user_id}:profile:v2"',
    '<input type="password" name="password" placeholder="Password">',
    "CREATE TABLE users (id BIGINT PRIMARY KEY, password_hash VARCHAR(255) NOT NULL)",
    "$2b$12$KIXQ4v7bXqN6u8Z9kq1H5uJtV3z2yWc1dP0oLmNbVcXzAsDfGhJkL",
    "use a ghp_ or github_pat_ token, never commit one",
    "sk-ant-... goes into the keychain",
    "arn:aws:iam::123456789012:role/deploy-token-reader",
    "customer cus_NffrFeUfNV2Hib paid invoice in_1MtHbELkdIwHu7ixl4OzzPMv",
    "password must have 12 characters, a digit and a symbol",
    "publishable key pk_live_51H8x7Z2eZvKYlo2C0a1b2c3d4e5f6g7h8",
    "see docs/api-key-rotation.md and src/token_refresh.py",
    "secret_name: projects/acme/secrets/db-password/versions/3",
    "密码不要写进仓库，请放到密钥管理服务里。",
    "ENC[AES256_GCM,data:3q2+7w==,iv:abcd,tag:efgh,type:str]",
    r"'## Approved by\n\nTest User - 2026-07-15T10:00:00Z\n',",
    "2026-03-02T09:14:55Z INFO login ok user=ana token_type=bearer expires_in=3600",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_a_harmless_look_alike_passes(text: str) -> None:
    assert scan(text) == []


@given(st.text(max_size=400), st.sampled_from(EVERY_TOKEN), st.integers(0, 2**32), st.text())
def test_a_token_is_found_whatever_lines_stand_around_it(
    before: str, kind: str, seed: int, after: str
) -> None:
    secret = fakes.TOKENS[kind][1](random.Random(seed))
    text = f"{before}\n{secret}\n{after}"
    start = len(f"{before}\n".encode("utf-8", "surrogatepass"))
    offsets = [finding.offset_bytes for finding in scan(text)]
    assert any(start <= offset < start + len(secret) for offset in offsets)


@settings(max_examples=60)
@given(st.sampled_from(EVERY_TOKEN), st.integers(0, 2**32), st.lists(st.integers(0, 200)))
def test_a_token_is_found_wherever_invisible_characters_split_it(
    kind: str, seed: int, places: list[int]
) -> None:
    rule, make = fakes.TOKENS[kind]
    chance = random.Random(seed)
    secret = make(chance)
    split = list(secret)
    for place in places:
        split.insert(1 + place % len(split), chance.choice("\u200b\u200d\u2060\ufeff\u00ad"))
    found = scan(f"é {''.join(split)}")
    assert [finding.offset_bytes for finding in found][:1] == [3]
    assert found[0].rule == rule or kind == "azure devops"


def refusal_of(secret: str, field: str) -> SecretRefused:
    with pytest.raises(SecretRefused) as refused:
        refuse([("title", "plain"), (field, f"x {secret} y")])
    return refused.value


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(fakes.TOKENS | fakes.BLOCKS)), st.integers(0, 2**32), st.integers(0, 9)
)
def test_a_refusal_is_the_same_whatever_the_secret_is(kind: str, seed: int, place: int) -> None:
    make = (fakes.TOKENS | fakes.BLOCKS)[kind][1]
    chance = random.Random(seed)
    one, other = (refusal_of(make(chance), f"tags/{place}") for _ in range(2))
    assert one.details == {"field": f"tags/{place}", "rule": other.details["rule"], "offset": 2}
    assert (str(one), repr(one), one.as_dict()) == (str(other), repr(other), other.as_dict())
    # What Python would print of it holds no context either: the scan raised nothing on the way.
    assert one.__cause__ is None
    assert one.__context__ is None


def test_a_refusal_names_the_field_the_rule_and_the_byte_offset() -> None:
    secret = fakes.TOKENS["github classic"][1](random.Random(5))
    with pytest.raises(SecretRefused) as refused:
        refuse([("content", f"öä {secret}")])
    assert refused.value.details == {"field": "content", "rule": "github", "offset": 5}


def test_plain_fields_are_not_refused() -> None:
    refuse([("content", "Keep the queue in Postgres."), ("tags/0", "queue")])


@given(st.binary(min_size=32, max_size=32))
def test_a_live_key_is_found_in_hex_and_both_base64_alphabets(key: bytes) -> None:
    spellings = (
        key.hex(),
        key.hex().upper(),
        base64.b64encode(key).decode(),
        base64.urlsafe_b64encode(key).rstrip(b"=").decode(),
    )
    for spelling in spellings:
        found = scan(f"it is {spelling}.", live_keys=[key])
        assert Detection("myelin-token", 6) in found
        half = spelling[: len(spelling) // 2 + 2]
        assert scan(f"it is {half}", live_keys=[key])[:1] == [Detection("myelin-token", 6)]


@given(st.text())
def test_any_text_is_scanned_without_an_error_and_offsets_lie_inside_it(text: str) -> None:
    size_bytes = len(text.encode("utf-8", "surrogatepass"))
    assert all(0 <= finding.offset_bytes < size_bytes for finding in scan(text))


def test_a_text_full_of_tokens_stops_at_twenty_five_findings() -> None:
    chance = random.Random(3)
    text = "\n".join(fakes.TOKENS["github classic"][1](chance) for _ in range(200))
    assert len(scan(text)) == 25
