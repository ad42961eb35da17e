"""What accepting a proposal does: by kind, through what the other cores offer the owner."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from myelin.contract.errors import ProcessInvalid, StandardInvalid
from myelin.contract.types import Memory
from myelin.cores.adaptation import rules
from myelin.cores.adaptation.queries import ProposalRow
from myelin.kernel.ids import decode_id
from myelin.registry import Version
from myelin.store import Session

if TYPE_CHECKING:
    # The models cost time to build, and only accepting needs them.
    from myelin.contract.operations.remember import RememberArgs, RememberResult
    from myelin.contract.operations.save_process import SaveProcessArgs, SaveProcessResult
    from myelin.contract.operations.save_standard import SaveStandardArgs, SaveStandardResult


class Memories(Protocol):
    """The memory core, as far as the loop needs it."""

    def remember(self, session: Session, args: RememberArgs) -> RememberResult:
        """Write a memory."""

    def find(self, session: Session, memory_id: str) -> Memory:
        """Return the one memory that an id, or a unique beginning of one, means."""

    def stored(self, session: Session, row_id: int) -> Memory | None:
        """Return a memory by its row, or None where it cannot be seen."""

    def similar(self, session: Session, row_id: int) -> list[Memory]:
        """Return live memories that say nearly the same."""

    def ensure_room_in_core(self, session: Session, memory_id: str) -> None:
        """Raise CoreFull where the memory does not fit the core tier."""

    def core_add(self, session: Session, memory_id: str) -> object:
        """Move a memory into the core tier."""

    def archive(self, session: Session, memory_id: str) -> object:
        """Move a memory into the archive tier."""

    def succeed_in_core(self, session: Session, memory_id: str, successor_id: str) -> object:
        """Let a memory take the place of the core memory that it corrects."""


class Processes(Protocol):
    """The processes core, as far as the loop needs it."""

    def ensure_version(self, session: Session, name: str, version: int) -> None:
        """Raise ProcessUnknown where there is no such version."""

    def version_in_force(self, session: Session, name: str) -> int | None:
        """Return the version in force of a name in use, or None."""

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version where it waits behind one that the owner approved."""

    def skilled_standards(self, session: Session) -> Collection[str]:
        """Return the standards that a skill in use names."""

    def standard_of_skill(self, session: Session, name: str) -> str | None:
        """Return the standard that a skill names."""

    def fitting(self, session: Session, task: str) -> list[str]:
        """Return the names of processes that fit a task."""

    def save_process(self, session: Session, args: SaveProcessArgs) -> SaveProcessResult:
        """Save a document as the next version of its name."""

    def approve(self, session: Session, name: str, version: int) -> object:
        """Make a version the reviewed one."""


class Standards(Protocol):
    """The quality core, as far as the loop needs it."""

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version where it waits behind one that the owner approved."""

    def rule_ids(self, session: Session, name: str) -> Collection[str]:
        """Return the rules of the standard in force by that name, none where there is none."""

    def save_standard(self, session: Session, args: SaveStandardArgs) -> SaveStandardResult:
        """Save a document as the next version of its name."""

    def approve(self, session: Session, name: str, version: int) -> object:
        """Make a version the reviewed one."""


class Preferences(Protocol):
    """The preferences core, as far as the loop needs it."""

    def adopt(self, session: Session, key: str, value: str, statement: str) -> None:
        """Set a value that a host claimed as the owner's own."""

    def set_at(self, session: Session, key: str) -> int | None:
        """Return when the value in force was set, or None."""


@dataclass(frozen=True, slots=True)
class Hubs:
    """The cores that a proposal may be about."""

    memory: Memories
    processes: Processes
    quality: Standards
    preferences: Preferences


def memory_stands(memory: Memory) -> bool:
    """Return whether a memory is live and not withdrawn."""
    return "superseded_at" not in memory and memory["tier"] != "archive"


def why_stale(session: Session, hubs: Hubs, row: ProposalRow) -> str | None:
    """Return why a proposal can no longer be applied as it was meant, or None."""
    match row.kind:
        case "promote_to_core" | "review_memory":
            memory = hubs.memory.stored(session, decode_id(row.target))
            if memory is None or not memory_stands(memory):
                return "the memory was replaced, withdrawn or removed"
            if row.kind == "promote_to_core" and memory["tier"] == "core":
                return "the memory is in the core tier already"
        case "revise_core":
            successor = hubs.memory.stored(session, decode_id(row.body or ""))
            memory = hubs.memory.stored(session, decode_id(row.target))
            if memory is None or not memory_stands(memory) or memory["tier"] != "core":
                return "the memory is no longer in the core tier"
            if successor is None or not memory_stands(successor):
                return "the memory that corrects it was replaced, withdrawn or removed"
        case "revise_process":
            name, version = rules.named_version(row.target)
            if hubs.processes.version_in_force(session, name) != version:
                return "that version of the process is no longer in force"
        case "new_skill":
            if row.target in hubs.processes.skilled_standards(session):
                return "a skill names that standard by now"
        case "revise_preference":
            set_at = hubs.preferences.set_at(session, row.target)
            if set_at is None or set_at > row.created_at:
                return "the owner has set or taken back that preference since"
        case "approve_process" | "approve_standard":
            if _waiting(session, hubs, row) is None:
                return "nothing of that name waits for approval any more"
    return None


