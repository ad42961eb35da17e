"""Sends the sign-in mail through the relay on this machine."""

import logging
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage

from myelin.kernel.errors import where

TIMEOUT_S = 15
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Relay:
    """A mail server on a loopback address, and the sender's address."""

    host: str
    port: int
    sender: str


def read_relay(address: str, sender: str) -> Relay:
    """Return the relay of a setting `HOST:PORT`.

    Raises:
        ValueError: it is not a loopback address with a port, or the sender is no e-mail address.
    """
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if host not in _LOOPBACK or not port.isascii() or not port.isdigit():
        raise ValueError("the mail relay must be a loopback address with a port: 127.0.0.1:25")
    if not 0 < int(port) < 65536:
        raise ValueError("the port of the mail relay must be 1 to 65535")
    if "@" not in sender or any(char <= " " or char in '<>"' for char in sender):
        raise ValueError("the sender of the mails must be one e-mail address")
    return Relay(host, int(port), sender)


def send_signin(relay: Relay, email: str, code: str, link: str, client: str) -> bool:
    """Send the mail with the code and the link; return False and log if the relay refused it.

    The log names the kind of failure, and neither the address nor the code.
    """
    message = EmailMessage()
    message["From"] = relay.sender
    message["To"] = email
    message["Subject"] = "Your sign-in code for Myelin"
    message.set_content(
        f'A program that calls itself "{client}" asks to use your brains.\n\n'
        f"Your code: {code}\n\n"
        "Type it into the page that asked for it. Or open this link in the same browser:\n\n"
        f"{link}\n\n"
        "Both work once, for 15 minutes. If you did not ask, do nothing: nobody can sign in\n"
        "without this mail.\n",
        # As it is: an encoded link would be broken in the eyes of some readers.
        cte="7bit",
    )
    try:
        # With a name, so that smtplib asks no name server for one.
        with smtplib.SMTP(relay.host, relay.port, "localhost", TIMEOUT_S) as server:
            server.send_message(message)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        _log.warning("a sign-in mail was not sent: %s", where(error))
        return False
    return True
