# @generated from spec/errors.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""Every error that Myelin raises on purpose: a class an entry of spec/errors.yaml."""

from collections.abc import Mapping
from typing import Any

from myelin.kernel.errors import MyelinError, in_words


class ArgumentUnknown(MyelinError):
    """(tool) has no argument named (argument)."""

    code = "argument_unknown"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("tool", "argument", "suggestion")

    def __init__(
        self,
        *,
        tool: object,
        argument: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{tool} has no argument named {argument}.",
            hint=f"{suggestion}",
            details=details,
        )


class ArgumentInvalid(MyelinError):
    """(tool): (problems)."""

    code = "argument_invalid"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("tool", "count")
    cli_hint = "Correct it, then run the command again."

    def __init__(
        self,
        *,
        tool: object,
        count: object,
        details: Mapping[str, Any],
    ) -> None:
        problems = in_words(details)
        super().__init__(
            f"{tool}: {problems}.",
            hint=f"Correct every problem in details.problems ({count}), then call again.",
            details=details,
        )


class ContentEmpty(MyelinError):
    """(field) has no visible character."""

    code = "content_empty"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("field",)

    def __init__(
        self,
        *,
        field: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{field} has no visible character.",
            hint="Give a text that can be read.",
            details=details,
        )


class ContentTooLarge(MyelinError):
    """(field) has (size) bytes; the limit is (limit)."""

    code = "content_too_large"
    fault = "caller"
    http_status = 413
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("field", "size", "limit")

    def __init__(
        self,
        *,
        field: object,
        size: object,
        limit: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{field} has {size} bytes; the limit is {limit}.",
            hint="Shorten it, or split it into parts that can be read alone.",
            details=details,
        )


class ClassUnknown(MyelinError):
    """(field) is not a memory class."""

    code = "class_unknown"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("field", "known")

    def __init__(
        self,
        *,
        field: object,
        known: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{field} is not a memory class.",
            hint=f"Use one of: {known}.",
            details=details,
        )


class MemoryUnknown(MyelinError):
    """No memory of this brain has that id."""

    code = "memory_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()
    cli_hint = "`myelin list` and `myelin recall` print the ids of memories."

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "No memory of this brain has that id.",
            hint="Use an id from recall or list_memories.",
            details=details,
        )


class OutcomeUnknown(MyelinError):
    """No outcome of this brain has that id."""

    code = "outcome_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()
    cli_hint = "Use an id that `myelin outcome log` printed."

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "No outcome of this brain has that id.",
            hint="Use an id that log_outcome returned.",
            details=details,
        )


class ProposalUnknown(MyelinError):
    """No proposal of this brain has that id."""

    code = "proposal_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()
    cli_hint = "`myelin proposals list` prints the ids of proposals."

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "No proposal of this brain has that id.",
            hint="Use an id from list_proposals.",
            details=details,
        )


class ProposalDecided(MyelinError):
    """That proposal is (state) already, since (when); nothing was changed."""

    code = "proposal_decided"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ("state", "when")

    def __init__(
        self,
        *,
        state: object,
        when: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"That proposal is {state} already, since {when}; nothing was changed.",
            hint="Look at what still waits with `myelin proposals list`.",
            details=details,
        )


class ProposalStale(MyelinError):
    """What that proposal would change is not what it was: (reason). Nothing was applied."""

    code = "proposal_stale"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"What that proposal would change is not what it was: {reason}. Nothing was applied.",
            hint=f"{suggestion}",
            details=details,
        )


class ProposalsFull(MyelinError):
    """(limit) proposals of this kind wait for the owner, and there is no room for more."""

    code = "proposals_full"
    fault = "caller"
    http_status = 409
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("limit",)

    def __init__(
        self,
        *,
        limit: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{limit} proposals of this kind wait for the owner, and there is no room for more.",
            hint="Tell the owner: `myelin proposals list` shows them.",
            details=details,
        )


class IdAmbiguous(MyelinError):
    """(count) ids begin like that one."""

    code = "id_ambiguous"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("count",)

    def __init__(
        self,
        *,
        count: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{count} ids begin like that one.",
            hint="Give more characters of the id, or all of it.",
            details=details,
        )


