# @generated from spec/tools.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The typed call behind every tool and resource that is served.

A method that is missing, or that takes or answers something else, fails in mypy here. The models
are imported for the checker only: starting up loads none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from myelin.contract.tools.get_memory import GetMemoryArgs, GetMemoryResult
    from myelin.contract.tools.link_memories import LinkMemoriesArgs, LinkMemoriesResult
    from myelin.contract.tools.list_memories import ListMemoriesArgs, ListMemoriesResult
    from myelin.contract.tools.recall import RecallArgs, RecallResult
    from myelin.contract.tools.remember import RememberArgs, RememberResult
    from myelin.contract.types import CoreResource
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


def read_core(engine: Engine, session: Session) -> CoreResource:
    """Return what `myelin://core` reads, its brain aside."""
    return engine.memory.core_items(session)
