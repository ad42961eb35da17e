# @generated from spec/commands.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The command line: every command that is built, parsed here and answered by a `Handlers`."""

from dataclasses import dataclass
from typing import Annotated, Protocol

import typer


@dataclass(frozen=True)
class Flags:
    """What every command takes, given before or after its words."""

    data: str | None
    name: str | None
    json: bool
    force_network: bool


class Handlers(Protocol):
    """What answers the commands: a method each, returning the exit code."""

    def init(
        self,
        flags: Flags,
        *,
        default_sensitivity: str,
        bare: bool,
        meta: bool,
        new: bool,
        phrase_file: str | None,
    ) -> int:
        """Make a brain for this project and print each client's set-up."""

    def serve(
        self,
        flags: Flags,
        *,
        http: bool,
        device: bool,
        listen: str,
        local: bool,
        server_data: str | None,
        public_url: str | None,
        tls_cert: str | None,
        tls_key: str | None,
        metrics: str | None,
        oauth: bool,
        oauth_host: str | None,
        secrets: str | None,
        redirects: str | None,
        mail_relay: str | None,
        mail_from: str | None,
    ) -> int:
        """Serve this project's brain to an MCP client."""

    def connect(
        self,
        flags: Flags,
        *,
        host: str | None,
        scope: str | None,
        print: bool,
        remove: bool,
        instructions: bool,
        check: bool,
        yes: bool,
    ) -> int:
        """Set up a host to use this brain."""

    def which(
        self,
        flags: Flags,
    ) -> int:
        """Print which brain is meant here, and why."""

    def remember(
        self,
        flags: Flags,
        *,
        content: str,
        class_: str,
        subject: str | None,
        tags: list[str],
        aliases: list[str],
        observed_at: str | None,
        session: str | None,
        actor: str | None,
        sensitivity: str | None,
        evidence: str | None,
        evidence_ref: str | None,
        supersedes: str | None,
        links: list[str],
        split: bool,
        unattended: bool,
    ) -> int:
        """Save one memory."""

    def edit(
        self,
        flags: Flags,
        *,
        what: str,
    ) -> int:
        """Edit a memory, a process or a standard in your editor."""

    def recall(
        self,
        flags: Flags,
        *,
        query: list[str],
        budget_bytes: int | None,
        classes: list[str],
        tags: list[str],
        since: str | None,
        until: str | None,
        as_of: str | None,
        include_archived: bool,
        tier: str | None,
        explain: bool,
    ) -> int:
        """Find what the brain knows."""

    def show(
        self,
        flags: Flags,
        *,
        id: str,
        no_history: bool,
    ) -> int:
        """Print one memory, its history, its links and its trust."""

    def list_(
        self,
        flags: Flags,
        *,
        classes: list[str],
        tags: list[str],
        tier: str | None,
        subject: str | None,
        since: str | None,
        until: str | None,
        include_superseded: bool,
        include_archived: bool,
        cursor: str | None,
        limit: int | None,
        all: bool,
    ) -> int:
        """List memories, newest first."""

    def link(
        self,
        flags: Flags,
        *,
        from_: str,
        to: str,
        type: str,
    ) -> int:
        """Say how one memory bears on another."""

    def unlink(
        self,
        flags: Flags,
        *,
        from_: str,
        to: str,
        type: str,
    ) -> int:
        """Withdraw a link; what was linked before that time stays known."""

    def core_add(
        self,
        flags: Flags,
        *,
        id: str,
        unattended: bool,
    ) -> int:
        """Put a memory into the core tier."""

    def core_rm(
        self,
        flags: Flags,
        *,
        id: str,
        unattended: bool,
    ) -> int:
        """Take a memory out of the core tier."""

    def archive(
        self,
        flags: Flags,
        *,
        id: str,
        unattended: bool,
    ) -> int:
        """Withdraw a memory without a successor."""

    def unarchive(
        self,
        flags: Flags,
        *,
        id: str,
    ) -> int:
        """Bring an archived memory back."""

    def forget(
        self,
        flags: Flags,
        *,
        tags: list[str],
        classes: list[str],
        subject: str | None,
        before: str | None,
        dry_run: bool,
        unattended: bool,
    ) -> int:
        """Archive the memories of a tag, a class, a subject or a time."""

    def stats(
        self,
        flags: Flags,
        *,
        outcomes: bool,
    ) -> int:
        """Print what the brain holds and how it is set up."""

    def demo(
        self,
        flags: Flags,
    ) -> int:
        """Show the whole thing on a brain that is thrown away."""

    def version(
        self,
        flags: Flags,
    ) -> int:
        """Print the version."""

    def help_(
        self,
        flags: Flags,
        *,
        command: list[str],
    ) -> int:
        """Say what a command does and takes."""

    def man(
        self,
        flags: Flags,
        *,
        command: list[str],
    ) -> int:
        """Show the manual page of a command."""

    def completion(
        self,
        flags: Flags,
        *,
        shell: str,
    ) -> int:
        """Print a shell's completion of commands and their values."""

    def process_save(
        self,
        flags: Flags,
        *,
        yaml: str,
        unattended: bool,
    ) -> int:
        """Save a workflow, skill or loop as its reviewed version."""

    def process_show(
        self,
        flags: Flags,
        *,
        process: str,
    ) -> int:
        """Print one process."""

    def process_list(
        self,
        flags: Flags,
        *,
        kinds: list[str],
        include_versions: bool,
        cursor: str | None,
        limit: int | None,
        all: bool,
    ) -> int:
        """List the processes."""

    def process_match(
        self,
        flags: Flags,
        *,
        task: str,
        kinds: list[str],
        limit: int | None,
    ) -> int:
        """Print the processes that fit a task."""

    def process_diff(
        self,
        flags: Flags,
        *,
        process: str,
        versions: list[str],
    ) -> int:
        """Print what one version changed against another."""

    def process_approve(
        self,
        flags: Flags,
        *,
        process: str,
        unattended: bool,
    ) -> int:
        """Make a saved version the reviewed one."""

    def process_retire(
        self,
        flags: Flags,
        *,
        process: str,
        unattended: bool,
    ) -> int:
        """Take a process out of use."""

    def process_import(
        self,
        flags: Flags,
        *,
        file: str,
        rename: str | None,
        unattended: bool,
    ) -> int:
        """Save a SKILL.md file, or a folder with one, as a skill."""

    def process_export(
        self,
        flags: Flags,
        *,
        process: str,
    ) -> int:
        """Print a skill as a SKILL.md file."""

    def standard_save(
        self,
        flags: Flags,
        *,
        yaml: str,
        unattended: bool,
    ) -> int:
        """Save a standard as its reviewed version."""

    def standard_show(
        self,
        flags: Flags,
        *,
        standard: str,
    ) -> int:
        """Print one standard."""

    def standard_list(
        self,
        flags: Flags,
    ) -> int:
        """List the standards."""

    def standard_diff(
        self,
        flags: Flags,
        *,
        standard: str,
        versions: list[str],
    ) -> int:
        """Print what one version changed against another."""

    def standard_approve(
        self,
        flags: Flags,
        *,
        standard: str,
        unattended: bool,
    ) -> int:
        """Make a saved version the reviewed one."""

    def standard_retire(
        self,
        flags: Flags,
        *,
        standard: str,
        unattended: bool,
    ) -> int:
        """Take a standard out of use."""

    def validate(
        self,
        flags: Flags,
        *,
        content: list[str],
        standard: str | None,
        standard_file: str | None,
        version: int | None,
        format: str,
    ) -> int:
        """Check texts against a standard."""

    def precheck(
        self,
        flags: Flags,
        *,
        action: str,
        standard: str | None,
    ) -> int:
        """Say which known risks an action runs."""

    def scan(
        self,
        flags: Flags,
        *,
        files: list[str],
        format: str,
    ) -> int:
        """Look for credentials in texts; exit code 4 when one is found."""

    def outcome_log(
        self,
        flags: Flags,
        *,
        task: str,
        task_kind: str,
        outcome: str,
        summary: str,
        signal: str,
        process: str | None,
        used: list[str],
        violations: list[str],
        sensitivity: str | None,
    ) -> int:
        """Say how a task went."""

    def proposals_list(
        self,
        flags: Flags,
        *,
        state: str,
    ) -> int:
        """List the proposals."""

    def proposals_show(
        self,
        flags: Flags,
        *,
        id: str,
    ) -> int:
        """Print one proposal and what it rests on."""

    def proposals_accept(
        self,
        flags: Flags,
        *,
        id: str,
        body: str | None,
        sha256: str | None,
        unattended: bool,
    ) -> int:
        """Apply a proposal, after a snapshot."""

    def proposals_reject(
        self,
        flags: Flags,
        *,
        id: str | None,
        kind: str | None,
        all: bool,
        unattended: bool,
    ) -> int:
        """Turn a proposal down."""

    def tags_list(
        self,
        flags: Flags,
    ) -> int:
        """List the tags of memories, the most frequent first."""

    def tags_rename(
        self,
        flags: Flags,
        *,
        from_: str,
        to: str,
        unattended: bool,
    ) -> int:
        """Rename a tag in every memory that has it, in any spelling."""

    def prefs_list(
        self,
        flags: Flags,
        *,
        prefix: str | None,
        session: list[str],
    ) -> int:
        """Print which preferences hold and where each comes from."""

    def prefs_show(
        self,
        flags: Flags,
        *,
        key: str,
        meta: bool,
    ) -> int:
        """Print one preference with its history."""

    def prefs_set(
        self,
        flags: Flags,
        *,
        key: str,
        value: str,
        statement: str | None,
        meta: bool,
        unattended: bool,
    ) -> int:
        """Set a preference."""

    def prefs_unset(
        self,
        flags: Flags,
        *,
        key: str,
        meta: bool,
        unattended: bool,
    ) -> int:
        """Take a preference back."""

    def log(
        self,
        flags: Flags,
        *,
        since: str | None,
        limit: int,
        decisions: bool,
        seen: bool,
    ) -> int:
        """Print what was written and served, and by whom."""

    def undo(
        self,
        flags: Flags,
        *,
        id: str,
    ) -> int:
        """Undo a client's write, a forget or the renaming of a tag."""

    def doctor(
        self,
        flags: Flags,
        *,
        repair: bool,
        accept_rollback: bool,
        unattended: bool,
    ) -> int:
        """Check the brain's files; exit code 4 when something is found."""

    def export(
        self,
        flags: Flags,
        *,
        folder: str,
        markdown_files: bool,
    ) -> int:
        """Write everything to a new folder in plain files."""

    def import_(
        self,
        flags: Flags,
        *,
        path: str,
        unattended: bool,
    ) -> int:
        """Bring in what an export holds."""

    def backup(
        self,
        flags: Flags,
        *,
        to: str | None,
        keep: int,
        daily: bool,
    ) -> int:
        """Write the present state to one sealed file."""

    def snapshot_create(
        self,
        flags: Flags,
        *,
        label: str | None,
    ) -> int:
        """Make a restore point."""

    def snapshot_list(
        self,
        flags: Flags,
    ) -> int:
        """List the restore points."""

    def snapshot_rename(
        self,
        flags: Flags,
        *,
        label: str,
        new_label: str,
        unattended: bool,
    ) -> int:
        """Replace a snapshot's name in every file."""

    def snapshot_remove(
        self,
        flags: Flags,
        *,
        label: str,
        unattended: bool,
    ) -> int:
        """Remove a snapshot's name from every file."""

    def restore(
        self,
        flags: Flags,
        *,
        brain: str | None,
        at: str,
        to: str | None,
        in_place: bool,
        dry_run: bool,
        unattended: bool,
    ) -> int:
        """Bring back an earlier state at a fresh path."""

    def purge(
        self,
        flags: Flags,
        *,
        brain: str | None,
        id: str | None,
        reason: str,
        yes: str | None,
        rotate_key: bool,
        phrase_file: str | None,
        receipt: str | None,
    ) -> int:
        """Remove one thing and its bytes for good; the id is asked for."""

    def key_export(
        self,
        flags: Flags,
        *,
        phrase_file: str | None,
        unattended: bool,
    ) -> int:
        """Show the recovery phrase again, on the terminal or in a file."""

    def key_import(
        self,
        flags: Flags,
        *,
        phrase_file: str | None,
    ) -> int:
        """Bring a brain's key back from its 24 words."""

    def key_rotate(
        self,
        flags: Flags,
        *,
        phrase_file: str | None,
        unattended: bool,
    ) -> int:
        """Make every copy of the key and its words useless."""

    def dense_on(
        self,
        flags: Flags,
    ) -> int:
        """Switch the dense companion on, and give each memory a vector."""

    def dense_off(
        self,
        flags: Flags,
    ) -> int:
        """Switch it off, and remove the vectors of this brain."""

    def dense_status(
        self,
        flags: Flags,
    ) -> int:
        """Say whether it is in use, and how many memories have a vector."""

    def admin_bootstrap(
        self,
        flags: Flags,
        *,
        email: str,
        server_data: str | None,
    ) -> int:
        """Create a tenant of a server and print its admin token once."""

    def admin_tenants(
        self,
        flags: Flags,
        *,
        suspend: str | None,
        resume: str | None,
        limit: str | None,
        brains: int | None,
        bytes: int | None,
        requests: int | None,
        writes: int | None,
        server_data: str | None,
    ) -> int:
        """List, suspend, resume or limit the tenants of a server."""

    def admin_users(
        self,
        flags: Flags,
        *,
        tenant: str | None,
        add: str | None,
        remove: str | None,
        token: str | None,
        server_data: str | None,
    ) -> int:
        """List, add or remove the users of a server's tenants."""

    def admin_signin(
        self,
        flags: Flags,
        *,
        email: str,
        server_data: str | None,
    ) -> int:
        """Print a code by which a user signs in to allow a connector."""

    def admin_audit(
        self,
        flags: Flags,
        *,
        tenant: str,
        cursor: str | None,
        limit: int,
        server_data: str | None,
    ) -> int:
        """Print the audit trail of a tenant."""

    def admin_shred(
        self,
        flags: Flags,
        *,
        tenant: str,
        brain: str,
        yes: str | None,
        server_data: str | None,
    ) -> int:
        """Destroy what a server holds of a brain."""

    def admin_backup(
        self,
        flags: Flags,
        *,
        to: str,
        server_data: str | None,
    ) -> int:
        """Write a backup of a server that may be running."""

    def admin_restore(
        self,
        flags: Flags,
        *,
        source: str,
        server_data: str | None,
        unattended: bool,
    ) -> int:
        """Restore a backup into a server's folder without records."""