class LinkInvalid(MyelinError):
    """That link cannot be made: (reason)."""

    code = "link_invalid"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "tool"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"That link cannot be made: {reason}.",
            hint=f"{suggestion}",
            details=details,
        )


class LinkUnknown(MyelinError):
    """There is no such link."""

    code = "link_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "There is no such link.",
            hint="`myelin show ID` lists the links of a memory.",
            details=details,
        )


class SecretRefused(MyelinError):
    """(field) looks like it holds a credential, so nothing was saved."""

    code = "secret_refused"
    fault = "caller"
    http_status = 422
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("field",)
    cli_hint = "Say where the credential is kept instead of what it is."

    def __init__(
        self,
        *,
        field: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{field} looks like it holds a credential, so nothing was saved.",
            hint="Say where the credential is kept instead of what it is. details names the rule and the byte offset.",
            details=details,
        )


class ProcessInvalid(MyelinError):
    """The process is not valid: (problems)."""

    code = "process_invalid"
    fault = "caller"
    http_status = 422
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("count",)
    cli_hint = "Correct it, then try again."

    def __init__(
        self,
        *,
        count: object,
        details: Mapping[str, Any],
    ) -> None:
        problems = in_words(details)
        super().__init__(
            f"The process is not valid: {problems}.",
            hint=f"Correct every problem in details.problems ({count}), then try again.",
            details=details,
        )


class StandardInvalid(MyelinError):
    """The standard is not valid: (problems)."""

    code = "standard_invalid"
    fault = "caller"
    http_status = 422
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("count",)
    cli_hint = "Correct it, then try again."

    def __init__(
        self,
        *,
        count: object,
        details: Mapping[str, Any],
    ) -> None:
        problems = in_words(details)
        super().__init__(
            f"The standard is not valid: {problems}.",
            hint=f"Correct every problem in details.problems ({count}), then try again.",
            details=details,
        )


class ProcessUnknown(MyelinError):
    """This brain has no such process."""

    code = "process_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ("suggestion",)

    def __init__(
        self,
        *,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This brain has no such process.",
            hint=f"{suggestion}",
            details=details,
        )


class StandardUnknown(MyelinError):
    """This brain has no such standard."""

    code = "standard_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ("suggestion",)

    def __init__(
        self,
        *,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This brain has no such standard.",
            hint=f"{suggestion}",
            details=details,
        )


class NotDurable(MyelinError):
    """The statement does not say that this should last: (reason)."""

    code = "not_durable"
    fault = "caller"
    http_status = 422
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The statement does not say that this should last: {reason}.",
            hint=f"{suggestion}",
            details=details,
        )


class ProtectedNamespace(MyelinError):
    """Keys under (namespace) are written by the owner only."""

    code = "protected_namespace"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("namespace",)

    def __init__(
        self,
        *,
        namespace: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"Keys under {namespace} are written by the owner only.",
            hint="Ask the owner to set it with `myelin prefs set`.",
            details=details,
        )


class OwnerValueStands(MyelinError):
    """The owner has set that preference, and a host cannot replace it."""

    code = "owner_value_stands"
    fault = "caller"
    http_status = 409
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("suggestion",)

    def __init__(
        self,
        *,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The owner has set that preference, and a host cannot replace it.",
            hint=f"{suggestion}",
            details=details,
        )


class PreferenceUnknown(MyelinError):
    """Nothing is set for that key in this brain."""

    code = "preference_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Nothing is set for that key in this brain.",
            hint="Use a key from `myelin prefs list`.",
            details=details,
        )


class LocalOnlyRefused(MyelinError):
    """(reason)"""

    code = "local_only_refused"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{reason}",
            hint=f"{suggestion}",
            details=details,
        )


class CoreFull(MyelinError):
    """The core tier has room for (limit) bytes; with this memory it would hold (size)."""

    code = "core_full"
    fault = "caller"
    http_status = 409
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("limit", "size")

    def __init__(
        self,
        *,
        limit: object,
        size: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The core tier has room for {limit} bytes; with this memory it would hold {size}.",
            hint="Take one out with `myelin core rm`, or shorten one by superseding it.",
            details=details,
        )


class BrainExists(MyelinError):
    """There is already a brain named (name) here."""

    code = "brain_exists"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("name",)

    def __init__(
        self,
        *,
        name: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"There is already a brain named {name} here.",
            hint="Use it, or choose another name with --name.",
            details=details,
        )


