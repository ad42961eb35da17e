# @generated from spec/operations.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The dispatch table: every operation that this version serves, and the typed call behind it.

A method that is missing, or that takes or answers something else, fails in mypy here. The models
are imported for the checker only: starting up loads none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from myelin.engine.operation import Confirmation, Operation

if TYPE_CHECKING:
    from myelin.brains.brain import Brain
    from myelin.contract.operations.accept_proposal import AcceptProposalArgs
    from myelin.contract.operations.accept_rollback import AcceptRollbackArgs
    from myelin.contract.operations.add_user import AddUserArgs
    from myelin.contract.operations.approve_process import ApproveProcessArgs
    from myelin.contract.operations.approve_standard import ApproveStandardArgs
    from myelin.contract.operations.archive import ArchiveArgs
    from myelin.contract.operations.archive_core_memory import ArchiveCoreMemoryArgs
    from myelin.contract.operations.back_up import BackUpArgs
    from myelin.contract.operations.back_up_server import BackUpServerArgs
    from myelin.contract.operations.bootstrap import BootstrapArgs
    from myelin.contract.operations.commit_rekey import CommitRekeyArgs
    from myelin.contract.operations.commit_upload import CommitUploadArgs
    from myelin.contract.operations.core_add import CoreAddArgs
    from myelin.contract.operations.core_rm import CoreRmArgs
    from myelin.contract.operations.create_copy import CreateCopyArgs
    from myelin.contract.operations.create_token import CreateTokenArgs
    from myelin.contract.operations.doctor import DoctorArgs
    from myelin.contract.operations.drop_upload import DropUploadArgs
    from myelin.contract.operations.export_key import ExportKeyArgs
    from myelin.contract.operations.get_memory import GetMemoryArgs, GetMemoryResult
    from myelin.contract.operations.get_preferences import GetPreferencesArgs, GetPreferencesResult
    from myelin.contract.operations.get_skill import GetSkillArgs, GetSkillResult
    from myelin.contract.operations.get_workflow import GetWorkflowArgs, GetWorkflowResult
    from myelin.contract.operations.issue_admin_token import IssueAdminTokenArgs
    from myelin.contract.operations.issue_signin_code import IssueSigninCodeArgs
    from myelin.contract.operations.limit_tenant import LimitTenantArgs
    from myelin.contract.operations.link_memories import LinkMemoriesArgs, LinkMemoriesResult
    from myelin.contract.operations.list_audit import ListAuditArgs
    from myelin.contract.operations.list_copies import ListCopiesArgs
    from myelin.contract.operations.list_core import ListCoreArgs, ListCoreResult
    from myelin.contract.operations.list_memories import ListMemoriesArgs, ListMemoriesResult
    from myelin.contract.operations.list_processes import ListProcessesArgs, ListProcessesResult
    from myelin.contract.operations.list_proposals import ListProposalsArgs, ListProposalsResult
    from myelin.contract.operations.list_registered import ListRegisteredArgs
    from myelin.contract.operations.list_remote_states import ListRemoteStatesArgs
    from myelin.contract.operations.list_standards import ListStandardsArgs, ListStandardsResult
    from myelin.contract.operations.list_tags import ListTagsArgs
    from myelin.contract.operations.list_tenants import ListTenantsArgs
    from myelin.contract.operations.list_tokens import ListTokensArgs
    from myelin.contract.operations.list_users import ListUsersArgs
    from myelin.contract.operations.log_outcome import LogOutcomeArgs, LogOutcomeResult
    from myelin.contract.operations.match_process import MatchProcessArgs, MatchProcessResult
    from myelin.contract.operations.open_upload import OpenUploadArgs
    from myelin.contract.operations.outcome_statistics import OutcomeStatisticsArgs
    from myelin.contract.operations.precheck import PrecheckArgs, PrecheckResult
    from myelin.contract.operations.promote_to_core import PromoteToCoreArgs, PromoteToCoreResult
    from myelin.contract.operations.purge import PurgeArgs
    from myelin.contract.operations.read_audit import ReadAuditArgs
    from myelin.contract.operations.read_ciphertext import ReadCiphertextArgs
    from myelin.contract.operations.recall import RecallArgs, RecallResult
    from myelin.contract.operations.receive_part import ReceivePartArgs
    from myelin.contract.operations.register_brain import RegisterBrainArgs
    from myelin.contract.operations.reject_proposal import RejectProposalArgs
    from myelin.contract.operations.remember import RememberArgs, RememberResult
    from myelin.contract.operations.remember_note import RememberNoteArgs, RememberNoteResult
    from myelin.contract.operations.remote_state import RemoteStateArgs
    from myelin.contract.operations.remove_snapshot import RemoveSnapshotArgs
    from myelin.contract.operations.remove_user import RemoveUserArgs
    from myelin.contract.operations.rename_snapshot import RenameSnapshotArgs
    from myelin.contract.operations.rename_tag import RenameTagArgs
    from myelin.contract.operations.repair import RepairArgs
    from myelin.contract.operations.restore import RestoreArgs
    from myelin.contract.operations.restore_in_place import RestoreInPlaceArgs
    from myelin.contract.operations.resume_tenant import ResumeTenantArgs
    from myelin.contract.operations.retire_process import RetireProcessArgs
    from myelin.contract.operations.retire_standard import RetireStandardArgs
    from myelin.contract.operations.revoke_token import RevokeTokenArgs
    from myelin.contract.operations.rotate_key import RotateKeyArgs
    from myelin.contract.operations.save_process import SaveProcessArgs, SaveProcessResult
    from myelin.contract.operations.save_standard import SaveStandardArgs, SaveStandardResult
    from myelin.contract.operations.set_preference import SetPreferenceArgs, SetPreferenceResult
    from myelin.contract.operations.show_preference import ShowPreferenceArgs
    from myelin.contract.operations.show_process import ShowProcessArgs
    from myelin.contract.operations.show_standard import ShowStandardArgs
    from myelin.contract.operations.shred_as_operator import ShredAsOperatorArgs
    from myelin.contract.operations.shred_remote import ShredRemoteArgs
    from myelin.contract.operations.suspend_tenant import SuspendTenantArgs
    from myelin.contract.operations.unarchive import UnarchiveArgs
    from myelin.contract.operations.undo import UndoArgs
    from myelin.contract.operations.unlink import UnlinkArgs
    from myelin.contract.operations.unset_preference import UnsetPreferenceArgs
    from myelin.contract.operations.upload_state import UploadStateArgs
    from myelin.contract.operations.validate import ValidateArgs, ValidateResult
    from myelin.control import Answer, Control, Principal
    from myelin.engine import Engine
    from myelin.kernel.decision import Owner
    from myelin.store import Session


