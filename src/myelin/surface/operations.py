# @generated from spec/operations.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The dispatch table: every operation that this version serves, and the typed call behind it.

A method that is missing, or that takes or answers something else, fails in mypy here. The models
are imported for the checker only: starting up loads none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from myelin.engine.operation import Operation

if TYPE_CHECKING:
    from myelin.contract.operations.get_memory import GetMemoryArgs, GetMemoryResult
    from myelin.contract.operations.get_preferences import GetPreferencesArgs, GetPreferencesResult
    from myelin.contract.operations.get_skill import GetSkillArgs, GetSkillResult
    from myelin.contract.operations.get_workflow import GetWorkflowArgs, GetWorkflowResult
    from myelin.contract.operations.link_memories import LinkMemoriesArgs, LinkMemoriesResult
    from myelin.contract.operations.list_core import ListCoreArgs, ListCoreResult
    from myelin.contract.operations.list_memories import ListMemoriesArgs, ListMemoriesResult
    from myelin.contract.operations.list_processes import ListProcessesArgs, ListProcessesResult
    from myelin.contract.operations.list_proposals import ListProposalsArgs, ListProposalsResult
    from myelin.contract.operations.list_standards import ListStandardsArgs, ListStandardsResult
    from myelin.contract.operations.log_outcome import LogOutcomeArgs, LogOutcomeResult
    from myelin.contract.operations.match_process import MatchProcessArgs, MatchProcessResult
    from myelin.contract.operations.precheck import PrecheckArgs, PrecheckResult
    from myelin.contract.operations.promote_to_core import PromoteToCoreArgs, PromoteToCoreResult
    from myelin.contract.operations.recall import RecallArgs, RecallResult
    from myelin.contract.operations.remember import RememberArgs, RememberResult
    from myelin.contract.operations.save_process import SaveProcessArgs, SaveProcessResult
    from myelin.contract.operations.save_standard import SaveStandardArgs, SaveStandardResult
    from myelin.contract.operations.set_preference import SetPreferenceArgs, SetPreferenceResult
    from myelin.contract.operations.validate import ValidateArgs, ValidateResult
    from myelin.engine import Engine
    from myelin.store import Session


def remember(engine: Engine, session: Session, args: RememberArgs) -> RememberResult:
    """Remember something; the result does not name the brain."""
    return engine.memory.remember(session, args)


def recall(engine: Engine, session: Session, args: RecallArgs) -> RecallResult:
    """Recall what is known; the result does not name the brain."""
    return engine.memory.recall(session, args)


def get_memory(engine: Engine, session: Session, args: GetMemoryArgs) -> GetMemoryResult:
    """Read one memory; the result does not name the brain."""
    return engine.memory.get_memory(session, args)


def list_memories(engine: Engine, session: Session, args: ListMemoriesArgs) -> ListMemoriesResult:
    """List memories; the result does not name the brain."""
    return engine.memory.list_memories(session, args)


def link_memories(engine: Engine, session: Session, args: LinkMemoriesArgs) -> LinkMemoriesResult:
    """Link two memories; the result does not name the brain."""
    return engine.memory.link_memories(session, args)


def promote_to_core(
    engine: Engine, session: Session, args: PromoteToCoreArgs
) -> PromoteToCoreResult:
    """Propose a core memory; the result does not name the brain."""
    return engine.adaptation.promote_to_core(session, args)


def match_process(engine: Engine, session: Session, args: MatchProcessArgs) -> MatchProcessResult:
    """Find a process for a task; the result does not name the brain."""
    return engine.processes.match_process(session, args)


def get_workflow(engine: Engine, session: Session, args: GetWorkflowArgs) -> GetWorkflowResult:
    """Read a workflow or loop; the result does not name the brain."""
    return engine.processes.get_workflow(session, args)


def get_skill(engine: Engine, session: Session, args: GetSkillArgs) -> GetSkillResult:
    """Read a skill; the result does not name the brain."""
    return engine.processes.get_skill(session, args)


def save_process(engine: Engine, session: Session, args: SaveProcessArgs) -> SaveProcessResult:
    """Save a process; the result does not name the brain."""
    return engine.processes.save_process(session, args)


def list_processes(
    engine: Engine, session: Session, args: ListProcessesArgs
) -> ListProcessesResult:
    """List processes; the result does not name the brain."""
    return engine.processes.list_processes(session, args)


