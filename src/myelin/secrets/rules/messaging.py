"""Rules chat and mail-sms: bots, web hooks, and keys that send messages in somebody's name."""

from collections.abc import Iterator

from myelin.secrets.exemptions import is_stand_in
from myelin.secrets.measures import mixing, sequencing
from myelin.secrets.patterns import hexadecimal, pattern, word
from myelin.secrets.rules.token import Token, mixed
from myelin.secrets.subject import Hit, Subject

_CHAT = "chat"
_MAIL = "mail-sms"
_WORKSPACE = r"[0-9]{8,14}-"
_HEX_32 = "[0-9a-f]{32}"


def _scrambled(token: bytes, _body: bytes) -> bool:
    return mixing(token) > 0.3


TOKENS = (
    *(Token(_CHAT, prefix, _WORKSPACE + word(10)) for prefix in ("xoxb-", "xoxp-", "xoxc-")),
    *(
        Token(_CHAT, prefix, "(?:[0-9]-)?" + _WORKSPACE + word(8))
        for prefix in ("xoxa-", "xoxr-", "xoxs-", "xoxo-")
    ),
    Token(_CHAT, "xoxd-", r"[A-Za-z0-9%+/=_\-]{40,}"),
    Token(_CHAT, "xoxe", r"[.\-](?:xox[bp]-)?[0-9]-" + word(40)),
    Token(_CHAT, "xapp-", r"[0-9]-[A-Z0-9]{8,14}-[0-9]{8,14}-" + word(20)),
    # Discord: the bot's numeric id in base64, a time, a signature.
    Token(
        _CHAT,
        "",
        r"[MNO][A-Za-z0-9_\-]{23,27}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{16,}",
        _scrambled,
    ),
    Token(_CHAT, "", r"[0-9]{8,10}:AA" + word(33, 33)),
    Token(_MAIL, "SG.", word(16, 24) + r"\." + word(20)),
    Token(_MAIL, "SK", _HEX_32),
    Token(_MAIL, "key-", _HEX_32),
    Token(_MAIL, "xkeysib-", hexadecimal(32)),
    Token(_MAIL, "xsmtpsib-", hexadecimal(32)),
    Token(_MAIL, "re_", "[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,28}", mixed),
    Token(_MAIL, "", _HEX_32 + "-us[0-9]{1,2}"),
)

_SLACK_HOOK = r"hooks\.slack\.com/(?:services|workflows|triggers)/(T?[A-Za-z0-9+/]{30,80})"
_OTHER_HOOK = (
    r"(?:discord|discordapp)\.com/api(?:/v\d{1,2})?/webhooks/[0-9]{15,22}/([A-Za-z0-9_\-]{34,90})|"
    r"webhook\.office\.com/webhookb2/([0-9a-f\-@]{40,90}/IncomingWebhook/[0-9a-f]{32})"
)


def find(subject: Subject) -> Iterator[Hit]:
    """Yield web hooks: whoever has the address can post."""
    data = subject.data
    if b"hooks.slack.com/" in data:
        for match in pattern(_SLACK_HOOK).finditer(data):
            path = match.group(1)
            if (
                not is_stand_in(match.group())
                and sequencing(path) < 0.5
                and len(set(path[-20:])) > 5
            ):
                yield Hit(_CHAT, match.start(), match.end())
    if b"/webhook" in data:
        for match in pattern(_OTHER_HOOK).finditer(data):
            if not is_stand_in(match.group()):
                yield Hit(_CHAT, match.start(), match.end())