class BrainUnknown(MyelinError):
    """There is no brain named (name) here."""

    code = "brain_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ("name", "suggestion")

    def __init__(
        self,
        *,
        name: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"There is no brain named {name} here.",
            hint=f"{suggestion}",
            details=details,
        )


class BrainBusy(MyelinError):
    """Another process holds the brain ((holder)); nothing was changed."""

    code = "brain_busy"
    fault = "ours"
    http_status = 503
    exit_code = 1
    retry = True
    on_mcp = "tool"
    slots = ("holder",)

    def __init__(
        self,
        *,
        holder: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"Another process holds the brain ({holder}); nothing was changed.",
            hint="Try again in a moment.",
            details=details,
        )


class BrainDamaged(MyelinError):
    """The brain's file is damaged: (what). Nothing was changed."""

    code = "brain_damaged"
    fault = "ours"
    http_status = 500
    exit_code = 5
    retry = False
    on_mcp = "tool"
    slots = ("what",)

    def __init__(
        self,
        *,
        what: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The brain\u0027s file is damaged: {what}. Nothing was changed.",
            hint="Keep the file as it is and run `myelin doctor`.",
            details=details,
        )


class BrainRolledBack(MyelinError):
    """The brain's file is older than what this machine has acknowledged. Nothing was changed."""

    code = "brain_rolled_back"
    fault = "ours"
    http_status = 500
    exit_code = 5
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The brain\u0027s file is older than what this machine has acknowledged. Nothing was changed.",
            hint="If you put an older file back on purpose, run `myelin doctor --accept-rollback`.",
            details=details,
        )


class FormatTooNew(MyelinError):
    """The brain was written by a newer Myelin ((found)); this one reads up to (known)."""

    code = "format_too_new"
    fault = "caller"
    http_status = 500
    exit_code = 5
    retry = False
    on_mcp = "tool"
    slots = ("found", "known")

    def __init__(
        self,
        *,
        found: object,
        known: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The brain was written by a newer Myelin ({found}); this one reads up to {known}.",
            hint="Upgrade Myelin. The file was not touched.",
            details=details,
        )


class StorageFull(MyelinError):
    """The disk is full, so nothing was saved."""

    code = "storage_full"
    fault = "ours"
    http_status = 507
    exit_code = 1
    retry = True
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The disk is full, so nothing was saved.",
            hint="Free some space, then call again.",
            details=details,
        )


class StorageReadOnly(MyelinError):
    """The brain's folder cannot be written, so nothing was saved."""

    code = "storage_read_only"
    fault = "ours"
    http_status = 500
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The brain\u0027s folder cannot be written, so nothing was saved.",
            hint="Make the folder writable for this user.",
            details=details,
        )


class StorageFailed(MyelinError):
    """The disk reported an error ((what)), so nothing was changed."""

    code = "storage_failed"
    fault = "ours"
    http_status = 500
    exit_code = 1
    retry = True
    on_mcp = "tool"
    slots = ("what",)

    def __init__(
        self,
        *,
        what: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The disk reported an error ({what}), so nothing was changed.",
            hint="Check the disk, then call again.",
            details=details,
        )


class NetworkFilesystem(MyelinError):
    """The data folder lies on a network filesystem ((kind)), where locks cannot be relied on."""

    code = "network_filesystem"
    fault = "caller"
    http_status = 500
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("kind",)

    def __init__(
        self,
        *,
        kind: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The data folder lies on a network filesystem ({kind}), where locks cannot be relied on.",
            hint="Move it to a local disk, or pass --force-network with a single writer.",
            details=details,
        )


class WriteOutcomeUnknown(MyelinError):
    """The disk failed while saving, and whether the write lasted is not known."""

    code = "write_outcome_unknown"
    fault = "ours"
    http_status = 500
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The disk failed while saving, and whether the write lasted is not known.",
            hint="Restart Myelin, look whether it is there, and write it again if it is not.",
            details=details,
        )


class EditorFailed(MyelinError):
    """The editor could not be used: (reason)."""

    code = "editor_failed"
    fault = "caller"
    http_status = 500
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The editor could not be used: {reason}.",
            hint=f"{suggestion}",
            details=details,
        )


