"""Opens the authorization server from the settings of `myelin serve --http --oauth`."""

from pathlib import Path

from myelin.contract.errors import ListenRefused
from myelin.control import Control
from myelin.server.oauth.mail import Relay, read_relay
from myelin.server.oauth.service import OAuth, OAuthSettings
from myelin.server.oauth.signing_keys import SecretsRefused

SECRETS_FOLDER = "secrets"


def open_oauth(
    control: Control,
    *,
    public_url: str | None,
    secrets: Path | None = None,
    allow_list: Path | None = None,
    mail_relay: str | None = None,
    mail_from: str | None = None,
) -> OAuth:
    """Return the authorization server, and let `control` accept its access tokens.

    Without a folder of secrets they are in `secrets` of the server's folder; without a relay the
    operator prints codes.

    Raises:
        ListenRefused: a setting cannot be used; the reason says which.
    """
    if public_url is None:
        raise ListenRefused(
            reason="--oauth needs to know the address that programs and browsers use",
            suggestion="Give it with --public-url, such as https://brain.example.",
        )
    try:
        relay = _relay(mail_relay, mail_from)
        settings = OAuthSettings(
            public_url, secrets or control.folder / SECRETS_FOLDER, allow_list, relay
        )
        oauth = OAuth(control, settings)
    except (ValueError, SecretsRefused) as error:
        raise ListenRefused(
            reason=f"OAuth cannot be served: {error}",
            suggestion="Correct that setting; docs/connectors.md describes each.",
        ) from None
    except OSError as error:
        raise ListenRefused(
            reason=f"OAuth cannot be served: a file cannot be read ({error.strerror})",
            suggestion="Look at the allow-list and at the folder of the server's secrets.",
        ) from None
    if not oauth.issuer.startswith("https://"):
        raise ListenRefused(
            reason="OAuth needs TLS: browsers keep the cookie of a sign-in only over https",
            suggestion="Give --public-url an https:// address, and TLS or a proxy in front.",
        )
    control.accept_grants(oauth.authenticate)
    return oauth


def _relay(address: str | None, sender: str | None) -> Relay | None:
    if address is None and sender is None:
        return None
    if address is None or sender is None:
        raise ValueError("a mail relay needs --mail-relay and --mail-from")
    return read_relay(address, sender)