def change_of(session: Session, hubs: Hubs, row: ProposalRow, body: str | None) -> str:
    """Return the text of what accepting would apply, where it is known."""
    match row.kind:
        case "promote_to_core" | "review_memory":
            memory = hubs.memory.stored(session, decode_id(row.target))
            return "" if memory is None else memory["content"]
        case "revise_core":
            successor = hubs.memory.stored(session, decode_id(row.body or ""))
            return "" if successor is None else successor["content"]
        case "approve_process" | "approve_standard":
            waiting = _waiting(session, hubs, row)
            return "" if waiting is None else waiting.yaml
    return (body if row.kind in rules.BODY_OF else row.body) or ""


def near_duplicates(
    session: Session, hubs: Hubs, row: ProposalRow, tasks: Sequence[str]
) -> list[dict[str, str]]:
    """Return what is there already and says or does nearly the same: kind, name and text."""
    match row.kind:
        case "promote_to_core" | "review_memory" | "revise_core":
            found = hubs.memory.similar(session, decode_id(row.target))
            return [{"kind": "memory", "name": m["id"], "text": m["content"]} for m in found]
        case "new_workflow" | "new_skill":
            words = " ".join([row.target.replace("-", " "), *tasks])
            names = hubs.processes.fitting(session, words)
            return [{"kind": "process", "name": name, "text": ""} for name in names]
        case "new_rule":
            standard, _, rule = row.target.partition("/")
            known = sorted(hubs.quality.rule_ids(session, standard))
            shared = [each for each in known if set(each.split("-")) & set(rule.split("-"))]
            return [{"kind": "rule", "name": f"{standard}/{each}", "text": ""} for each in shared]
    return []


def apply(session: Session, hubs: Hubs, row: ProposalRow, body: str | None) -> dict[str, Any]:
    """Carry out what a proposal is for and return what there is now.

    Raises:
        CoreFull, ProcessInvalid, StandardInvalid: it cannot be applied; nothing is saved.
    """
    match row.kind:
        case "promote_to_core":
            hubs.memory.core_add(session, row.target)
        case "review_memory":
            hubs.memory.archive(session, row.target)
        case "revise_core":
            hubs.memory.succeed_in_core(session, row.target, row.body or "")
        case "revise_preference":
            claimed = json.loads(row.body or "{}")
            hubs.preferences.adopt(session, row.target, claimed["value"], claimed["statement"])
        case "approve_process" | "approve_standard":
            return _approve(session, hubs, row)
        case "new_rule":
            saved = _save_rule(session, hubs, row, body or "")
            return {"applied": rules.versioned(saved["name"], saved["version"])}
        case _:
            process = _save_process(session, hubs, row, body or "")
            return {"applied": rules.versioned(process["name"], process["version"])}
    return {"applied": row.target}


def _waiting(session: Session, hubs: Hubs, row: ProposalRow) -> Version | None:
    hub = hubs.processes if row.kind == "approve_process" else hubs.quality
    return hub.waiting(session, row.target)


def _approve(session: Session, hubs: Hubs, row: ProposalRow) -> dict[str, Any]:
    waiting = _waiting(session, hubs, row)
    assert waiting is not None, "what no longer waits is stale"
    hub = hubs.processes if row.kind == "approve_process" else hubs.quality
    hub.approve(session, row.target, waiting.version)
    return {"applied": rules.versioned(row.target, waiting.version)}


def _save_process(session: Session, hubs: Hubs, row: ProposalRow, body: str) -> SaveProcessResult:
    from myelin.contract.operations.save_process import SaveProcessArgs

    saved = hubs.processes.save_process(session, SaveProcessArgs(yaml=body))
    wrong: tuple[str, str] | None = None
    if row.kind == "revise_process" and saved["name"] != rules.named_version(row.target)[0]:
        wrong = "/name", "names another process than the one to revise"
    elif row.kind == "new_skill":
        if saved["kind"] != "skill":
            wrong = "/kind", "is no skill"
        elif hubs.processes.standard_of_skill(session, saved["name"]) != row.target:
            wrong = "/standard", "is not the standard that the skill is for"
    elif row.kind == "new_workflow" and saved["kind"] == "skill":
        wrong = "/kind", "is neither a workflow nor a loop"
    if wrong is not None:
        raise ProcessInvalid(count=1, details=_problem(*wrong))
    return saved


def _save_rule(session: Session, hubs: Hubs, row: ProposalRow, body: str) -> SaveStandardResult:
    from myelin.contract.operations.save_standard import SaveStandardArgs

    standard, _, rule = row.target.partition("/")
    saved = hubs.quality.save_standard(session, SaveStandardArgs(yaml=body))
    if saved["name"] != standard:
        raise StandardInvalid(count=1, details=_problem("/name", "names another standard"))
    if rule not in hubs.quality.rule_ids(session, standard):
        raise StandardInvalid(count=1, details=_problem("/rules", "has no rule of that id"))
    return saved


def _problem(path: str, message: str) -> dict[str, Any]:
    problem = {"path": path, "line": 1, "column": 1, "rule": "proposal", "message": message}
    return {"problems": [problem]}