def remember(engine: Engine, session: Session, args: RememberArgs) -> RememberResult:
    """Remember something; the result does not name the brain."""
    return engine.memory.remember(session, args)


def remember_note(engine: Engine, session: Session, args: RememberNoteArgs) -> RememberNoteResult:
    """Remember a long note; the result does not name the brain."""
    return engine.memory.remember_note(session, args)


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


def outcome_statistics(
    engine: Engine,
    session: Session,
    _args: OutcomeStatisticsArgs,
) -> Mapping[str, object]:
    """Count how tasks went; the result does not name the brain."""
    return engine.adaptation.outcomes(
        session,
    )


def core_add(
    engine: Engine,
    session: Session,
    args: CoreAddArgs,
) -> Mapping[str, object]:
    """Put a memory into the core tier; the result does not name the brain."""
    return engine.memory.core_add(
        session,
        args.id,
    )


def core_rm(
    engine: Engine,
    session: Session,
    args: CoreRmArgs,
) -> Mapping[str, object]:
    """Take a memory out of the core tier; the result does not name the brain."""
    return engine.memory.core_rm(
        session,
        args.id,
    )


def archive(
    engine: Engine,
    session: Session,
    args: ArchiveArgs,
) -> Mapping[str, object]:
    """Withdraw a memory; the result does not name the brain."""
    return engine.memory.archive(
        session,
        args.id,
    )


def archive_core_memory(
    engine: Engine,
    session: Session,
    args: ArchiveCoreMemoryArgs,
) -> Mapping[str, object]:
    """Withdraw a memory of the core tier; the result does not name the brain."""
    return engine.memory.archive(
        session,
        args.id,
    )


def unarchive(
    engine: Engine,
    session: Session,
    args: UnarchiveArgs,
) -> Mapping[str, object]:
    """Bring a withdrawn memory back; the result does not name the brain."""
    return engine.memory.unarchive(
        session,
        args.id,
    )


def undo(
    engine: Engine,
    session: Session,
    args: UndoArgs,
) -> Mapping[str, object]:
    """Undo a client's write; the result does not name the brain."""
    return engine.memory.undo(
        session,
        args.id,
    )


def unlink(
    engine: Engine,
    session: Session,
    args: UnlinkArgs,
) -> Mapping[str, object]:
    """Withdraw a link; the result does not name the brain."""
    return engine.memory.unlink(
        session,
        args.from_,
        args.to,
        args.type,
    )


def show_process(
    engine: Engine,
    session: Session,
    args: ShowProcessArgs,
) -> Mapping[str, object]:
    """Read one process; the result does not name the brain."""
    return engine.processes.show(
        session,
        args.name,
        args.version,
    )


def approve_process(
    engine: Engine,
    session: Session,
    args: ApproveProcessArgs,
) -> Mapping[str, object]:
    """Approve a version of a process; the result does not name the brain."""
    return engine.processes.approve(
        session,
        args.name,
        args.version,
    )


def retire_process(
    engine: Engine,
    session: Session,
    args: RetireProcessArgs,
) -> Mapping[str, object]:
    """Take a process out of use; the result does not name the brain."""
    return engine.processes.retire(
        session,
        args.name,
    )


def show_standard(
    engine: Engine,
    session: Session,
    args: ShowStandardArgs,
) -> Mapping[str, object]:
    """Read one standard; the result does not name the brain."""
    return engine.quality.show(
        session,
        args.name,
        args.version,
    )


def approve_standard(
    engine: Engine,
    session: Session,
    args: ApproveStandardArgs,
) -> Mapping[str, object]:
    """Approve a version of a standard; the result does not name the brain."""
    return engine.quality.approve(
        session,
        args.name,
        args.version,
    )


def retire_standard(
    engine: Engine,
    session: Session,
    args: RetireStandardArgs,
) -> Mapping[str, object]:
    """Take a standard out of use; the result does not name the brain."""
    return engine.quality.retire(
        session,
        args.name,
    )


