# @generated from spec/settings.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The settings that exist: their names, where each may be given, and what each one does."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """One setting. What is None there cannot be given there."""

    name: str
    environment: str | None
    flag: str | None
    file: type | None
    """The type of its value in config.json."""
    default: str | None
    secret: bool
    doc: str


SETTINGS: dict[str, Setting] = {
    "data": Setting(
        name="data",
        environment="MYELIN_DATA",
        flag="--data",
        file=None,
        default=None,
        secret=False,
        doc="The folder that holds the brains. Without it the nearest `.myelin` is used.",
    ),
    "name": Setting(
        name="name",
        environment=None,
        flag="--name",
        file=str,
        default="project",
        secret=False,
        doc="Which brain of the data folder is meant.",
    ),
    "home": Setting(
        name="home",
        environment="MYELIN_HOME",
        flag=None,
        file=None,
        default="~/.myelin",
        secret=False,
        doc="The folder of this user's own settings and key files.",
    ),
    "key": Setting(
        name="key",
        environment="MYELIN_KEY",
        flag=None,
        file=None,
        default=None,
        secret=True,
        doc="The root of the bound brain in base64; used instead of the keychain and the key file.",
    ),
    "force_network": Setting(
        name="force_network",
        environment=None,
        flag="--force-network",
        file=bool,
        default=None,
        secret=False,
        doc="Use a data folder on a network drive, with one writer only.",
    ),
    "dense": Setting(
        name="dense",
        environment=None,
        flag=None,
        file=bool,
        default=None,
        secret=False,
        doc="Let recall rank by meaning too, with the optional dense companion. `myelin dense on` sets it.",
    ),
    "daily_backup": Setting(
        name="daily_backup",
        environment=None,
        flag=None,
        file=bool,
        default=None,
        secret=False,
        doc="Let `myelin serve` make a backup a day of a brain that changed, as `myelin backup` does.",
    ),
    "backup_folder": Setting(
        name="backup_folder",
        environment=None,
        flag=None,
        file=str,
        default=None,
        secret=False,
        doc="Where backups go. Without it they go to `backups` in the user's folder. Not the brain's folder.",
    ),
    "trust_proxy": Setting(
        name="trust_proxy",
        environment="MYELIN_TRUST_PROXY",
        flag=None,
        file=None,
        default=None,
        secret=False,
        doc="`1` believes the X-Forwarded-Proto of a proxy on this machine.",
    ),
    "listen": Setting(
        name="listen",
        environment=None,
        flag="--listen",
        file=None,
        default=None,
        secret=False,
        doc="The address of the HTTP server.",
    ),
    "public_url": Setting(
        name="public_url",
        environment=None,
        flag="--public-url",
        file=None,
        default=None,
        secret=False,
        doc="The address by which clients know the HTTP server; needed off loopback.",
    ),
    "tls_cert": Setting(
        name="tls_cert",
        environment=None,
        flag="--tls-cert",
        file=None,
        default=None,
        secret=False,
        doc="The certificate of the HTTP server.",
    ),
    "tls_key": Setting(
        name="tls_key",
        environment=None,
        flag="--tls-key",
        file=None,
        default=None,
        secret=False,
        doc="The certificate's key file.",
    ),
    "oauth": Setting(
        name="oauth",
        environment=None,
        flag="--oauth",
        file=None,
        default=None,
        secret=False,
        doc="Let programs connect by OAuth. docs/connectors.md describes it and the settings below.",
    ),
    "oauth_host": Setting(
        name="oauth_host",
        environment=None,
        flag="--oauth-host",
        file=None,
        default=None,
        secret=False,
        doc="The host name of connectors, if it is not that of the public URL.",
    ),
    "secrets": Setting(
        name="secrets",
        environment=None,
        flag="--secrets",
        file=None,
        default=None,
        secret=False,
        doc="The folder of the secrets that sign and seal OAuth tokens. Without it, `secrets` in the server's folder.",
    ),
    "redirects": Setting(
        name="redirects",
        environment=None,
        flag="--redirects",
        file=None,
        default=None,
        secret=False,
        doc="A file with the redirects that OAuth allows, in the place of the package's list.",
    ),
    "mail_relay": Setting(
        name="mail_relay",
        environment=None,
        flag="--mail-relay",
        file=None,
        default=None,
        secret=False,
        doc="A mail server on a loopback address, such as 127.0.0.1:25, for sign-in mails.",
    ),
    "mail_from": Setting(
        name="mail_from",
        environment=None,
        flag="--mail-from",
        file=None,
        default=None,
        secret=False,
        doc="The sender of sign-in mails.",
    ),
    "server_data": Setting(
        name="server_data",
        environment="MYELIN_SERVER_DATA",
        flag="--server-data",
        file=None,
        default=None,
        secret=False,
        doc="The folder of a server's records and files. Without it, `server` in the user's folder.",
    ),
}
"""Every setting that this version reads, by its name, in the order of the spec."""
