# @generated from spec/tools.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The typed call behind every tool and resource that is served.

A method that is missing, or that takes or answers something else, fails in mypy here. The models
are imported for the checker only: starting up loads none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.contract.tools.get_memory import GetMemoryArgs, GetMemoryResult
    from myelin.contract.tools.get_skill import GetSkillArgs, GetSkillResult
    from myelin.contract.tools.get_workflow import GetWorkflowArgs, GetWorkflowResult
    from myelin.contract.tools.link_memories import LinkMemoriesArgs, LinkMemoriesResult
    from myelin.contract.tools.list_memories import ListMemoriesArgs, ListMemoriesResult
    from myelin.contract.tools.list_processes import ListProcessesArgs, ListProcessesResult
    from myelin.contract.tools.match_process import MatchProcessArgs, MatchProcessResult
    from myelin.contract.tools.precheck import PrecheckArgs, PrecheckResult
    from myelin.contract.tools.recall import RecallArgs, RecallResult
    from myelin.contract.tools.remember import RememberArgs, RememberResult
    from myelin.contract.tools.save_process import SaveProcessArgs, SaveProcessResult
    from myelin.contract.tools.save_standard import SaveStandardArgs, SaveStandardResult
    from myelin.contract.tools.validate import ValidateArgs, ValidateResult
    from myelin.contract.types import CoreResource, ProcessesResource, StandardsResource
    from myelin.engine import Engine
    from myelin.store import Session


def remember(engine: Engine, session: Session, args: RememberArgs) -> RememberResult:
    """Return what `remember` answers, its brain aside."""
    return engine.memory.remember(session, args)


def recall(engine: Engine, session: Session, args: RecallArgs) -> RecallResult:
    """Return what `recall` answers, its brain aside."""
    return engine.memory.recall(session, args)


def get_memory(engine: Engine, session: Session, args: GetMemoryArgs) -> GetMemoryResult:
    """Return what `get_memory` answers, its brain aside."""
    return engine.memory.get_memory(session, args)


def list_memories(engine: Engine, session: Session, args: ListMemoriesArgs) -> ListMemoriesResult:
    """Return what `list_memories` answers, its brain aside."""
    return engine.memory.list_memories(session, args)


def link_memories(engine: Engine, session: Session, args: LinkMemoriesArgs) -> LinkMemoriesResult:
    """Return what `link_memories` answers, its brain aside."""
    return engine.memory.link_memories(session, args)


def match_process(engine: Engine, session: Session, args: MatchProcessArgs) -> MatchProcessResult:
    """Return what `match_process` answers, its brain aside."""
    return engine.processes.match_process(session, args)


def get_workflow(engine: Engine, session: Session, args: GetWorkflowArgs) -> GetWorkflowResult:
    """Return what `get_workflow` answers, its brain aside."""
    return engine.processes.get_workflow(session, args)


def get_skill(engine: Engine, session: Session, args: GetSkillArgs) -> GetSkillResult:
    """Return what `get_skill` answers, its brain aside."""
    return engine.processes.get_skill(session, args)


def save_process(engine: Engine, session: Session, args: SaveProcessArgs) -> SaveProcessResult:
    """Return what `save_process` answers, its brain aside."""
    return engine.processes.save_process(session, args)


def list_processes(
    engine: Engine, session: Session, args: ListProcessesArgs
) -> ListProcessesResult:
    """Return what `list_processes` answers, its brain aside."""
    return engine.processes.list_processes(session, args)


def validate(engine: Engine, session: Session, args: ValidateArgs) -> ValidateResult:
    """Return what `validate` answers, its brain aside."""
    return engine.quality.validate(session, args)


def precheck(engine: Engine, session: Session, args: PrecheckArgs) -> PrecheckResult:
    """Return what `precheck` answers, its brain aside."""
    return engine.quality.precheck(session, args)


def save_standard(engine: Engine, session: Session, args: SaveStandardArgs) -> SaveStandardResult:
    """Return what `save_standard` answers, its brain aside."""
    return engine.quality.save_standard(session, args)


def read_core(engine: Engine, session: Session) -> CoreResource:
    """Return what `myelin://core` reads, its brain aside."""
    return engine.memory.core_items(session)


def read_processes(engine: Engine, session: Session) -> ProcessesResource:
    """Return what `myelin://processes` reads, its brain aside."""
    return engine.processes.summaries(session)


def read_standards(engine: Engine, session: Session) -> StandardsResource:
    """Return what `myelin://standards` reads, its brain aside."""
    return engine.quality.summaries(session)