def accept_proposal(
    engine: Engine,
    session: Session,
    args: AcceptProposalArgs,
    decided_by: str,
) -> Mapping[str, object]:
    """Apply a proposal; the result does not name the brain."""
    return engine.adaptation.accept(
        session,
        args.id,
        args.body,
        args.sha256,
        decided_by=decided_by,
    )


def reject_proposal(
    engine: Engine,
    session: Session,
    args: RejectProposalArgs,
    decided_by: str,
) -> Mapping[str, object]:
    """Turn a proposal down; the result does not name the brain."""
    return engine.adaptation.reject(
        session,
        args.id,
        decided_by=decided_by,
    )


def show_preference(
    engine: Engine,
    session: Session,
    args: ShowPreferenceArgs,
) -> Mapping[str, object]:
    """Read one preference with its history; the result does not name the brain."""
    return engine.preferences.show(
        session,
        args.key,
    )


def unset_preference(
    engine: Engine,
    session: Session,
    args: UnsetPreferenceArgs,
) -> Mapping[str, object]:
    """Take a preference back; the result does not name the brain."""
    return engine.preferences.unset(
        session,
        args.key,
    )


def list_tags(
    engine: Engine,
    session: Session,
    _args: ListTagsArgs,
) -> Mapping[str, object]:
    """List the tags; the result does not name the brain."""
    return engine.memory.list_tags(
        session,
    )


def rename_tag(
    engine: Engine,
    session: Session,
    args: RenameTagArgs,
) -> Mapping[str, object]:
    """Rename a tag; the result does not name the brain."""
    return engine.memory.rename_tag(
        session,
        args.from_,
        args.to,
    )


def doctor(brain: Brain, args: DoctorArgs, owner: Owner) -> Mapping[str, object] | None:
    """Check a brain's files; None if the owner said no."""
    from myelin.owner import doctor as module

    return module.doctor(brain, args, owner)


def repair(brain: Brain, args: RepairArgs, owner: Owner) -> Mapping[str, object] | None:
    """Mend a brain's files; None if the owner said no."""
    from myelin.owner import doctor as module

    return module.repair(brain, args, owner)