def validate(engine: Engine, session: Session, args: ValidateArgs) -> ValidateResult:
    """Check a text against a standard; the result does not name the brain."""
    return engine.quality.validate(session, args)


def precheck(engine: Engine, session: Session, args: PrecheckArgs) -> PrecheckResult:
    """Check an action for known risks; the result does not name the brain."""
    return engine.quality.precheck(session, args)


def save_standard(engine: Engine, session: Session, args: SaveStandardArgs) -> SaveStandardResult:
    """Save a standard; the result does not name the brain."""
    return engine.quality.save_standard(session, args)


def log_outcome(engine: Engine, session: Session, args: LogOutcomeArgs) -> LogOutcomeResult:
    """Log how a task went; the result does not name the brain."""
    return engine.adaptation.log_outcome(session, args)


def list_proposals(
    engine: Engine, session: Session, args: ListProposalsArgs
) -> ListProposalsResult:
    """List proposals; the result does not name the brain."""
    return engine.adaptation.list_proposals(session, args)


def get_preferences(
    engine: Engine, session: Session, args: GetPreferencesArgs
) -> GetPreferencesResult:
    """Read the preferences that hold; the result does not name the brain."""
    return engine.preferences.get_preferences(session, args)


def set_preference(
    engine: Engine, session: Session, args: SetPreferenceArgs
) -> SetPreferenceResult:
    """Keep a lasting preference; the result does not name the brain."""
    return engine.preferences.set_preference(session, args)


def list_core(engine: Engine, session: Session, _args: ListCoreArgs) -> ListCoreResult:
    """What always applies; the result does not name the brain."""
    return engine.memory.core_items(session)


def list_standards(
    engine: Engine, session: Session, _args: ListStandardsArgs
) -> ListStandardsResult:
    """List standards; the result does not name the brain."""
    return engine.quality.summaries(session)