class Declined(MyelinError):
    """Declined. Nothing was changed."""

    code = "declined"
    fault = "caller"
    http_status = 409
    exit_code = 3
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Declined. Nothing was changed.",
            hint="Run it again to be asked again.",
            details=details,
        )


class KeyWrong(MyelinError):
    """The key does not open this brain."""

    code = "key_wrong"
    fault = "caller"
    http_status = 401
    exit_code = 5
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The key does not open this brain.",
            hint="Import the brain\u0027s recovery phrase with `myelin key import`, or mend MYELIN_KEY.",
            details=details,
        )


class KeyRequired(MyelinError):
    """No key for this brain was found on this machine."""

    code = "key_required"
    fault = "caller"
    http_status = 401
    exit_code = 5
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "No key for this brain was found on this machine.",
            hint="Bring it back with `myelin key import` and the 24 words, or set MYELIN_KEY.",
            details=details,
        )


class KeyOverPlaintext(MyelinError):
    """A key was sent over a connection without TLS."""

    code = "key_over_plaintext"
    fault = "caller"
    http_status = 426
    exit_code = 3
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "A key was sent over a connection without TLS.",
            hint="Use https, and rotate the key with `myelin key rotate`: it has crossed the network in the clear.",
            details=details,
        )


class ScopeMissing(MyelinError):
    """This token may not do that."""

    code = "scope_missing"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("scope",)

    def __init__(
        self,
        *,
        scope: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This token may not do that.",
            hint=f"Use a token with the scope {scope}.",
            details=details,
        )


class OwnerSignatureRequired(MyelinError):
    """Only a device that holds the brain's owner key may do that."""

    code = "owner_signature_required"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Only a device that holds the brain\u0027s owner key may do that.",
            hint="Run it from the CLI on the owner\u0027s device.",
            details=details,
        )


class RateLimited(MyelinError):
    """Too many requests."""

    code = "rate_limited"
    fault = "caller"
    http_status = 429
    exit_code = 1
    retry = True
    on_mcp = "status"
    slots = ("seconds",)

    def __init__(
        self,
        *,
        seconds: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Too many requests.",
            hint=f"Wait {seconds} s, then call again.",
            details=details,
        )


class BodyTooLarge(MyelinError):
    """The request is larger than (limit) bytes."""

    code = "body_too_large"
    fault = "caller"
    http_status = 413
    exit_code = 1
    retry = False
    on_mcp = "status"
    slots = ("limit",)

    def __init__(
        self,
        *,
        limit: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The request is larger than {limit} bytes.",
            hint="Send less in one request.",
            details=details,
        )


class RevisionMoved(MyelinError):
    """The server has moved on since the last pull."""

    code = "revision_moved"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The server has moved on since the last pull.",
            hint="Run `myelin pull`, then push again.",
            details=details,
        )


class BundleUntrusted(MyelinError):
    """The bytes or their manifest are not what this brain's owner signed, so nothing was applied."""

    code = "bundle_untrusted"
    fault = "caller"
    http_status = 422
    exit_code = 5
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The bytes or their manifest are not what this brain\u0027s owner signed, so nothing was applied.",
            hint="details says why. Check the server, then push from a device that you trust.",
            details=details,
        )


class KeyRotated(MyelinError):
    """Another device gave this brain new keys, which this device does not have."""

    code = "key_rotated"
    fault = "caller"
    http_status = 409
    exit_code = 5
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Another device gave this brain new keys, which this device does not have.",
            hint="Run `myelin key import` with the new words. What was not pushed stays.",
            details=details,
        )


class ServerRolledBack(MyelinError):
    """The server's history does not contain what this device last saw."""

    code = "server_rolled_back"
    fault = "ours"
    http_status = 409
    exit_code = 5
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The server\u0027s history does not contain what this device last saw.",
            hint="Do not push. Ask whoever runs the server what was restored.",
            details=details,
        )


class TokenInvalid(MyelinError):
    """The token is missing, unknown, expired or revoked."""

    code = "token_invalid"
    fault = "caller"
    http_status = 401
    exit_code = 5
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The token is missing, unknown, expired or revoked.",
            hint="Send a valid token as `Authorization: Bearer`; an administrator can create one.",
            details=details,
        )