def accept_rollback(
    brain: Brain, args: AcceptRollbackArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Accept an older file; None if the owner said no."""
    from myelin.owner import doctor as module

    return module.accept_rollback(brain, args, owner)


def rename_snapshot(
    brain: Brain, args: RenameSnapshotArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Rename a snapshot; None if the owner said no."""
    from myelin.owner import snapshots as module

    return module.rename_snapshot(brain, args, owner)


def remove_snapshot(
    brain: Brain, args: RemoveSnapshotArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Remove a snapshot's name; None if the owner said no."""
    from myelin.owner import snapshots as module

    return module.remove_snapshot(brain, args, owner)


def back_up(brain: Brain, args: BackUpArgs, owner: Owner) -> Mapping[str, object] | None:
    """Write the present state to one sealed file; None if the owner said no."""
    from myelin.owner import backup as module

    return module.back_up(brain, args, owner)


def restore(brain: Brain, args: RestoreArgs, owner: Owner) -> Mapping[str, object] | None:
    """Restore an earlier state beside the brain; None if the owner said no."""
    from myelin.owner import restore as module

    return module.restore(brain, args, owner)


def restore_in_place(
    brain: Brain, args: RestoreInPlaceArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Restore an earlier state in place; None if the owner said no."""
    from myelin.owner import restore as module

    return module.restore_in_place(brain, args, owner)


def purge(brain: Brain, args: PurgeArgs, owner: Owner) -> Mapping[str, object] | None:
    """Purge one thing; None if the owner said no."""
    from myelin.owner import purge as module

    return module.purge(brain, args, owner)


def export_key(brain: Brain, args: ExportKeyArgs, owner: Owner) -> Mapping[str, object] | None:
    """Show the recovery phrase, or the remote key; None if the owner said no."""
    from myelin.owner import keys as module

    return module.export_key(brain, args, owner)


def rotate_key(brain: Brain, args: RotateKeyArgs, owner: Owner) -> Mapping[str, object] | None:
    """Change the key; None if the owner said no."""
    from myelin.owner import keys as module

    return module.rotate_key(brain, args, owner)


def list_registered(
    control: Control,
    principal: Principal,
    args: ListRegisteredArgs,
) -> Answer:
    """List the brains of a tenant."""
    from myelin.control import registration as module

    return module.list_registered(control, principal, args)


def register_brain(
    control: Control,
    principal: Principal,
    args: RegisterBrainArgs,
) -> Answer:
    """Register a brain."""
    from myelin.control import registration as module

    return module.register_brain(control, principal, args)


def remote_state(
    control: Control,
    principal: Principal,
    args: RemoteStateArgs,
) -> Answer:
    """Read the state of a brain."""
    from myelin.control import pulls as module

    return module.remote_state(control, principal, args)


def read_ciphertext(
    control: Control,
    principal: Principal,
    args: ReadCiphertextArgs,
) -> Answer:
    """Read the ciphertext of an epoch."""
    from myelin.control import pulls as module

    return module.read_ciphertext(control, principal, args)


def open_upload(
    control: Control,
    principal: Principal,
    args: OpenUploadArgs,
) -> Answer:
    """Open an upload."""
    from myelin.control import uploads as module

    return module.open_upload(control, principal, args)


def upload_state(
    control: Control,
    principal: Principal,
    args: UploadStateArgs,
) -> Answer:
    """Read the state of an upload."""
    from myelin.control import uploads as module

    return module.upload_state(control, principal, args)


def receive_part(
    control: Control, principal: Principal, args: ReceivePartArgs, content: bytes
) -> Answer:
    """Take one part of an upload."""
    from myelin.control import uploads as module

    return module.receive_part(control, principal, args, content)


def commit_upload(
    control: Control,
    principal: Principal,
    args: CommitUploadArgs,
) -> Answer:
    """Commit an upload."""
    from myelin.control import commits as module

    return module.commit_upload(control, principal, args)


def drop_upload(
    control: Control,
    principal: Principal,
    args: DropUploadArgs,
) -> Answer:
    """Drop an upload."""
    from myelin.control import uploads as module

    return module.drop_upload(control, principal, args)


def commit_rekey(
    control: Control,
    principal: Principal,
    args: CommitRekeyArgs,
) -> Answer:
    """Commit a rekey."""
    from myelin.control import commits as module

    return module.commit_rekey(control, principal, args)


def list_copies(
    control: Control,
    principal: Principal,
    args: ListCopiesArgs,
) -> Answer:
    """List the snapshots of a brain."""
    from myelin.control import snapshots as module

    return module.list_copies(control, principal, args)


def create_copy(
    control: Control,
    principal: Principal,
    args: CreateCopyArgs,
) -> Answer:
    """Take a snapshot of a brain."""
    from myelin.control import snapshots as module

    return module.create_copy(control, principal, args)


def shred_remote(
    control: Control,
    principal: Principal,
    args: ShredRemoteArgs,
) -> Answer:
    """Shred a brain."""
    from myelin.control import shredding as module

    return module.shred_remote(control, principal, args)


def list_remote_states(
    control: Control,
    principal: Principal,
    args: ListRemoteStatesArgs,
) -> Answer:
    """List the restore points of a tenant's brains."""
    from myelin.control import snapshots as module

    return module.list_remote_states(control, principal, args)


def list_tokens(
    control: Control,
    principal: Principal,
    args: ListTokensArgs,
) -> Answer:
    """List the tokens of a tenant."""
    from myelin.control import tokens as module

    return module.list_tokens(control, principal, args)


def create_token(
    control: Control,
    principal: Principal,
    args: CreateTokenArgs,
) -> Answer:
    """Create a token."""
    from myelin.control import tokens as module

    return module.create_token(control, principal, args)


def revoke_token(
    control: Control,
    principal: Principal,
    args: RevokeTokenArgs,
) -> Answer:
    """Revoke a token."""
    from myelin.control import tokens as module

    return module.revoke_token(control, principal, args)


def list_audit(
    control: Control,
    principal: Principal,
    args: ListAuditArgs,
) -> Answer:
    """Read the tenant's audit trail."""
    from myelin.control import audit as module

    return module.list_audit(control, principal, args)


def bootstrap(control: Control, args: BootstrapArgs, owner: Owner) -> Mapping[str, object] | None:
    """Create a tenant with its first token; None if the operator said no."""
    from myelin.control import tenants as module

    return module.bootstrap(control, args, owner)


def list_tenants(
    control: Control, args: ListTenantsArgs, owner: Owner
) -> Mapping[str, object] | None:
    """List the tenants; None if the operator said no."""
    from myelin.control import tenants as module

    return module.list_tenants(control, args, owner)


def suspend_tenant(
    control: Control, args: SuspendTenantArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Suspend a tenant; None if the operator said no."""
    from myelin.control import tenants as module

    return module.suspend_tenant(control, args, owner)


def resume_tenant(
    control: Control, args: ResumeTenantArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Lift a suspension; None if the operator said no."""
    from myelin.control import tenants as module

    return module.resume_tenant(control, args, owner)


def limit_tenant(
    control: Control, args: LimitTenantArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Change a tenant's limits; None if the operator said no."""
    from myelin.control import tenants as module

    return module.limit_tenant(control, args, owner)


def list_users(control: Control, args: ListUsersArgs, owner: Owner) -> Mapping[str, object] | None:
    """List the users; None if the operator said no."""
    from myelin.control import users as module

    return module.list_users(control, args, owner)


def add_user(control: Control, args: AddUserArgs, owner: Owner) -> Mapping[str, object] | None:
    """Add a user to a tenant; None if the operator said no."""
    from myelin.control import users as module

    return module.add_user(control, args, owner)


def remove_user(
    control: Control, args: RemoveUserArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Remove a user; None if the operator said no."""
    from myelin.control import users as module

    return module.remove_user(control, args, owner)


def issue_admin_token(
    control: Control, args: IssueAdminTokenArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Create an admin token for a user's tenant; None if the operator said no."""
    from myelin.control import users as module

    return module.issue_admin_token(control, args, owner)


def issue_signin_code(
    control: Control, args: IssueSigninCodeArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Create a sign-in code for a user; None if the operator said no."""
    from myelin.control import signin_codes as module

    return module.issue_signin_code(control, args, owner)


def read_audit(control: Control, args: ReadAuditArgs, owner: Owner) -> Mapping[str, object] | None:
    """Read a tenant's audit trail; None if the operator said no."""
    from myelin.control import audit as module

    return module.read_audit(control, args, owner)


def shred_as_operator(
    control: Control, args: ShredAsOperatorArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Destroy what the server holds of a brain; None if the operator said no."""
    from myelin.control import shredding as module

    return module.shred_as_operator(control, args, owner)


def back_up_server(
    control: Control, args: BackUpServerArgs, owner: Owner
) -> Mapping[str, object] | None:
    """Write a backup of a server; None if the operator said no."""
    from myelin.control import server_backup as module

    return module.back_up_server(control, args, owner)


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
            "replica_outdated",
            "internal_error",
        ),
        soft={
            "/content": {"empty": "content_empty", "max_bytes": "content_too_large"},
            "/class": {"literal_error": "class_unknown"},
            "/supersedes": {"pattern": "memory_unknown"},
            "/links/*/to": {"pattern": "memory_unknown"},
        },
    ),
    "remember_note": Operation(
        name="remember_note",
        core="memory",
        effect="write",
        who="host",
        since="0.3",
        args_path="myelin.contract.operations.remember_note:RememberNoteArgs",
        run=remember_note,
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
            "replica_outdated",
            "internal_error",
        ),
        soft={
            "/content": {"empty": "content_empty", "max_bytes": "content_too_large"},
            "/class": {"literal_error": "class_unknown"},
            "/supersedes": {"pattern": "memory_unknown"},
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
            "replica_outdated",
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
            "replica_outdated",
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
            "replica_outdated",
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
            "replica_outdated",
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
            "replica_outdated",
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
            "replica_outdated",
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
    "init": Operation(
        name="init",
        core=None,
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.init:InitArgs",
        run=None,
        errors=(
            "brain_exists",
            "path_refused",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "which": Operation(
        name="which",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.which:WhichArgs",
        run=None,
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
    "version": Operation(
        name="version",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.version:VersionArgs",
        run=None,
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
    "stats": Operation(
        name="stats",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.stats:StatsArgs",
        run=None,
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
    "outcome_statistics": Operation(
        name="outcome_statistics",
        core="adaptation",
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.outcome_statistics:OutcomeStatisticsArgs",
        run=outcome_statistics,
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
    "explain_recall": Operation(
        name="explain_recall",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.explain_recall:ExplainRecallArgs",
        run=None,
        errors=(
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
        soft={"/query": {"max_bytes": "content_too_large"}},
    ),
    "core_add": Operation(
        name="core_add",
        core="memory",
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.core_add:CoreAddArgs",
        run=core_add,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "core_full",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
        confirmed=Confirmation(
            what="The memory's text.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "core_rm": Operation(
        name="core_rm",
        core="memory",
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.core_rm:CoreRmArgs",
        run=core_rm,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
        confirmed=Confirmation(
            what="The memory's text.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "archive": Operation(
        name="archive",
        core="memory",
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.archive:ArchiveArgs",
        run=archive,
        errors=(
            "memory_unknown",
            "id_ambiguous",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
    ),
    "archive_core_memory": Operation(
        name="archive_core_memory",
        core="memory",
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.archive_core_memory:ArchiveCoreMemoryArgs",
        run=archive_core_memory,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
        confirmed=Confirmation(
            what="The memory's text.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "unarchive": Operation(
        name="unarchive",
        core="memory",
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.unarchive:UnarchiveArgs",
        run=unarchive,
        errors=(
            "memory_unknown",
            "id_ambiguous",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
    ),
    "undo": Operation(
        name="undo",
        core="memory",
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.undo:UndoArgs",
        run=undo,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "undo_refused",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/id": {"pattern": "memory_unknown"}},
    ),
    "unlink": Operation(
        name="unlink",
        core="memory",
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.unlink:UnlinkArgs",
        run=unlink,
        errors=(
            "memory_unknown",
            "id_ambiguous",
            "link_unknown",
            "link_invalid",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/from": {"pattern": "memory_unknown"}, "/to": {"pattern": "memory_unknown"}},
    ),
    "show_process": Operation(
        name="show_process",
        core="processes",
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.show_process:ShowProcessArgs",
        run=show_process,
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
    "diff_process": Operation(
        name="diff_process",
        core=None,
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.diff_process:DiffProcessArgs",
        run=None,
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
    "approve_process": Operation(
        name="approve_process",
        core="processes",
        effect="write",
        who="owner_at_terminal",
        since="0.2",
        args_path="myelin.contract.operations.approve_process:ApproveProcessArgs",
        run=approve_process,
        errors=(
            "process_unknown",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The change against the version in force.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "retire_process": Operation(
        name="retire_process",
        core="processes",
        effect="write",
        who="owner_at_terminal",
        since="0.2",
        args_path="myelin.contract.operations.retire_process:RetireProcessArgs",
        run=retire_process,
        errors=(
            "process_unknown",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="Its name and title.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "export_skill": Operation(
        name="export_skill",
        core=None,
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.export_skill:ExportSkillArgs",
        run=None,
        errors=(
            "process_unknown",
            "process_invalid",
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
    "show_standard": Operation(
        name="show_standard",
        core="quality",
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.show_standard:ShowStandardArgs",
        run=show_standard,
        errors=(
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
    ),
    "diff_standard": Operation(
        name="diff_standard",
        core=None,
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.diff_standard:DiffStandardArgs",
        run=None,
        errors=(
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
    ),
    "approve_standard": Operation(
        name="approve_standard",
        core="quality",
        effect="write",
        who="owner_at_terminal",
        since="0.2",
        args_path="myelin.contract.operations.approve_standard:ApproveStandardArgs",
        run=approve_standard,
        errors=(
            "standard_unknown",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The change against the version in force.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "retire_standard": Operation(
        name="retire_standard",
        core="quality",
        effect="write",
        who="owner_at_terminal",
        since="0.2",
        args_path="myelin.contract.operations.retire_standard:RetireStandardArgs",
        run=retire_standard,
        errors=(
            "standard_unknown",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="Its name and title.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "validate_files": Operation(
        name="validate_files",
        core=None,
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.validate_files:ValidateFilesArgs",
        run=None,
        errors=(
            "standard_unknown",
            "standard_invalid",
            "path_refused",
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
    "validate_by_file": Operation(
        name="validate_by_file",
        core=None,
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.validate_by_file:ValidateByFileArgs",
        run=None,
        errors=(
            "standard_invalid",
            "path_refused",
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
    "scan": Operation(
        name="scan",
        core=None,
        effect="read",
        who="owner",
        since="0.2",
        args_path="myelin.contract.operations.scan:ScanArgs",
        run=None,
        errors=(
            "path_refused",
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
    "help": Operation(
        name="help",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.help:HelpArgs",
        run=None,
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
    "manual": Operation(
        name="manual",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.manual:ManualArgs",
        run=None,
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
    "demo": Operation(
        name="demo",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.demo:DemoArgs",
        run=None,
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
    "completion": Operation(
        name="completion",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.completion:CompletionArgs",
        run=None,
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
    "show_proposal": Operation(
        name="show_proposal",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.show_proposal:ShowProposalArgs",
        run=None,
        errors=(
            "proposal_unknown",
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
    ),
    "accept_proposal": Operation(
        name="accept_proposal",
        core="adaptation",
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.accept_proposal:AcceptProposalArgs",
        run=accept_proposal,
        decides=True,
        errors=(
            "proposal_unknown",
            "id_ambiguous",
            "proposal_decided",
            "proposal_stale",
            "core_full",
            "process_invalid",
            "standard_invalid",
            "content_empty",
            "content_too_large",
            "path_refused",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        soft={"/body": {"empty": "content_empty", "max_bytes": "content_too_large"}},
        snapshot="before {id}",
        confirmed=Confirmation(
            what="The whole proposal.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "reject_proposal": Operation(
        name="reject_proposal",
        core="adaptation",
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.reject_proposal:RejectProposalArgs",
        run=reject_proposal,
        decides=True,
        errors=(
            "proposal_unknown",
            "id_ambiguous",
            "proposal_decided",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The whole proposal.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "reject_proposals": Operation(
        name="reject_proposals",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.reject_proposals:RejectProposalsArgs",
        run=None,
        errors=(
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The list of them.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "show_preference": Operation(
        name="show_preference",
        core="preferences",
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.show_preference:ShowPreferenceArgs",
        run=show_preference,
        errors=(
            "preference_unknown",
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
    "unset_preference": Operation(
        name="unset_preference",
        core="preferences",
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.unset_preference:UnsetPreferenceArgs",
        run=unset_preference,
        errors=(
            "preference_unknown",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="Its key and value.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "edit": Operation(
        name="edit",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.edit:EditArgs",
        run=None,
        errors=(
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "preview_forget": Operation(
        name="preview_forget",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.preview_forget:PreviewForgetArgs",
        run=None,
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
    "list_tags": Operation(
        name="list_tags",
        core="memory",
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.list_tags:ListTagsArgs",
        run=list_tags,
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
    "rename_tag": Operation(
        name="rename_tag",
        core="memory",
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.rename_tag:RenameTagArgs",
        run=rename_tag,
        errors=(
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="How many memories it concerns.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "undo_rename_tag": Operation(
        name="undo_rename_tag",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.undo_rename_tag:UndoRenameTagArgs",
        run=None,
        errors=(
            "undo_refused",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "forget": Operation(
        name="forget",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.forget:ForgetArgs",
        run=None,
        errors=(
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The list of them.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "undo_forget": Operation(
        name="undo_forget",
        core=None,
        effect="write",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.undo_forget:UndoForgetArgs",
        run=None,
        errors=(
            "undo_refused",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "log": Operation(
        name="log",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.log:LogArgs",
        run=None,
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
    "list_decisions": Operation(
        name="list_decisions",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.list_decisions:ListDecisionsArgs",
        run=None,
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
    "acknowledge_decisions": Operation(
        name="acknowledge_decisions",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.acknowledge_decisions:AcknowledgeDecisionsArgs",
        run=None,
        errors=(
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "doctor": Operation(
        name="doctor",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.doctor:DoctorArgs",
        run=doctor,
        takes="brain",
        errors=(
            "brain_changed",
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
    "repair": Operation(
        name="repair",
        core=None,
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.repair:RepairArgs",
        run=repair,
        takes="brain",
        errors=(
            "brain_changed",
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
            "replica_outdated",
            "internal_error",
        ),
        snapshot="before repair",
    ),
    "accept_rollback": Operation(
        name="accept_rollback",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.accept_rollback:AcceptRollbackArgs",
        run=accept_rollback,
        takes="brain",
        errors=(
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="That the file was put back on purpose.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "export_brain": Operation(
        name="export_brain",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.export_brain:ExportBrainArgs",
        run=None,
        errors=(
            "path_refused",
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
    "import_brain": Operation(
        name="import_brain",
        core=None,
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.import_brain:ImportBrainArgs",
        run=None,
        errors=(
            "path_refused",
            "import_refused",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "create_snapshot": Operation(
        name="create_snapshot",
        core=None,
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.create_snapshot:CreateSnapshotArgs",
        run=None,
        errors=(
            "snapshot_refused",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "rename_snapshot": Operation(
        name="rename_snapshot",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.rename_snapshot:RenameSnapshotArgs",
        run=rename_snapshot,
        takes="brain",
        errors=(
            "restore_point_unknown",
            "snapshot_refused",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="Both names.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "remove_snapshot": Operation(
        name="remove_snapshot",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.remove_snapshot:RemoveSnapshotArgs",
        run=remove_snapshot,
        takes="brain",
        errors=(
            "restore_point_unknown",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The name.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "back_up": Operation(
        name="back_up",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.back_up:BackUpArgs",
        run=back_up,
        takes="brain",
        errors=(
            "path_refused",
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
    "connect_host": Operation(
        name="connect_host",
        core=None,
        effect="write",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.connect_host:ConnectHostArgs",
        run=None,
        errors=(
            "host_unknown",
            "host_scope_unknown",
            "host_file_refused",
            "host_file_changed",
            "terminal_required",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "list_hosts": Operation(
        name="list_hosts",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.list_hosts:ListHostsArgs",
        run=None,
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
    "try_host": Operation(
        name="try_host",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.try_host:TryHostArgs",
        run=None,
        errors=(
            "host_unknown",
            "host_scope_unknown",
            "host_file_refused",
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
    "list_snapshots": Operation(
        name="list_snapshots",
        core=None,
        effect="read",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.list_snapshots:ListSnapshotsArgs",
        run=None,
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
    "restore": Operation(
        name="restore",
        core=None,
        effect="write",
        who="owner",
        since="0.1",
        args_path="myelin.contract.operations.restore:RestoreArgs",
        run=restore,
        takes="brain",
        errors=(
            "path_refused",
            "restore_point_unknown",
            "brain_changed",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "restore_in_place": Operation(
        name="restore_in_place",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.restore_in_place:RestoreInPlaceArgs",
        run=restore_in_place,
        takes="brain",
        errors=(
            "path_refused",
            "terminal_required",
            "restore_point_unknown",
            "brain_changed",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="Which state takes the place of the present.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "purge": Operation(
        name="purge",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.purge:PurgeArgs",
        run=purge,
        takes="brain",
        errors=(
            "memory_unknown",
            "outcome_unknown",
            "proposal_unknown",
            "terminal_required",
            "path_refused",
            "brain_changed",
            "out_of_memory",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="Everything that goes with it.",
            by="id",
            without_terminal="flag",
        ),
    ),
    "export_key": Operation(
        name="export_key",
        core=None,
        effect="read",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.export_key:ExportKeyArgs",
        run=export_key,
        takes="brain",
        errors=(
            "terminal_required",
            "path_refused",
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
    "import_key": Operation(
        name="import_key",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.import_key:ImportKeyArgs",
        run=None,
        errors=(
            "terminal_required",
            "path_refused",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "rotate_key": Operation(
        name="rotate_key",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.1",
        args_path="myelin.contract.operations.rotate_key:RotateKeyArgs",
        run=rotate_key,
        takes="brain",
        errors=(
            "terminal_required",
            "path_refused",
            "out_of_memory",
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
            "replica_outdated",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="That the present words become useless.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "dense_status": Operation(
        name="dense_status",
        core=None,
        effect="read",
        who="owner",
        since="0.3",
        args_path="myelin.contract.operations.dense_status:DenseStatusArgs",
        run=None,
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
    "dense_on": Operation(
        name="dense_on",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.dense_on:DenseOnArgs",
        run=None,
        errors=(
            "terminal_required",
            "path_refused",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "dense_off": Operation(
        name="dense_off",
        core=None,
        effect="write",
        who="owner_at_terminal",
        since="0.3",
        args_path="myelin.contract.operations.dense_off:DenseOffArgs",
        run=None,
        errors=(
            "terminal_required",
            "path_refused",
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
            "replica_outdated",
            "internal_error",
        ),
    ),
    "bootstrap": Operation(
        name="bootstrap",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.bootstrap:BootstrapArgs",
        run=bootstrap,
        takes="operator",
        errors=(
            "user_exists",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "list_tenants": Operation(
        name="list_tenants",
        core=None,
        effect="read",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.list_tenants:ListTenantsArgs",
        run=list_tenants,
        takes="operator",
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "suspend_tenant": Operation(
        name="suspend_tenant",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.suspend_tenant:SuspendTenantArgs",
        run=suspend_tenant,
        takes="operator",
        errors=(
            "tenant_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "resume_tenant": Operation(
        name="resume_tenant",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.resume_tenant:ResumeTenantArgs",
        run=resume_tenant,
        takes="operator",
        errors=(
            "tenant_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "limit_tenant": Operation(
        name="limit_tenant",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.limit_tenant:LimitTenantArgs",
        run=limit_tenant,
        takes="operator",
        errors=(
            "tenant_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "list_users": Operation(
        name="list_users",
        core=None,
        effect="read",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.list_users:ListUsersArgs",
        run=list_users,
        takes="operator",
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "add_user": Operation(
        name="add_user",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.add_user:AddUserArgs",
        run=add_user,
        takes="operator",
        errors=(
            "tenant_unknown",
            "user_exists",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "remove_user": Operation(
        name="remove_user",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.remove_user:RemoveUserArgs",
        run=remove_user,
        takes="operator",
        errors=(
            "user_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "issue_admin_token": Operation(
        name="issue_admin_token",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.issue_admin_token:IssueAdminTokenArgs",
        run=issue_admin_token,
        takes="operator",
        errors=(
            "user_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "issue_signin_code": Operation(
        name="issue_signin_code",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.issue_signin_code:IssueSigninCodeArgs",
        run=issue_signin_code,
        takes="operator",
        errors=(
            "user_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "read_audit": Operation(
        name="read_audit",
        core=None,
        effect="read",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.read_audit:ReadAuditArgs",
        run=read_audit,
        takes="operator",
        errors=(
            "tenant_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "shred_as_operator": Operation(
        name="shred_as_operator",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.shred_as_operator:ShredAsOperatorArgs",
        run=shred_as_operator,
        takes="operator",
        errors=(
            "tenant_unknown",
            "brain_unknown",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The tenant, the id and the name of the brain.",
            by="id",
            without_terminal="flag",
        ),
    ),
    "back_up_server": Operation(
        name="back_up_server",
        core=None,
        effect="read",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.back_up_server:BackUpServerArgs",
        run=back_up_server,
        takes="operator",
        errors=(
            "path_refused",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "restore_server": Operation(
        name="restore_server",
        core=None,
        effect="write",
        who="operator",
        since="0.3",
        args_path="myelin.contract.operations.restore_server:RestoreServerArgs",
        run=None,
        takes="operator",
        errors=(
            "path_refused",
            "brain_damaged",
            "terminal_required",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
        confirmed=Confirmation(
            what="The backup.",
            by="answer",
            without_terminal="flag",
        ),
    ),
    "list_registered": Operation(
        name="list_registered",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.list_registered:ListRegisteredArgs",
        run=list_registered,
        takes="principal",
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "register_brain": Operation(
        name="register_brain",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.register_brain:RegisterBrainArgs",
        run=register_brain,
        takes="principal",
        errors=(
            "brain_exists",
            "brain_shredded",
            "owner_signature_required",
            "quota_exceeded",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "remote_state": Operation(
        name="remote_state",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.remote_state:RemoteStateArgs",
        run=remote_state,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "brain_damaged",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "read_ciphertext": Operation(
        name="read_ciphertext",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.read_ciphertext:ReadCiphertextArgs",
        run=read_ciphertext,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "snapshot_unknown",
            "range_refused",
            "revision_moved",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "open_upload": Operation(
        name="open_upload",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.open_upload:OpenUploadArgs",
        run=open_upload,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "precondition_required",
            "revision_moved",
            "owner_signature_required",
            "bundle_untrusted",
            "quota_exceeded",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "upload_state": Operation(
        name="upload_state",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.upload_state:UploadStateArgs",
        run=upload_state,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "upload_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "receive_part": Operation(
        name="receive_part",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.receive_part:ReceivePartArgs",
        run=receive_part,
        takes="principal",
        raw=True,
        errors=(
            "brain_unknown",
            "brain_shredded",
            "upload_unknown",
            "upload_offset",
            "bundle_untrusted",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "commit_upload": Operation(
        name="commit_upload",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.commit_upload:CommitUploadArgs",
        run=commit_upload,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "precondition_required",
            "revision_moved",
            "owner_signature_required",
            "bundle_untrusted",
            "quota_exceeded",
            "upload_unknown",
            "upload_offset",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "drop_upload": Operation(
        name="drop_upload",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.drop_upload:DropUploadArgs",
        run=drop_upload,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "upload_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "commit_rekey": Operation(
        name="commit_rekey",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.commit_rekey:CommitRekeyArgs",
        run=commit_rekey,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "precondition_required",
            "revision_moved",
            "owner_signature_required",
            "bundle_untrusted",
            "quota_exceeded",
            "upload_unknown",
            "upload_offset",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "list_copies": Operation(
        name="list_copies",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.list_copies:ListCopiesArgs",
        run=list_copies,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "create_copy": Operation(
        name="create_copy",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.create_copy:CreateCopyArgs",
        run=create_copy,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "snapshot_refused",
            "quota_exceeded",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "shred_remote": Operation(
        name="shred_remote",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.shred_remote:ShredRemoteArgs",
        run=shred_remote,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "precondition_required",
            "revision_moved",
            "owner_signature_required",
            "bundle_untrusted",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "list_remote_states": Operation(
        name="list_remote_states",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.list_remote_states:ListRemoteStatesArgs",
        run=list_remote_states,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "list_tokens": Operation(
        name="list_tokens",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.list_tokens:ListTokensArgs",
        run=list_tokens,
        takes="principal",
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "create_token": Operation(
        name="create_token",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.create_token:CreateTokenArgs",
        run=create_token,
        takes="principal",
        errors=(
            "brain_unknown",
            "brain_shredded",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "revoke_token": Operation(
        name="revoke_token",
        core=None,
        effect="write",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.revoke_token:RevokeTokenArgs",
        run=revoke_token,
        takes="principal",
        errors=(
            "token_unknown",
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
    "list_audit": Operation(
        name="list_audit",
        core=None,
        effect="read",
        who="principal",
        since="0.3",
        args_path="myelin.contract.operations.list_audit:ListAuditArgs",
        run=list_audit,
        takes="principal",
        errors=(
            "argument_unknown",
            "argument_invalid",
            "brain_busy",
            "storage_full",
            "storage_failed",
            "internal_error",
        ),
    ),
}
"""Every operation that this version serves, by its name, in the order of the spec."""