OPERATIONS: dict[str, Operation] = {
    "remember": Operation(
        name="remember",
        core="memory",
        effect="write",
        who="host",
        since="0.1",
        args_path="myelin.contract.operations.remember:RememberArgs",
        run=remember,
        errors=(
            "content_empty",
            "content_too_large",
            "class_unknown",
            "memory_unknown",
            "id_ambiguous",
            "link_invalid",
            "local_only_refused",
            "core_full",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={
            "/content": {"empty": "content_empty", "max_bytes": "content_too_large"},
            "/class": {"literal_error": "class_unknown"},
            "/supersedes": {"pattern": "memory_unknown"},
            "/links/*/to": {"pattern": "memory_unknown"},
        },
    ),
    "recall": Operation(
        name="recall",
        core="memory",
        effect="read",
        who="host",
        since="0.1",
        args_path="myelin.contract.operations.recall:RecallArgs",
        run=recall,
        errors=(
            "content_too_large",
            "class_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={
            "/query": {"max_bytes": "content_too_large"},
            "/classes/*": {"literal_error": "class_unknown"},
        },
    ),
    "get_memory": Operation(
        name="get_memory",
        core="memory",
        effect="read",
        who="host",
        since="0.1",
        args_path="myelin.contract.operations.get_memory:GetMemoryArgs",
        run=get_memory,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
    ),
    "list_memories": Operation(
        name="list_memories",
        core="memory",
        effect="read",
        who="host",
        since="0.1",
        args_path="myelin.contract.operations.list_memories:ListMemoriesArgs",
        run=list_memories,
        errors=(
            "class_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/classes/*": {"literal_error": "class_unknown"}},
    ),
    "link_memories": Operation(
        name="link_memories",
        core="memory",
        effect="write",
        who="host",
        since="0.1",
        args_path="myelin.contract.operations.link_memories:LinkMemoriesArgs",
        run=link_memories,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "link_invalid",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/from": {"pattern": "memory_unknown"}, "/to": {"pattern": "memory_unknown"}},
    ),
    "promote_to_core": Operation(
        name="promote_to_core",
        core="adaptation",
        effect="write",
        who="host",
        since="0.3",
        args_path="myelin.contract.operations.promote_to_core:PromoteToCoreArgs",
        run=promote_to_core,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "core_full",
            "proposals_full",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
    ),
    "match_process": Operation(
        name="match_process",
        core="processes",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.match_process:MatchProcessArgs",
        run=match_process,
        errors=(
            "content_empty",
            "content_too_large",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/task": {"empty": "content_empty", "max_bytes": "content_too_large"}},
    ),
    "get_workflow": Operation(
        name="get_workflow",
        core="processes",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.get_workflow:GetWorkflowArgs",
        run=get_workflow,
        errors=(
            "process_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
    "get_skill": Operation(
        name="get_skill",
        core="processes",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.get_skill:GetSkillArgs",
        run=get_skill,
        errors=(
            "process_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
    "save_process": Operation(
        name="save_process",
        core="processes",
        effect="write",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.save_process:SaveProcessArgs",
        run=save_process,
        errors=(
            "content_empty",
            "content_too_large",
            "process_invalid",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/yaml": {"empty": "content_empty", "max_bytes": "content_too_large"}},
    ),
    "list_processes": Operation(
        name="list_processes",
        core="processes",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.list_processes:ListProcessesArgs",
        run=list_processes,
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
    "validate": Operation(
        name="validate",
        core="quality",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.validate:ValidateArgs",
        run=validate,
        errors=(
            "content_too_large",
            "standard_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/content": {"max_bytes": "content_too_large"}},
    ),
    "precheck": Operation(
        name="precheck",
        core="quality",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.precheck:PrecheckArgs",
        run=precheck,
        errors=(
            "content_empty",
            "content_too_large",
            "standard_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/action": {"empty": "content_empty", "max_bytes": "content_too_large"}},
    ),
    "save_standard": Operation(
        name="save_standard",
        core="quality",
        effect="write",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.save_standard:SaveStandardArgs",
        run=save_standard,
        errors=(
            "content_empty",
            "content_too_large",
            "standard_invalid",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/yaml": {"empty": "content_empty", "max_bytes": "content_too_large"}},
    ),
    "log_outcome": Operation(
        name="log_outcome",
        core="adaptation",
        effect="write",
        who="host",
        since="0.3",
        args_path="myelin.contract.operations.log_outcome:LogOutcomeArgs",
        run=log_outcome,
        errors=(
            "content_empty",
            "content_too_large",
            "memory_unknown",
            "id_ambiguous",
            "process_unknown",
            "local_only_refused",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={
            "/task": {"empty": "content_empty", "max_bytes": "content_too_large"},
            "/summary": {"empty": "content_empty", "max_bytes": "content_too_large"},
            "/used/*/id": {"pattern": "memory_unknown"},
        },
    ),
    "list_proposals": Operation(
        name="list_proposals",
        core="adaptation",
        effect="read",
        who="host",
        since="0.3",
        args_path="myelin.contract.operations.list_proposals:ListProposalsArgs",
        run=list_proposals,
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
    "get_preferences": Operation(
        name="get_preferences",
        core="preferences",
        effect="read",
        who="host",
        since="0.3",
        args_path="myelin.contract.operations.get_preferences:GetPreferencesArgs",
        run=get_preferences,
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
    "set_preference": Operation(
        name="set_preference",
        core="preferences",
        effect="write",
        who="host",
        since="0.3",
        args_path="myelin.contract.operations.set_preference:SetPreferenceArgs",
        run=set_preference,
        errors=(
            "content_empty",
            "content_too_large",
            "not_durable",
            "protected_namespace",
            "owner_value_stands",
            "argument_unknown",
            "argument_invalid",
            "secret_refused",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_full",
            "storage_read_only",
            "storage_failed",
            "network_filesystem",
            "write_outcome_unknown",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
        soft={"/statement": {"empty": "content_empty", "max_bytes": "content_too_large"}},
    ),
    "list_core": Operation(
        name="list_core",
        core="memory",
        effect="read",
        who="host",
        since="0.1",
        args_path="myelin.contract.operations.list_core:ListCoreArgs",
        run=list_core,
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
    "list_standards": Operation(
        name="list_standards",
        core="quality",
        effect="read",
        who="host",
        since="0.2",
        args_path="myelin.contract.operations.list_standards:ListStandardsArgs",
        run=list_standards,
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_unknown",
            "brain_busy",
            "brain_damaged",
            "brain_rolled_back",
            "format_too_new",
            "storage_failed",
            "network_filesystem",
            "key_wrong",
            "key_required",
            "internal_error",
        ),
    ),
}
"""Every operation that this version serves, by its name, in the order of the spec."""