class HeaderInvalid(MyelinError):
    """The header (header) is malformed, or was sent more than once."""

    code = "header_invalid"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "status"
    slots = ("header",)

    def __init__(
        self,
        *,
        header: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The header {header} is malformed, or was sent more than once.",
            hint="Send it once, in its documented form.",
            details=details,
        )


class HostRefused(MyelinError):
    """This server does not answer for that host name."""

    code = "host_refused"
    fault = "caller"
    http_status = 421
    exit_code = 3
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This server does not answer for that host name.",
            hint="Use the server\u0027s public address.",
            details=details,
        )


class OriginRefused(MyelinError):
    """Requests from web pages of other origins are refused."""

    code = "origin_refused"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Requests from web pages of other origins are refused.",
            hint="Call the server from a program, not from a web page.",
            details=details,
        )


class RouteUnknown(MyelinError):
    """There is no such route."""

    code = "route_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "There is no such route.",
            hint="The routes are listed at /v1/openapi.json; MCP is served at /mcp.",
            details=details,
        )


class MethodRefused(MyelinError):
    """This route does not take that method."""

    code = "method_refused"
    fault = "caller"
    http_status = 405
    exit_code = 1
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This route does not take that method.",
            hint="Use a method of the Allow header.",
            details=details,
        )


class MediaRefused(MyelinError):
    """The content type or the content encoding of the request is not supported."""

    code = "media_refused"
    fault = "caller"
    http_status = 415
    exit_code = 1
    retry = False
    on_mcp = "status"
    slots = ("expected",)

    def __init__(
        self,
        *,
        expected: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The content type or the content encoding of the request is not supported.",
            hint=f"Send {expected}, without a content encoding.",
            details=details,
        )


class TenantSuspended(MyelinError):
    """This tenant is suspended."""

    code = "tenant_suspended"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "status"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This tenant is suspended.",
            hint="Listing and pulling brains still work. Ask the server\u0027s operator.",
            details=details,
        )


class BrainShredded(MyelinError):
    """This brain was shredded on this server; none of its data is left."""

    code = "brain_shredded"
    fault = "caller"
    http_status = 410
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This brain was shredded on this server; none of its data is left.",
            hint="Remove the remote on this device, or register the brain under a new id.",
            details=details,
        )


class ReplicaOutdated(MyelinError):
    """The copy on the server is older than the server's program, so it cannot be written."""

    code = "replica_outdated"
    fault = "caller"
    http_status = 409
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The copy on the server is older than the server\u0027s program, so it cannot be written.",
            hint="Push once from a device with this version of Myelin.",
            details=details,
        )


class TenantUnknown(MyelinError):
    """This server has no tenant with that id."""

    code = "tenant_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This server has no tenant with that id.",
            hint="`myelin admin tenants` lists the tenants.",
            details=details,
        )


class UserUnknown(MyelinError):
    """This server has no user with that e-mail address."""

    code = "user_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "This server has no user with that e-mail address.",
            hint="`myelin admin users` lists the users.",
            details=details,
        )


class UserExists(MyelinError):
    """That e-mail address belongs to a tenant already."""

    code = "user_exists"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "That e-mail address belongs to a tenant already.",
            hint="Use another address, or `myelin admin users --token EMAIL` for a new token.",
            details=details,
        )


class PreconditionRequired(MyelinError):
    """The request needs an If-Match header with the state that it builds on."""

    code = "precondition_required"
    fault = "caller"
    http_status = 428
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The request needs an If-Match header with the state that it builds on.",
            hint="Pull the state first and send its token in quotation marks.",
            details=details,
        )


class TokenUnknown(MyelinError):
    """No token of this tenant has that id."""

    code = "token_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "No token of this tenant has that id.",
            hint="List the tokens to see their ids.",
            details=details,
        )


class SnapshotUnknown(MyelinError):
    """The server holds no such epoch or snapshot of this brain."""

    code = "snapshot_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "The server holds no such epoch or snapshot of this brain.",
            hint="List the restore points to see what it holds.",
            details=details,
        )


class UploadUnknown(MyelinError):
    """No open upload of this brain has that id."""

    code = "upload_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "No open upload of this brain has that id.",
            hint="Open a new upload; an upload expires 24 h after its last part.",
            details=details,
        )