Version = Annotated[bool, typer.Option("--version", "-V", help="Print the version.")]
Data = Annotated[
    str | None,
    typer.Option("--data", metavar="DIR", help="The folder that holds the brains."),
]
Name = Annotated[
    str | None,
    typer.Option("--name", metavar="BRAIN", help="Which brain of that folder."),
]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON document and nothing else."),
]
ForceNetwork = Annotated[
    bool,
    typer.Option("--force-network", help="Use a folder on a network drive; one writer only."),
]


def _flags(
    context: typer.Context, data: str | None, name: str | None, json: bool, force_network: bool
) -> Flags:
    before: Flags = context.find_root().obj
    return Flags(
        data=before.data if data is None else data,
        name=before.name if name is None else name,
        json=before.json or json,
        force_network=before.force_network or force_network,
    )


def build(handlers: Handlers) -> typer.Typer:
    """Return the command line whose commands those handlers answer."""
    app = typer.Typer(
        name="myelin",
        help="One encrypted brain per project, kept between a coding agent's tasks.",
        no_args_is_help=True,
        epilog="Other names: add (remember), get (show), search (recall).",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def before(
        context: typer.Context,
        version: Version = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        # `myelin --version` becomes the command `version` before it is parsed.
        del version
        context.obj = Flags(data, name, json, force_network)

    core = typer.Typer(
        help="The core tier, which comes with every recall.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    app.add_typer(core, name="core")

    process = typer.Typer(
        help="Workflows, skills and loops.", no_args_is_help=True, rich_markup_mode=None
    )
    app.add_typer(process, name="process")

    standard = typer.Typer(
        help="Rules that a text must keep, and risks that an action may run.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    app.add_typer(standard, name="standard")

    outcome = typer.Typer(help="How tasks went.", no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(outcome, name="outcome")

    proposals = typer.Typer(
        help="Changes that wait for the owner.", no_args_is_help=True, rich_markup_mode=None
    )
    app.add_typer(proposals, name="proposals")

    tags = typer.Typer(help="The tags of memories.", no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(tags, name="tags")

    prefs = typer.Typer(help="Preferences.", no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(prefs, name="prefs")

    snapshot = typer.Typer(help="Restore points.", no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(snapshot, name="snapshot")

    key = typer.Typer(
        help="The brain's root and its recovery phrase.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    app.add_typer(key, name="key")

    dense = typer.Typer(
        help="The dense companion, which ranks by meaning too. It is off by default.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    app.add_typer(dense, name="dense")

    admin = typer.Typer(
        help="Tenants of a server that runs here.", no_args_is_help=True, rich_markup_mode=None
    )
    app.add_typer(admin, name="admin")

    @app.command(
        "init",
        help="Make a brain for this project and print each client's set-up.\n\nThe 24 words of the recovery phrase are shown once, on the terminal or in --phrase-file. Whoever has them can open the brain; without them and without the key it is lost. At a terminal it offers a daily backup.",
    )
    def init(
        context: typer.Context,
        *,
        default_sensitivity: Annotated[
            str,
            typer.Option(
                "--default-sensitivity",
                metavar="DEFAULT_SENSITIVITY",
                help="What a memory is unless it says otherwise: normal or local_only.",
            ),
        ] = "normal",
        bare: Annotated[bool, typer.Option("--bare", help="Seed nothing.")] = False,
        meta: Annotated[
            bool,
            typer.Option(
                "--meta", help="Make your own meta brain: what you prefer in all projects."
            ),
        ] = False,
        new: Annotated[
            bool,
            typer.Option(
                "--new",
                help="Make an empty brain although the file of another one is gone from here.",
            ),
        ] = False,
        phrase_file: Annotated[
            str | None,
            typer.Option(
                "--phrase-file",
                metavar="PHRASE_FILE",
                help="Write the recovery phrase to this new file.",
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.init(
                flags,
                default_sensitivity=default_sensitivity,
                bare=bare,
                meta=meta,
                new=new,
                phrase_file=phrase_file,
            )
        )

    @app.command(
        "serve",
        help="Serve this project's brain to an MCP client.\n\nIt speaks MCP on standard input and output, and hosts start it themselves: `myelin connect` sets them up. With --http --device it serves programs on this machine over HTTP, on loopback, with a token that is printed once and dies with the run. They see what may leave this device, unless --local is given at a terminal. With --http alone it is a server of tenants, which holds ciphertext and no key: docs/operating.md describes it.",
    )
    def serve(
        context: typer.Context,
        *,
        http: Annotated[bool, typer.Option("--http", help="Serve over HTTP.")] = False,
        device: Annotated[
            bool,
            typer.Option(
                "--device", help="With --http: this project's brain, with the key of this device."
            ),
        ] = False,
        listen: Annotated[
            str,
            typer.Option(
                "--listen",
                metavar="LISTEN",
                help="With --http: HOST:PORT; port 0 takes a free one.",
            ),
        ] = "127.0.0.1:8787",
        local: Annotated[
            bool, typer.Option("--local", help="With --device: show local_only memories too.")
        ] = False,
        server_data: Annotated[
            str | None,
            typer.Option(
                "--server-data",
                metavar="SERVER_DATA",
                help="Of a server of tenants: its folder, made by `myelin admin bootstrap`.",
            ),
        ] = None,
        public_url: Annotated[
            str | None,
            typer.Option(
                "--public-url",
                metavar="PUBLIC_URL",
                help="Its address for clients; needed off loopback.",
            ),
        ] = None,
        tls_cert: Annotated[
            str | None,
            typer.Option("--tls-cert", metavar="TLS_CERT", help="Its certificate, in PEM."),
        ] = None,
        tls_key: Annotated[
            str | None,
            typer.Option("--tls-key", metavar="TLS_KEY", help="The certificate's key, in PEM."),
        ] = None,
        metrics: Annotated[
            str | None,
            typer.Option(
                "--metrics",
                metavar="METRICS",
                help="HOST:PORT on loopback for metrics in the format of Prometheus.",
            ),
        ] = None,
        oauth: Annotated[
            bool, typer.Option("--oauth", help="Let programs connect by OAuth; needs --public-url.")
        ] = False,
        oauth_host: Annotated[
            str | None,
            typer.Option(
                "--oauth-host",
                metavar="OAUTH_HOST",
                help="With --oauth: the host name of connectors, if it is not the public one.",
            ),
        ] = None,
        secrets: Annotated[
            str | None,
            typer.Option(
                "--secrets",
                metavar="SECRETS",
                help="With --oauth: the folder of the secrets that sign and seal.",
            ),
        ] = None,
        redirects: Annotated[
            str | None,
            typer.Option(
                "--redirects",
                metavar="REDIRECTS",
                help="With --oauth: a file with the redirects that are allowed.",
            ),
        ] = None,
        mail_relay: Annotated[
            str | None,
            typer.Option(
                "--mail-relay",
                metavar="MAIL_RELAY",
                help="With --oauth: HOST:PORT of a mail server on this machine.",
            ),
        ] = None,
        mail_from: Annotated[
            str | None,
            typer.Option(
                "--mail-from",
                metavar="MAIL_FROM",
                help="With --oauth: the sender of sign-in mails.",
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.serve(
                flags,
                http=http,
                device=device,
                listen=listen,
                local=local,
                server_data=server_data,
                public_url=public_url,
                tls_cert=tls_cert,
                tls_key=tls_key,
                metrics=metrics,
                oauth=oauth,
                oauth_host=oauth_host,
                secrets=secrets,
                redirects=redirects,
                mail_relay=mail_relay,
                mail_from=mail_from,
            )
        )

    @app.command(
        "connect",
        help="Set up a host to use this brain.\n\nWithout a host it lists those that it knows and where this brain is set up. It shows what it would change, asks, keeps comments and order of the file, and leaves a copy of the former text beside it. docs/generated/hosts.md has each host's files.",
    )
    def connect(
        context: typer.Context,
        *,
        host: Annotated[
            str | None, typer.Argument(metavar="HOST", help="Its name, such as claude-code.")
        ] = None,
        scope: Annotated[
            str | None,
            typer.Option(
                "--scope",
                metavar="SCOPE",
                help="project: a file that a team shares. user: this user's own file.",
            ),
        ] = None,
        print: Annotated[
            bool, typer.Option("--print", help="Only show what would be written.")
        ] = False,
        remove: Annotated[
            bool, typer.Option("--remove", help="Take everything out again.")
        ] = False,
        instructions: Annotated[
            bool,
            typer.Option(
                "--instructions",
                help="Tell the host's model when to use Myelin, in its file of instructions.",
            ),
        ] = False,
        check: Annotated[
            bool,
            typer.Option(
                "--check", help="Start what is configured, as the host would, and say what answers."
            ),
        ] = False,
        yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.connect(
                flags,
                host=host,
                scope=scope,
                print=print,
                remove=remove,
                instructions=instructions,
                check=check,
                yes=yes,
            )
        )

    @app.command(
        "which",
        help="Print which brain is meant here, and why.",
    )
    def which(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.which(
                flags,
            )
        )

    @app.command(
        "remember",
        help="Save one memory.\n\nAll words that are no flag of the command are the text; after -- all are. A memory has at most 16 KiB. With --split a longer Markdown text is cut at its headings into memories that are found as one; `myelin show` names the parts.\n\nOther name: add.",
    )
    def remember(
        context: typer.Context,
        *,
        content: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="TEXT", help="What to remember; - reads it from standard input."
            ),
        ],
        class_: Annotated[
            str,
            typer.Option(
                "--class",
                "-c",
                metavar="CLASS",
                help="convention, decision, lesson, reference, fact, note or episode.",
            ),
        ] = "note",
        subject: Annotated[
            str | None,
            typer.Option("--subject", metavar="SUBJECT", help="What it asserts something about."),
        ] = None,
        tags: Annotated[
            list[str] | None,
            typer.Option("--tag", "-t", metavar="TAG", help="A tag; may be repeated."),
        ] = None,
        aliases: Annotated[
            list[str] | None,
            typer.Option(
                "--alias", metavar="ALIAS", help="Another name to find it by; may be repeated."
            ),
        ] = None,
        observed_at: Annotated[
            str | None,
            typer.Option(
                "--observed-at",
                metavar="OBSERVED_AT",
                help="When it was true, such as 2026-03-01, 3h or yesterday.",
            ),
        ] = None,
        session: Annotated[
            str | None,
            typer.Option(
                "--session", metavar="SESSION", help="The conversation or run that it comes from."
            ),
        ] = None,
        actor: Annotated[
            str | None, typer.Option("--actor", metavar="ACTOR", help="Who said it.")
        ] = None,
        sensitivity: Annotated[
            str | None,
            typer.Option(
                "--sensitivity",
                metavar="SENSITIVITY",
                help="normal, or local_only: it never leaves this device.",
            ),
        ] = None,
        evidence: Annotated[
            str | None,
            typer.Option(
                "--evidence", metavar="EVIDENCE", help="verified, stated, inferred or unverified."
            ),
        ] = None,
        evidence_ref: Annotated[
            str | None,
            typer.Option(
                "--evidence-ref",
                metavar="EVIDENCE_REF",
                help="Where the evidence is: a path, commit, URL or test.",
            ),
        ] = None,
        supersedes: Annotated[
            str | None,
            typer.Option(
                "--supersedes", metavar="SUPERSEDES", help="The id of the memory that it replaces."
            ),
        ] = None,
        links: Annotated[
            list[str] | None,
            typer.Option(
                "--link",
                metavar="LINK",
                help="How it bears on another, as TYPE:ID, such as supports:mem_7f2a; may be repeated.",
            ),
        ] = None,
        split: Annotated[
            bool,
            typer.Option("--split", help="Cut a long Markdown text at its headings, up to 1 MiB."),
        ] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.remember(
                flags,
                content=" ".join(content or []),
                class_=class_,
                subject=subject,
                tags=tags or [],
                aliases=aliases or [],
                observed_at=observed_at,
                session=session,
                actor=actor,
                sensitivity=sensitivity,
                evidence=evidence,
                evidence_ref=evidence_ref,
                supersedes=supersedes,
                links=links or [],
                split=split,
                unattended=unattended,
            )
        )

    @app.command(
        "edit",
        help="Edit a memory, a process or a standard in your editor.\n\nThe editor is VISUAL or EDITOR, else vi or nano. What you write is checked, and opened again with its problems above it. A text that was not saved is kept, and its path is told.",
    )
    def edit(
        context: typer.Context,
        *,
        what: Annotated[
            str,
            typer.Argument(
                metavar="WHAT", help="The id of a memory, or the name of a process or standard."
            ),
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.edit(
                flags,
                what=what,
            )
        )

    @app.command(
        "recall",
        help="Find what the brain knows.\n\nOther name: search.",
    )
    def recall(
        context: typer.Context,
        *,
        query: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="QUERY", help="What to look for, in plain words; - reads standard input."
            ),
        ],
        budget_bytes: Annotated[
            int | None,
            typer.Option(
                "--budget-bytes",
                metavar="BUDGET_BYTES",
                help="How many bytes of memories to return.",
            ),
        ] = None,
        classes: Annotated[
            list[str] | None,
            typer.Option(
                "--class", "-c", metavar="CLASS", help="Only this class; may be repeated."
            ),
        ] = None,
        tags: Annotated[
            list[str] | None,
            typer.Option("--tag", "-t", metavar="TAG", help="Only with this tag; may be repeated."),
        ] = None,
        since: Annotated[
            str | None,
            typer.Option(
                "--since",
                metavar="SINCE",
                help="Only what is from then on, such as 2026-03-01, 2w or yesterday.",
            ),
        ] = None,
        until: Annotated[
            str | None,
            typer.Option(
                "--until",
                metavar="UNTIL",
                help="Only what is from until then, such as 2026-03 or last week.",
            ),
        ] = None,
        as_of: Annotated[
            str | None,
            typer.Option(
                "--as-of",
                metavar="AS_OF",
                help="What the brain held then, such as 2026-03-01 or 2d.",
            ),
        ] = None,
        include_archived: Annotated[
            bool, typer.Option("--include-archived", help="Also what was withdrawn.")
        ] = False,
        tier: Annotated[
            str | None, typer.Option("--tier", metavar="TIER", help="Which brains to ask: project.")
        ] = None,
        explain: Annotated[
            bool,
            typer.Option(
                "--explain", help="Say what each part of a score adds; nothing counts as used."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.recall(
                flags,
                query=query or [],
                budget_bytes=budget_bytes,
                classes=classes or [],
                tags=tags or [],
                since=since,
                until=until,
                as_of=as_of,
                include_archived=include_archived,
                tier=tier,
                explain=explain,
            )
        )

    @app.command(
        "show",
        help="Print one memory, its history, its links and its trust.\n\nOther name: get.",
    )
    def show(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        no_history: Annotated[
            bool, typer.Option("--no-history", help="Leave its history out.")
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.show(
                flags,
                id=id,
                no_history=no_history,
            )
        )

    @app.command(
        "list",
        help="List memories, newest first.",
    )
    def list_(
        context: typer.Context,
        *,
        classes: Annotated[
            list[str] | None,
            typer.Option(
                "--class", "-c", metavar="CLASS", help="Only this class; may be repeated."
            ),
        ] = None,
        tags: Annotated[
            list[str] | None,
            typer.Option("--tag", "-t", metavar="TAG", help="Only with this tag; may be repeated."),
        ] = None,
        tier: Annotated[
            str | None,
            typer.Option("--tier", metavar="TIER", help="Only this tier: core, normal or archive."),
        ] = None,
        subject: Annotated[
            str | None, typer.Option("--subject", metavar="SUBJECT", help="Only this subject.")
        ] = None,
        since: Annotated[
            str | None,
            typer.Option(
                "--since",
                metavar="SINCE",
                help="Only what is from then on, such as 2026-03-01, 2w or yesterday.",
            ),
        ] = None,
        until: Annotated[
            str | None,
            typer.Option(
                "--until",
                metavar="UNTIL",
                help="Only what is from until then, such as 2026-03 or last week.",
            ),
        ] = None,
        include_superseded: Annotated[
            bool, typer.Option("--include-superseded", help="Also what was replaced.")
        ] = False,
        include_archived: Annotated[
            bool, typer.Option("--include-archived", help="Also what was withdrawn.")
        ] = False,
        cursor: Annotated[
            str | None,
            typer.Option("--cursor", metavar="CURSOR", help="Where the page before ended."),
        ] = None,
        limit: Annotated[
            int | None, typer.Option("--limit", metavar="LIMIT", help="How many, 1 to 200.")
        ] = None,
        all: Annotated[bool, typer.Option("--all", help="Every page.")] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.list_(
                flags,
                classes=classes or [],
                tags=tags or [],
                tier=tier,
                subject=subject,
                since=since,
                until=until,
                include_superseded=include_superseded,
                include_archived=include_archived,
                cursor=cursor,
                limit=limit,
                all=all,
            )
        )

    @app.command(
        "link",
        help="Say how one memory bears on another.",
    )
    def link(
        context: typer.Context,
        *,
        from_: Annotated[
            str, typer.Argument(metavar="FROM", help="The memory that the link starts at.")
        ],
        to: Annotated[str, typer.Argument(metavar="TO", help="The memory that it points to.")],
        type: Annotated[
            str,
            typer.Argument(
                metavar="TYPE", help="contradicts, supports, relates_to, depends_on or caused_by."
            ),
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.link(
                flags,
                from_=from_,
                to=to,
                type=type,
            )
        )

    @app.command(
        "unlink",
        help="Withdraw a link; what was linked before that time stays known.",
    )
    def unlink(
        context: typer.Context,
        *,
        from_: Annotated[
            str, typer.Argument(metavar="FROM", help="The memory that the link starts at.")
        ],
        to: Annotated[str, typer.Argument(metavar="TO", help="The memory that it points to.")],
        type: Annotated[
            str,
            typer.Argument(
                metavar="TYPE", help="contradicts, supports, relates_to, depends_on or caused_by."
            ),
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.unlink(
                flags,
                from_=from_,
                to=to,
                type=type,
            )
        )

    @core.command(
        "add",
        help="Put a memory into the core tier.\n\nA person decides this: it asks on the terminal where there is one, never on standard input, and refuses a shell that an agent drives. Without one it needs --unattended.",
    )
    def core_add(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.core_add(
                flags,
                id=id,
                unattended=unattended,
            )
        )

    @core.command(
        "rm",
        help="Take a memory out of the core tier.\n\nA person decides this: it asks on the terminal where there is one, never on standard input, and refuses a shell that an agent drives. Without one it needs --unattended.",
    )
    def core_rm(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.core_rm(
                flags,
                id=id,
                unattended=unattended,
            )
        )

    @app.command(
        "archive",
        help="Withdraw a memory without a successor.",
    )
    def archive(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.archive(
                flags,
                id=id,
                unattended=unattended,
            )
        )

    @app.command(
        "unarchive",
        help="Bring an archived memory back.",
    )
    def unarchive(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.unarchive(
                flags,
                id=id,
            )
        )

    @app.command(
        "forget",
        help="Archive the memories of a tag, a class, a subject or a time.\n\nIt lists them first and asks on the terminal, then archives exactly those; without a terminal it needs --unattended. `myelin undo` with the number that it prints brings them back. To remove bytes for good there is `myelin purge`, which takes one id at a time.",
    )
    def forget(
        context: typer.Context,
        *,
        tags: Annotated[
            list[str] | None,
            typer.Option("--tag", "-t", metavar="TAG", help="Only with this tag; may be repeated."),
        ] = None,
        classes: Annotated[
            list[str] | None,
            typer.Option(
                "--class", "-c", metavar="CLASS", help="Only this class; may be repeated."
            ),
        ] = None,
        subject: Annotated[
            str | None, typer.Option("--subject", metavar="SUBJECT", help="Only this subject.")
        ] = None,
        before: Annotated[
            str | None,
            typer.Option(
                "--before",
                metavar="BEFORE",
                help="Only what is older than that, such as 2026-03-01 or 90d.",
            ),
        ] = None,
        dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list them.")] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.forget(
                flags,
                tags=tags or [],
                classes=classes or [],
                subject=subject,
                before=before,
                dry_run=dry_run,
                unattended=unattended,
            )
        )

    @app.command(
        "stats",
        help="Print what the brain holds and how it is set up.",
    )
    def stats(
        context: typer.Context,
        *,
        outcomes: Annotated[
            bool,
            typer.Option("--outcomes", help="How tasks went, and what the loop learned from it."),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.stats(
                flags,
                outcomes=outcomes,
            )
        )

    @app.command(
        "demo",
        help="Show the whole thing on a brain that is thrown away.",
    )
    def demo(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.demo(
                flags,
            )
        )

    @app.command(
        "version",
        help="Print the version.",
    )
    def version(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.version(
                flags,
            )
        )

    @app.command(
        "help",
        help="Say what a command does and takes.",
    )
    def help_(
        context: typer.Context,
        *,
        command: Annotated[
            list[str] | None,
            typer.Argument(metavar="COMMAND", help="The command; without it all are listed."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.help_(
                flags,
                command=command or [],
            )
        )

    @app.command(
        "man",
        help="Show the manual page of a command.\n\nOn a terminal the page is shown by man. Otherwise its source is printed.",
    )
    def man(
        context: typer.Context,
        *,
        command: Annotated[
            list[str] | None,
            typer.Argument(metavar="COMMAND", help="The command; without it Myelin's own page."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.man(
                flags,
                command=command or [],
            )
        )

    @app.command(
        "completion",
        help="Print a shell's completion of commands and their values.\n\nFor bash, put `source <(myelin completion bash)` into ~/.bashrc; for zsh the same with zsh into ~/.zshrc, behind compinit; for fish, write it to ~/.config/fish/completions/myelin.fish. Names that a brain holds are completed if its key can be read without asking anybody.",
    )
    def completion(
        context: typer.Context,
        *,
        shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.completion(
                flags,
                shell=shell,
            )
        )

    @process.command(
        "save",
        help="Save a workflow, skill or loop as its reviewed version.\n\nWhat you save here is reviewed. In a shell that an agent drives it is saved as the agent's own, and waits for approval.",
    )
    def process_save(
        context: typer.Context,
        *,
        yaml: Annotated[
            str, typer.Argument(metavar="FILE", help="The YAML file; - reads standard input.")
        ],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_save(
                flags,
                yaml=yaml,
                unattended=unattended,
            )
        )

    @process.command(
        "show",
        help="Print one process.",
    )
    def process_show(
        context: typer.Context,
        *,
        process: Annotated[
            str, typer.Argument(metavar="PROCESS", help="Its name, or NAME@VERSION.")
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_show(
                flags,
                process=process,
            )
        )

    @process.command(
        "list",
        help="List the processes.",
    )
    def process_list(
        context: typer.Context,
        *,
        kinds: Annotated[
            list[str] | None,
            typer.Option("--kind", metavar="KIND", help="Only this kind; may be repeated."),
        ] = None,
        include_versions: Annotated[
            bool, typer.Option("--include-versions", help="Every version of each.")
        ] = False,
        cursor: Annotated[
            str | None,
            typer.Option("--cursor", metavar="CURSOR", help="Where the page before ended."),
        ] = None,
        limit: Annotated[
            int | None, typer.Option("--limit", metavar="LIMIT", help="How many, 1 to 200.")
        ] = None,
        all: Annotated[bool, typer.Option("--all", help="Every page.")] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_list(
                flags,
                kinds=kinds or [],
                include_versions=include_versions,
                cursor=cursor,
                limit=limit,
                all=all,
            )
        )

    @process.command(
        "match",
        help="Print the processes that fit a task.\n\nAll words that are no flag of the command are the task; after -- all are.",
    )
    def process_match(
        context: typer.Context,
        *,
        task: Annotated[
            list[str] | None,
            typer.Argument(metavar="TASK", help="The task in plain words; - reads standard input."),
        ],
        kinds: Annotated[
            list[str] | None,
            typer.Option("--kind", metavar="KIND", help="Only this kind; may be repeated."),
        ] = None,
        limit: Annotated[
            int | None, typer.Option("--limit", metavar="LIMIT", help="How many.")
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_match(
                flags,
                task=" ".join(task or []),
                kinds=kinds or [],
                limit=limit,
            )
        )

    @process.command(
        "diff",
        help="Print what one version changed against another.",
    )
    def process_diff(
        context: typer.Context,
        *,
        process: Annotated[str, typer.Argument(metavar="PROCESS", help="Its name.")],
        versions: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="VERSIONS", help="One or two versions; without them the last two."
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_diff(
                flags,
                process=process,
                versions=versions or [],
            )
        )

    @process.command(
        "approve",
        help="Make a saved version the reviewed one.\n\nA person decides this: it asks on the terminal where there is one, never on standard input, and refuses a shell that an agent drives. Without one it needs --unattended.",
    )
    def process_approve(
        context: typer.Context,
        *,
        process: Annotated[str, typer.Argument(metavar="PROCESS", help="NAME@VERSION.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_approve(
                flags,
                process=process,
                unattended=unattended,
            )
        )

    @process.command(
        "retire",
        help="Take a process out of use.\n\nA person decides this: it asks on the terminal where there is one, never on standard input, and refuses a shell that an agent drives. Its versions stay readable, and approving one brings it back.",
    )
    def process_retire(
        context: typer.Context,
        *,
        process: Annotated[str, typer.Argument(metavar="PROCESS", help="Its name.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_retire(
                flags,
                process=process,
                unattended=unattended,
            )
        )

    @process.command(
        "import",
        help="Save a SKILL.md file, or a folder with one, as a skill.\n\nOf a folder, text files beside the SKILL.md are kept with the skill, up to 1 MiB together. The others are named. Nothing is run. A person is asked before another text takes the place of a reviewed skill.",
    )
    def process_import(
        context: typer.Context,
        *,
        file: Annotated[
            str,
            typer.Argument(
                metavar="FILE", help="The SKILL.md file or its folder; - is standard input."
            ),
        ],
        rename: Annotated[
            str | None,
            typer.Option(
                "--rename",
                metavar="RENAME",
                help="Save it under this name, for example if its own one is taken.",
            ),
        ] = None,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_import(
                flags,
                file=file,
                rename=rename,
                unattended=unattended,
            )
        )

    @process.command(
        "export",
        help="Print a skill as a SKILL.md file.",
    )
    def process_export(
        context: typer.Context,
        *,
        process: Annotated[
            str, typer.Argument(metavar="PROCESS", help="Its name, or NAME@VERSION.")
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.process_export(
                flags,
                process=process,
            )
        )

    @standard.command(
        "save",
        help="Save a standard as its reviewed version.\n\nWhat you save here is reviewed. In a shell that an agent drives it is saved as the agent's own, and waits for approval.",
    )
    def standard_save(
        context: typer.Context,
        *,
        yaml: Annotated[
            str, typer.Argument(metavar="FILE", help="The YAML file; - reads standard input.")
        ],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.standard_save(
                flags,
                yaml=yaml,
                unattended=unattended,
            )
        )

    @standard.command(
        "show",
        help="Print one standard.",
    )
    def standard_show(
        context: typer.Context,
        *,
        standard: Annotated[
            str, typer.Argument(metavar="STANDARD", help="Its name, or NAME@VERSION.")
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.standard_show(
                flags,
                standard=standard,
            )
        )

    @standard.command(
        "list",
        help="List the standards.",
    )
    def standard_list(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.standard_list(
                flags,
            )
        )

    @standard.command(
        "diff",
        help="Print what one version changed against another.",
    )
    def standard_diff(
        context: typer.Context,
        *,
        standard: Annotated[str, typer.Argument(metavar="STANDARD", help="Its name.")],
        versions: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="VERSIONS", help="One or two versions; without them the last two."
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.standard_diff(
                flags,
                standard=standard,
                versions=versions or [],
            )
        )

    @standard.command(
        "approve",
        help="Make a saved version the reviewed one.\n\nA person decides this: it asks on the terminal where there is one, never on standard input, and refuses a shell that an agent drives. Without one it needs --unattended.",
    )
    def standard_approve(
        context: typer.Context,
        *,
        standard: Annotated[str, typer.Argument(metavar="STANDARD", help="NAME@VERSION.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.standard_approve(
                flags,
                standard=standard,
                unattended=unattended,
            )
        )

    @standard.command(
        "retire",
        help="Take a standard out of use.\n\nA person decides this: it asks on the terminal where there is one, never on standard input, and refuses a shell that an agent drives. Its versions stay readable, and approving one brings it back.",
    )
    def standard_retire(
        context: typer.Context,
        *,
        standard: Annotated[str, typer.Argument(metavar="STANDARD", help="Its name.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.standard_retire(
                flags,
                standard=standard,
                unattended=unattended,
            )
        )

    @app.command(
        "validate",
        help="Check texts against a standard.\n\nThe exit code is 4 when something is found that is an error. With --standard-file no brain and no key is needed.",
    )
    def validate(
        context: typer.Context,
        *,
        content: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="FILE", help="Files, folders and patterns; - reads standard input."
            ),
        ],
        standard: Annotated[
            str | None,
            typer.Option(
                "--standard", metavar="STANDARD", help="A standard of the brain, or NAME@VERSION."
            ),
        ] = None,
        standard_file: Annotated[
            str | None,
            typer.Option(
                "--standard-file",
                metavar="STANDARD_FILE",
                help="A standard in a file; no brain is needed.",
            ),
        ] = None,
        version: Annotated[
            int | None,
            typer.Option("--version", metavar="VERSION", help="Which version of the standard."),
        ] = None,
        format: Annotated[
            str, typer.Option("--format", metavar="FORMAT", help="text, json, sarif or github.")
        ] = "text",
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.validate(
                flags,
                content=content or [],
                standard=standard,
                standard_file=standard_file,
                version=version,
                format=format,
            )
        )

    @app.command(
        "precheck",
        help="Say which known risks an action runs.\n\nThe exit code is 4 when a risk matched. All words that are no flag of the command are the action; after -- all are.",
    )
    def precheck(
        context: typer.Context,
        *,
        action: Annotated[
            list[str] | None,
            typer.Argument(metavar="ACTION", help="The command or plan; - reads standard input."),
        ],
        standard: Annotated[
            str | None,
            typer.Option(
                "--standard", metavar="STANDARD", help="A standard to add to the reviewed ones."
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.precheck(
                flags,
                action=" ".join(action or []),
                standard=standard,
            )
        )

    @app.command(
        "scan",
        help="Look for credentials in texts; exit code 4 when one is found.\n\nIt needs no brain, and prints the rule and the place, never the text.",
    )
    def scan(
        context: typer.Context,
        *,
        files: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="FILE", help="Files, folders and patterns; - reads standard input."
            ),
        ],
        format: Annotated[
            str, typer.Option("--format", metavar="FORMAT", help="text, json, sarif or github.")
        ] = "text",
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.scan(
                flags,
                files=files or [],
                format=format,
            )
        )

    @outcome.command(
        "log",
        help="Say how a task went.",
    )
    def outcome_log(
        context: typer.Context,
        *,
        task: Annotated[
            str, typer.Argument(metavar="TASK", help="What was to be done; - reads standard input.")
        ],
        task_kind: Annotated[
            str, typer.Option("--task-kind", metavar="TASK_KIND", help="A slug such as bugfix.")
        ],
        outcome: Annotated[
            str, typer.Option("--outcome", metavar="OUTCOME", help="success, partial or failure.")
        ],
        summary: Annotated[
            str,
            typer.Option(
                "--summary", metavar="SUMMARY", help="What happened; - reads standard input."
            ),
        ],
        signal: Annotated[
            str,
            typer.Option("--signal", metavar="SIGNAL", help="verification, feedback or reported."),
        ] = "feedback",
        process: Annotated[
            str | None,
            typer.Option(
                "--process",
                metavar="PROCESS",
                help="NAME@VERSION of the process that was followed.",
            ),
        ] = None,
        used: Annotated[
            list[str] | None,
            typer.Option(
                "--used",
                metavar="USED",
                help="ID:helpful, ID:harmful or ID:neutral; may be repeated.",
            ),
        ] = None,
        violations: Annotated[
            list[str] | None,
            typer.Option(
                "--violation", metavar="VIOLATION", help="STANDARD:RULE; may be repeated."
            ),
        ] = None,
        sensitivity: Annotated[
            str | None,
            typer.Option("--sensitivity", metavar="SENSITIVITY", help="normal or local_only."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.outcome_log(
                flags,
                task=task,
                task_kind=task_kind,
                outcome=outcome,
                summary=summary,
                signal=signal,
                process=process,
                used=used or [],
                violations=violations or [],
                sensitivity=sensitivity,
            )
        )

    @proposals.command(
        "list",
        help="List the proposals.",
    )
    def proposals_list(
        context: typer.Context,
        *,
        state: Annotated[
            str, typer.Option("--state", metavar="STATE", help="open, accepted, rejected or stale.")
        ] = "open",
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.proposals_list(
                flags,
                state=state,
            )
        )

    @proposals.command(
        "show",
        help="Print one proposal and what it rests on.",
    )
    def proposals_show(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.proposals_show(
                flags,
                id=id,
            )
        )

    @proposals.command(
        "accept",
        help="Apply a proposal, after a snapshot.\n\nA person decides this: it asks on the terminal, never on standard input, and refuses a shell that an agent drives. What needs a document opens your editor on a scaffold of what was seen, unless --body names a file. Without a terminal, pass the hash that `proposals show` printed.",
    )
    def proposals_accept(
        context: typer.Context,
        *,
        id: Annotated[
            str, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ],
        body: Annotated[
            str | None,
            typer.Option(
                "--body",
                metavar="BODY",
                help="The file to save where a proposal needs one; - is standard input.",
            ),
        ] = None,
        sha256: Annotated[
            str | None,
            typer.Option(
                "--sha256",
                metavar="SHA256",
                help="The hash that `proposals show` printed; needed by --unattended.",
            ),
        ] = None,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.proposals_accept(
                flags,
                id=id,
                body=body,
                sha256=sha256,
                unattended=unattended,
            )
        )

    @proposals.command(
        "reject",
        help="Turn a proposal down.\n\nA person decides this: it asks on the terminal, never on standard input, and refuses a shell that an agent drives. It comes back only when as much is seen again.",
    )
    def proposals_reject(
        context: typer.Context,
        *,
        id: Annotated[
            str | None, typer.Argument(metavar="ID", help="Its id, or a unique beginning of it.")
        ] = None,
        kind: Annotated[
            str | None,
            typer.Option(
                "--kind", metavar="KIND", help="With --all: the kind of proposals to turn down."
            ),
        ] = None,
        all: Annotated[
            bool, typer.Option("--all", help="Turn down every open proposal of the kind.")
        ] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.proposals_reject(
                flags,
                id=id,
                kind=kind,
                all=all,
                unattended=unattended,
            )
        )

    @tags.command(
        "list",
        help="List the tags of memories, the most frequent first.",
    )
    def tags_list(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.tags_list(
                flags,
            )
        )

    @tags.command(
        "rename",
        help="Rename a tag in every memory that has it, in any spelling.\n\nIt says how many memories it concerns and asks on the terminal; without a terminal it needs --unattended. `myelin undo` with the number that it prints takes it back, also where both tags have become one.",
    )
    def tags_rename(
        context: typer.Context,
        *,
        from_: Annotated[str, typer.Argument(metavar="FROM", help="The tag, in any spelling.")],
        to: Annotated[str, typer.Argument(metavar="TO", help="Its new name.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.tags_rename(
                flags,
                from_=from_,
                to=to,
                unattended=unattended,
            )
        )

    @prefs.command(
        "list",
        help="Print which preferences hold and where each comes from.",
    )
    def prefs_list(
        context: typer.Context,
        *,
        prefix: Annotated[
            str | None,
            typer.Option("--prefix", metavar="PREFIX", help="Only keys that begin like this."),
        ] = None,
        session: Annotated[
            list[str] | None,
            typer.Option(
                "--session",
                metavar="SESSION",
                help="KEY=VALUE for this answer only; may be repeated.",
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.prefs_list(
                flags,
                prefix=prefix,
                session=session or [],
            )
        )

    @prefs.command(
        "show",
        help="Print one preference with its history.",
    )
    def prefs_show(
        context: typer.Context,
        *,
        key: Annotated[str, typer.Argument(metavar="KEY", help="Its dotted key.")],
        meta: Annotated[
            bool, typer.Option("--meta", help="What you prefer in all projects.")
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.prefs_show(
                flags,
                key=key,
                meta=meta,
            )
        )

    @prefs.command(
        "set",
        help="Set a preference.\n\nWhat you set here stands: a client cannot replace it. In a shell that an agent drives it is kept as the agent's claim, and needs words of yours that say that it lasts. A key of a protected namespace needs a person at a terminal; the constants of the same names are code, and read none of it.",
    )
    def prefs_set(
        context: typer.Context,
        *,
        key: Annotated[str, typer.Argument(metavar="KEY", help="Its dotted key.")],
        value: Annotated[
            str, typer.Argument(metavar="VALUE", help="Its value; - reads standard input.")
        ],
        statement: Annotated[
            str | None,
            typer.Option(
                "--statement",
                metavar="STATEMENT",
                help="The words behind it; - reads standard input.",
            ),
        ] = None,
        meta: Annotated[
            bool,
            typer.Option(
                "--meta", help="For all projects: in your own meta brain, made on first need."
            ),
        ] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.prefs_set(
                flags,
                key=key,
                value=value,
                statement=statement,
                meta=meta,
                unattended=unattended,
            )
        )

    @prefs.command(
        "unset",
        help="Take a preference back.",
    )
    def prefs_unset(
        context: typer.Context,
        *,
        key: Annotated[str, typer.Argument(metavar="KEY", help="Its dotted key.")],
        meta: Annotated[
            bool, typer.Option("--meta", help="What you prefer in all projects.")
        ] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.prefs_unset(
                flags,
                key=key,
                meta=meta,
                unattended=unattended,
            )
        )

    @app.command(
        "log",
        help="Print what was written and served, and by whom.",
    )
    def log(
        context: typer.Context,
        *,
        since: Annotated[
            str | None,
            typer.Option(
                "--since",
                metavar="SINCE",
                help="Only from then on, such as 2026-03-01, 2d or yesterday.",
            ),
        ] = None,
        limit: Annotated[
            int,
            typer.Option("--limit", metavar="LIMIT", help="How many of the newest, 1 to 1,000."),
        ] = 50,
        decisions: Annotated[
            bool,
            typer.Option("--decisions", help="Print the decisions of the owner, the newest first."),
        ] = False,
        seen: Annotated[
            bool,
            typer.Option(
                "--seen",
                help="With --decisions: acknowledge them, so that they are announced no more.",
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.log(
                flags,
                since=since,
                limit=limit,
                decisions=decisions,
                seen=seen,
            )
        )

    @app.command(
        "undo",
        help="Undo a client's write, a forget or the renaming of a tag.\n\nWhat the client replaced is remembered again as its successor. Where it replaced nothing, what it wrote goes to the archive tier. The number of a forget brings back what it archived, that of a renaming the former tags. Nothing is deleted.",
    )
    def undo(
        context: typer.Context,
        *,
        id: Annotated[
            str,
            typer.Argument(
                metavar="ID",
                help="What the client wrote, or the number of a forget or of a renaming in the log.",
            ),
        ],
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.undo(
                flags,
                id=id,
            )
        )

    @app.command(
        "doctor",
        help="Check the brain's files; exit code 4 when something is found.\n\nThe exit code is 5 when the brain cannot be opened, or not be believed.",
    )
    def doctor(
        context: typer.Context,
        *,
        repair: Annotated[
            bool, typer.Option("--repair", help="Mend what can be mended, after a snapshot.")
        ] = False,
        accept_rollback: Annotated[
            bool,
            typer.Option(
                "--accept-rollback", help="Take an older file that was put back on purpose."
            ),
        ] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.doctor(
                flags,
                repair=repair,
                accept_rollback=accept_rollback,
                unattended=unattended,
            )
        )

    @app.command(
        "export",
        help="Write everything to a new folder in plain files.\n\nThe folder gets brain.jsonl, which `myelin import` reads without loss, and Markdown for reading: memories.md, processes.md and standards.md, or with --markdown-files one file for each memory and document. Nothing is sealed: whoever can read the folder can read the brain.",
    )
    def export(
        context: typer.Context,
        *,
        folder: Annotated[
            str, typer.Argument(metavar="FOLDER", help="A folder that does not exist yet.")
        ],
        markdown_files: Annotated[
            bool,
            typer.Option("--markdown-files", help="Write one file for each memory and document."),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.export(
                flags,
                folder=folder,
                markdown_files=markdown_files,
            )
        )

    @app.command(
        "import",
        help="Bring in what an export holds.\n\nThe exit code is 4 when some was left out or came in as less than it was. What this device exported comes in as it was. What comes from elsewhere governs nothing: its core memories come in as normal ones.",
    )
    def import_(
        context: typer.Context,
        *,
        path: Annotated[
            str,
            typer.Argument(
                metavar="PATH",
                help="A folder that `myelin export` wrote, or its brain.jsonl; - is standard input.",
            ),
        ],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.import_(
                flags,
                path=path,
                unattended=unattended,
            )
        )

    @app.command(
        "backup",
        help="Write the present state to one sealed file.\n\nThe file opens with the brain's key or its 24 words and holds local_only memories too. It is opened and checked after it was written. To go on with it, copy it to the place of the brain's file and run `myelin doctor --accept-rollback`.",
    )
    def backup(
        context: typer.Context,
        *,
        to: Annotated[
            str | None,
            typer.Option(
                "--to",
                metavar="TO",
                help="Where to; without it, the folder backups in the per-user folder.",
            ),
        ] = None,
        keep: Annotated[
            int,
            typer.Option(
                "--keep", metavar="KEEP", help="How many backups of this brain stay there."
            ),
        ] = 7,
        daily: Annotated[
            bool,
            typer.Option(
                "--daily", help="Make one now, and let `myelin serve` make one a day from now on."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.backup(
                flags,
                to=to,
                keep=keep,
                daily=daily,
            )
        )

    @snapshot.command(
        "create",
        help="Make a restore point.",
    )
    def snapshot_create(
        context: typer.Context,
        *,
        label: Annotated[
            str | None,
            typer.Argument(metavar="LABEL", help="Its name; without one it is named for the time."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.snapshot_create(
                flags,
                label=label,
            )
        )

    @snapshot.command(
        "list",
        help="List the restore points.",
    )
    def snapshot_list(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.snapshot_list(
                flags,
            )
        )

    @snapshot.command(
        "rename",
        help="Replace a snapshot's name in every file.\n\nFor a name that says too much. Every file of the brain is rewritten, as in a purge.",
    )
    def snapshot_rename(
        context: typer.Context,
        *,
        label: Annotated[str, typer.Argument(metavar="LABEL", help="The present name.")],
        new_label: Annotated[str, typer.Argument(metavar="NEW_LABEL", help="The new name.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.snapshot_rename(
                flags,
                label=label,
                new_label=new_label,
                unattended=unattended,
            )
        )

    @snapshot.command(
        "remove",
        help="Remove a snapshot's name from every file.\n\nThe state can still be restored, by its time or number, until thinning merges its base.",
    )
    def snapshot_remove(
        context: typer.Context,
        *,
        label: Annotated[str, typer.Argument(metavar="LABEL", help="The name.")],
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.snapshot_remove(
                flags,
                label=label,
                unattended=unattended,
            )
        )

    @app.command(
        "restore",
        help="Bring back an earlier state at a fresh path.\n\nEvery write is a state that can be brought back, not only snapshots. Without --to or --in-place nothing is written.",
    )
    def restore(
        context: typer.Context,
        *,
        brain: Annotated[
            str | None,
            typer.Argument(metavar="BRAIN", help="Which brain; without it, that of the folder."),
        ] = None,
        at: Annotated[
            str,
            typer.Option(
                "--at",
                metavar="AT",
                help="A snapshot's name, a time such as 2d, a record's number, or latest.",
            ),
        ],
        to: Annotated[
            str | None,
            typer.Option("--to", metavar="TO", help="Where to; a path that does not exist yet."),
        ] = None,
        in_place: Annotated[
            bool,
            typer.Option(
                "--in-place", help="Archive the present file and put the restored one there."
            ),
        ] = False,
        dry_run: Annotated[
            bool,
            typer.Option(
                "--dry-run", help="Only say which state is meant, and which lie beside it."
            ),
        ] = False,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.restore(
                flags,
                brain=brain,
                at=at,
                to=to,
                in_place=in_place,
                dry_run=dry_run,
                unattended=unattended,
            )
        )

    @app.command(
        "purge",
        help="Remove one thing and its bytes for good; the id is asked for.\n\nIt goes from the brain's file, from the archive and from every snapshot, with what says the same. Only a person does it: the whole id is typed at the terminal, never on standard input.",
    )
    def purge(
        context: typer.Context,
        *,
        brain: Annotated[
            str | None, typer.Argument(metavar="BRAIN", help="Which brain; it may be left out.")
        ] = None,
        id: Annotated[str | None, typer.Argument(metavar="ID", help="The full id.")] = None,
        reason: Annotated[
            str,
            typer.Option(
                "--reason", metavar="REASON", help="Why, in at most 200 bytes; it is kept."
            ),
        ],
        yes: Annotated[
            str | None,
            typer.Option(
                "--yes", metavar="YES", help="The id once more, where nobody sits at a terminal."
            ),
        ] = None,
        rotate_key: Annotated[
            bool,
            typer.Option(
                "--rotate-key", help="Seal all files with a new key, whose words are shown."
            ),
        ] = False,
        phrase_file: Annotated[
            str | None,
            typer.Option(
                "--phrase-file",
                metavar="PHRASE_FILE",
                help="Write the words of the new key to this new file.",
            ),
        ] = None,
        receipt: Annotated[
            str | None,
            typer.Option(
                "--receipt", metavar="RECEIPT", help="Write the receipt to this new file."
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.purge(
                flags,
                brain=brain,
                id=id,
                reason=reason,
                yes=yes,
                rotate_key=rotate_key,
                phrase_file=phrase_file,
                receipt=receipt,
            )
        )

    @key.command(
        "export",
        help="Show the recovery phrase again, on the terminal or in a file.",
    )
    def key_export(
        context: typer.Context,
        *,
        phrase_file: Annotated[
            str | None,
            typer.Option("--phrase-file", metavar="PHRASE_FILE", help="Write it to this new file."),
        ] = None,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.key_export(
                flags,
                phrase_file=phrase_file,
                unattended=unattended,
            )
        )

    @key.command(
        "import",
        help="Bring a brain's key back from its 24 words.\n\nThey are typed unseen on the terminal, or read from a file.",
    )
    def key_import(
        context: typer.Context,
        *,
        phrase_file: Annotated[
            str | None,
            typer.Option(
                "--phrase-file",
                metavar="PHRASE_FILE",
                help="Read the words from this file; - is standard input.",
            ),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.key_import(
                flags,
                phrase_file=phrase_file,
            )
        )

    @key.command(
        "rotate",
        help="Make every copy of the key and its words useless.\n\nEvery file is sealed with a new key, the archive included. The new words are shown on the terminal, where you confirm that you have them, or written to --phrase-file, before any file changes. The old words open only copies that were made before.",
    )
    def key_rotate(
        context: typer.Context,
        *,
        phrase_file: Annotated[
            str | None,
            typer.Option(
                "--phrase-file", metavar="PHRASE_FILE", help="Write the new words to this new file."
            ),
        ] = None,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.key_rotate(
                flags,
                phrase_file=phrase_file,
                unattended=unattended,
            )
        )

    @dense.command(
        "on",
        help="Switch the dense companion on, and give each memory a vector.\n\nA small English sentence model then ranks beside the words, on this device alone. It needs `pip install 'myelin-brain[dense]'`. A new memory gets its vector while `myelin serve` is idle.",
    )
    def dense_on(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.dense_on(
                flags,
            )
        )

    @dense.command(
        "off",
        help="Switch it off, and remove the vectors of this brain.",
    )
    def dense_off(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.dense_off(
                flags,
            )
        )

    @dense.command(
        "status",
        help="Say whether it is in use, and how many memories have a vector.",
    )
    def dense_status(
        context: typer.Context,
        *,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.dense_status(
                flags,
            )
        )

    @admin.command(
        "bootstrap",
        help="Create a tenant of a server and print its admin token once.\n\nRun it on the server's machine, beside the server's folder. It creates no brain: devices register theirs with the token.",
    )
    def admin_bootstrap(
        context: typer.Context,
        *,
        email: Annotated[
            str,
            typer.Option("--email", metavar="EMAIL", help="The e-mail address of its first user."),
        ],
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_bootstrap(
                flags,
                email=email,
                server_data=server_data,
            )
        )

    @admin.command(
        "tenants",
        help="List, suspend, resume or limit the tenants of a server.\n\nA suspended tenant can still list and pull its brains. Limits that are not given stay.",
    )
    def admin_tenants(
        context: typer.Context,
        *,
        suspend: Annotated[
            str | None,
            typer.Option("--suspend", metavar="SUSPEND", help="Suspend the tenant with this id."),
        ] = None,
        resume: Annotated[
            str | None,
            typer.Option(
                "--resume", metavar="RESUME", help="Lift the suspension of the tenant with this id."
            ),
        ] = None,
        limit: Annotated[
            str | None,
            typer.Option(
                "--limit",
                metavar="LIMIT",
                help="Change the limits of the tenant with this id, with the flags below.",
            ),
        ] = None,
        brains: Annotated[
            int | None, typer.Option("--brains", metavar="BRAINS", help="How many brains.")
        ] = None,
        bytes: Annotated[
            int | None,
            typer.Option("--bytes", metavar="BYTES", help="How many bytes of ciphertext."),
        ] = None,
        requests: Annotated[
            int | None,
            typer.Option(
                "--requests", metavar="REQUESTS", help="How many requests a minute of each token."
            ),
        ] = None,
        writes: Annotated[
            int | None,
            typer.Option(
                "--writes", metavar="WRITES", help="How many writes a minute of each token."
            ),
        ] = None,
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_tenants(
                flags,
                suspend=suspend,
                resume=resume,
                limit=limit,
                brains=brains,
                bytes=bytes,
                requests=requests,
                writes=writes,
                server_data=server_data,
            )
        )

    @admin.command(
        "users",
        help="List, add or remove the users of a server's tenants.",
    )
    def admin_users(
        context: typer.Context,
        *,
        tenant: Annotated[
            str | None,
            typer.Option(
                "--tenant",
                metavar="TENANT",
                help="Only of this tenant; with --add, the tenant to add to.",
            ),
        ] = None,
        add: Annotated[
            str | None,
            typer.Option("--add", metavar="ADD", help="Add the user with this e-mail address."),
        ] = None,
        remove: Annotated[
            str | None,
            typer.Option(
                "--remove", metavar="REMOVE", help="Remove the user with this e-mail address."
            ),
        ] = None,
        token: Annotated[
            str | None,
            typer.Option(
                "--token",
                metavar="TOKEN",
                help="Print a new admin token for the tenant of this e-mail address.",
            ),
        ] = None,
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_users(
                flags,
                tenant=tenant,
                add=add,
                remove=remove,
                token=token,
                server_data=server_data,
            )
        )

    @admin.command(
        "signin",
        help="Print a code by which a user signs in to allow a connector.\n\nFor a server without a mail relay, or a user whom no mail reaches. Give the code to nobody but the user: whoever types it can allow a program to use the tenant's brains. It works once, for 15 minutes, and replaces the code before.",
    )
    def admin_signin(
        context: typer.Context,
        *,
        email: Annotated[str, typer.Argument(metavar="EMAIL", help="The user's e-mail address.")],
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_signin(
                flags,
                email=email,
                server_data=server_data,
            )
        )

    @admin.command(
        "audit",
        help="Print the audit trail of a tenant.",
    )
    def admin_audit(
        context: typer.Context,
        *,
        tenant: Annotated[str, typer.Argument(metavar="TENANT", help="The tenant's id.")],
        cursor: Annotated[
            str | None,
            typer.Option(
                "--cursor", metavar="CURSOR", help="Where the page before ended, as it printed."
            ),
        ] = None,
        limit: Annotated[
            int, typer.Option("--limit", metavar="LIMIT", help="How many rows, 1 to 200.")
        ] = 50,
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_audit(
                flags,
                tenant=tenant,
                cursor=cursor,
                limit=limit,
                server_data=server_data,
            )
        )

    @admin.command(
        "shred",
        help="Destroy what a server holds of a brain.\n\nFor an owner who lost the device that could sign. The ciphertext, the snapshots, the closed epochs and the name are destroyed; devices keep their own copies. The id is asked for.",
    )
    def admin_shred(
        context: typer.Context,
        *,
        tenant: Annotated[str, typer.Argument(metavar="TENANT", help="The tenant's id.")],
        brain: Annotated[str, typer.Argument(metavar="BRAIN", help="The brain's whole id.")],
        yes: Annotated[
            str | None,
            typer.Option(
                "--yes", metavar="YES", help="The id once more, where nobody sits at a terminal."
            ),
        ] = None,
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_shred(
                flags,
                tenant=tenant,
                brain=brain,
                yes=yes,
                server_data=server_data,
            )
        )

    @admin.command(
        "backup",
        help="Write a backup of a server that may be running.\n\nThe backup holds the records, the blobs and the live files, all as ciphertext, and the names and e-mail addresses that the server knows. It does not hold the server's secrets.",
    )
    def admin_backup(
        context: typer.Context,
        *,
        to: Annotated[
            str, typer.Option("--to", metavar="TO", help="A folder that does not exist yet.")
        ],
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_backup(
                flags,
                to=to,
                server_data=server_data,
            )
        )

    @admin.command(
        "restore",
        help="Restore a backup into a server's folder without records.\n\nStop the server first. Devices are told that the server was restored, and everybody signs in again where OAuth is used.",
    )
    def admin_restore(
        context: typer.Context,
        *,
        source: Annotated[
            str, typer.Option("--source", metavar="SOURCE", help="The folder of the backup.")
        ],
        server_data: Annotated[
            str | None,
            typer.Option("--server-data", metavar="SERVER_DATA", help="The server's folder."),
        ] = None,
        unattended: Annotated[
            bool,
            typer.Option(
                "--unattended", help="Where there is no terminal, decide without one, on record."
            ),
        ] = False,
        data: Data = None,
        name: Name = None,
        json: Json = False,
        force_network: ForceNetwork = False,
    ) -> None:
        flags = _flags(context, data, name, json, force_network)
        raise typer.Exit(
            handlers.admin_restore(
                flags,
                source=source,
                server_data=server_data,
                unattended=unattended,
            )
        )

    return app