class UploadOffset(MyelinError):
    """The upload continues at byte (received)."""

    code = "upload_offset"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("received",)

    def __init__(
        self,
        *,
        received: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The upload continues at byte {received}.",
            hint="Send the part that begins at details.received.",
            details=details,
        )


class QuotaExceeded(MyelinError):
    """The quota of (what) is reached: the limit is (limit), (used) in use."""

    code = "quota_exceeded"
    fault = "caller"
    http_status = 507
    exit_code = 3
    retry = False
    on_mcp = "tool"
    slots = ("what", "limit", "used", "suggestion")

    def __init__(
        self,
        *,
        what: object,
        limit: object,
        used: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The quota of {what} is reached: the limit is {limit}, {used} in use.",
            hint=f"{suggestion}",
            details=details,
        )


class LengthRequired(MyelinError):
    """A part needs a Content-Length."""

    code = "length_required"
    fault = "caller"
    http_status = 411
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "A part needs a Content-Length.",
            hint="Send the part with its length, not in chunks.",
            details=details,
        )


class RangeRefused(MyelinError):
    """That range cannot be served; the file has (length) bytes."""

    code = "range_refused"
    fault = "caller"
    http_status = 416
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ("length",)

    def __init__(
        self,
        *,
        length: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"That range cannot be served; the file has {length} bytes.",
            hint="Send one range `bytes=a-b` inside the file. A file of more than 64 MiB needs a range.",
            details=details,
        )


class TerminalRequired(MyelinError):
    """Only a person may do that, at a terminal."""

    code = "terminal_required"
    fault = "caller"
    http_status = 403
    exit_code = 3
    retry = False
    on_mcp = "never"
    slots = ("suggestion",)

    def __init__(
        self,
        *,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Only a person may do that, at a terminal.",
            hint=f"{suggestion}",
            details=details,
        )


class PathRefused(MyelinError):
    """That location cannot be used: (reason)."""

    code = "path_refused"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"That location cannot be used: {reason}.",
            hint=f"{suggestion}",
            details=details,
        )


class BrainChanged(MyelinError):
    """The brain changed since you confirmed: (what). Nothing was done."""

    code = "brain_changed"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("what",)

    def __init__(
        self,
        *,
        what: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The brain changed since you confirmed: {what}. Nothing was done.",
            hint="Look at its present state and confirm again.",
            details=details,
        )


class OutOfMemory(MyelinError):
    """There is not enough memory for that. Nothing was changed."""

    code = "out_of_memory"
    fault = "ours"
    http_status = 503
    exit_code = 1
    retry = True
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "There is not enough memory for that. Nothing was changed.",
            hint="Close other programs or raise the memory limit, then try again.",
            details=details,
        )


class RestorePointUnknown(MyelinError):
    """There is no state to restore at (at)."""

    code = "restore_point_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("at", "suggestion")

    def __init__(
        self,
        *,
        at: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"There is no state to restore at {at}.",
            hint=f"{suggestion}",
            details=details,
        )


class SnapshotRefused(MyelinError):
    """The snapshot cannot be named so: (reason)."""

    code = "snapshot_refused"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("reason",)

    def __init__(
        self,
        *,
        reason: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The snapshot cannot be named so: {reason}.",
            hint="Give another name, or none.",
            details=details,
        )


class ImportRefused(MyelinError):
    """That cannot be imported: (reason). Nothing was brought in."""

    code = "import_refused"
    fault = "caller"
    http_status = 400
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"That cannot be imported: {reason}. Nothing was brought in.",
            hint=f"{suggestion}",
            details=details,
        )


class UndoRefused(MyelinError):
    """That cannot be undone: (reason)."""

    code = "undo_refused"
    fault = "caller"
    http_status = 409
    exit_code = 3
    retry = False
    on_mcp = "never"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"That cannot be undone: {reason}.",
            hint=f"{suggestion}",
            details=details,
        )


class HostUnknown(MyelinError):
    """Myelin knows no host of that name."""

    code = "host_unknown"
    fault = "caller"
    http_status = 404
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ("known",)

    def __init__(
        self,
        *,
        known: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Myelin knows no host of that name.",
            hint=f"Use one of: {known}.",
            details=details,
        )


class HostScopeUnknown(MyelinError):
    """(host) has no file of that scope that fits this brain."""

    code = "host_scope_unknown"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ("host", "known")

    def __init__(
        self,
        *,
        host: object,
        known: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{host} has no file of that scope that fits this brain.",
            hint=f"Use --scope with one of: {known}.",
            details=details,
        )


class HostFileRefused(MyelinError):
    """(file) (problem). Nothing was changed."""

    code = "host_file_refused"
    fault = "caller"
    http_status = 400
    exit_code = 1
    retry = False
    on_mcp = "never"
    slots = ("file", "problem")

    def __init__(
        self,
        *,
        file: object,
        problem: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"{file} {problem}. Nothing was changed.",
            hint="Mend the file, or pass --print and paste the entry by hand.",
            details=details,
        )


class HostFileChanged(MyelinError):
    """Another program wrote (file) meanwhile. It was not touched."""

    code = "host_file_changed"
    fault = "caller"
    http_status = 409
    exit_code = 1
    retry = True
    on_mcp = "never"
    slots = ("file",)

    def __init__(
        self,
        *,
        file: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"Another program wrote {file} meanwhile. It was not touched.",
            hint="Run the command again.",
            details=details,
        )


class ListenRefused(MyelinError):
    """The server cannot listen: (reason)."""

    code = "listen_refused"
    fault = "caller"
    http_status = 400
    exit_code = 2
    retry = False
    on_mcp = "never"
    slots = ("reason", "suggestion")

    def __init__(
        self,
        *,
        reason: object,
        suggestion: object,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            f"The server cannot listen: {reason}.",
            hint=f"{suggestion}",
            details=details,
        )


class InternalError(MyelinError):
    """Internal error. Nothing was changed."""

    code = "internal_error"
    fault = "ours"
    http_status = 500
    exit_code = 1
    retry = False
    on_mcp = "tool"
    slots = ()

    def __init__(
        self,
        *,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(
            "Internal error. Nothing was changed.",
            hint="Run `myelin doctor`; if it finds nothing, please report it.",
            details=details,
        )


ERRORS: tuple[type[MyelinError], ...] = (
    ArgumentUnknown,
    ArgumentInvalid,
    ContentEmpty,
    ContentTooLarge,
    ClassUnknown,
    MemoryUnknown,
    OutcomeUnknown,
    ProposalUnknown,
    ProposalDecided,
    ProposalStale,
    ProposalsFull,
    IdAmbiguous,
    LinkInvalid,
    LinkUnknown,
    SecretRefused,
    ProcessInvalid,
    StandardInvalid,
    ProcessUnknown,
    StandardUnknown,
    NotDurable,
    ProtectedNamespace,
    OwnerValueStands,
    PreferenceUnknown,
    LocalOnlyRefused,
    CoreFull,
    BrainExists,
    BrainUnknown,
    BrainBusy,
    BrainDamaged,
    BrainRolledBack,
    FormatTooNew,
    StorageFull,
    StorageReadOnly,
    StorageFailed,
    NetworkFilesystem,
    WriteOutcomeUnknown,
    EditorFailed,
    Declined,
    KeyWrong,
    KeyRequired,
    KeyOverPlaintext,
    ScopeMissing,
    OwnerSignatureRequired,
    RateLimited,
    BodyTooLarge,
    RevisionMoved,
    BundleUntrusted,
    KeyRotated,
    ServerRolledBack,
    TokenInvalid,
    HeaderInvalid,
    HostRefused,
    OriginRefused,
    RouteUnknown,
    MethodRefused,
    MediaRefused,
    TenantSuspended,
    BrainShredded,
    ReplicaOutdated,
    TenantUnknown,
    UserUnknown,
    UserExists,
    PreconditionRequired,
    TokenUnknown,
    SnapshotUnknown,
    UploadUnknown,
    UploadOffset,
    QuotaExceeded,
    LengthRequired,
    RangeRefused,
    TerminalRequired,
    PathRefused,
    BrainChanged,
    OutOfMemory,
    RestorePointUnknown,
    SnapshotRefused,
    ImportRefused,
    UndoRefused,
    HostUnknown,
    HostScopeUnknown,
    HostFileRefused,
    HostFileChanged,
    ListenRefused,
    InternalError,
)
"""All of them, in the order of the spec."""
BY_CODE: dict[str, type[MyelinError]] = {error.code: error for error in ERRORS}
