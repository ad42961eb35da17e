"""The process hub: a method per operation, each inside one transaction that the engine opened."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from myelin.contract.errors import ArgumentInvalid, ProcessInvalid, ProcessUnknown
from myelin.contract.operations.get_skill import GetSkillArgs, GetSkillResult
from myelin.contract.operations.get_workflow import GetWorkflowArgs, GetWorkflowResult
from myelin.contract.operations.list_processes import ListProcessesArgs, ListProcessesResult
from myelin.contract.operations.match_process import MatchProcessArgs, MatchProcessResult
from myelin.contract.operations.save_process import SaveProcessArgs, SaveProcessResult
from myelin.cores.processes import attachments, prompts, records
from myelin.cores.processes.document import Process, parse_process, read_process
from myelin.cores.processes.matching import Match, ProcessIndex
from myelin.cores.processes.rules import Rules
from myelin.documents.page import page
from myelin.documents.plain_yaml import place_of
from myelin.documents.problem import Problem, listed
from myelin.documents.versions import shortened
from myelin.kernel.ids import Chance, encode_id
from myelin.registry import NAMES_MAX, Approvals, Registry, Revision, Version, diff_of
from myelin.store import Session

APPROVE = "approve_process"
_READ_WITH = {"workflow": "get_workflow", "loop": "get_workflow", "skill": "get_skill"}


@dataclass(frozen=True, slots=True)
class _Live:
    """A process in use, at the version in force."""

    row: Version
    document: Process


@dataclass(frozen=True, slots=True)
class _Current:
    """The processes in use as one revision of the registry holds them, ready to be matched."""

    revision: Revision
    live: dict[str, _Live]
    index: ProcessIndex


class ProcessHub:
    """The workflows, skills and loops of a brain."""

    def __init__(self, *, chance: Chance, approvals: Approvals, rules: Rules) -> None:
        self._rules = rules
        self._approvals = approvals
        self._chance = chance
        self._registry = Registry("process", chance=chance)
        self._known: _Current | None = None

    def match_process(self, session: Session, args: MatchProcessArgs) -> MatchProcessResult:
        """Return the processes for a task, best first. Reviewed ones come before all others."""
        current = self._current(session)
        found = [
            (match, live.row, live.document)
            for match in _ranked(current, current.index.matches(args.task))
            if _is_of(live := current.live[match.name], args.kinds)
        ]
        result: MatchProcessResult = {"matches": page(records.matches(found[: args.limit]))}
        by_words = sum(not each["matched"] for each in result["matches"])
        if by_words:
            result["note"] = f"{by_words} of these share only words with the task, no trigger."
        return result

    def get_workflow(self, session: Session, args: GetWorkflowArgs) -> GetWorkflowResult:
        """Return a workflow or loop whole.

        Raises:
            ProcessUnknown: no workflow or loop of that name is in use, or it lacks the version.
        """
        row, document, retired = self._found(session, args.name, args.version)
        _ensure_kind(document, "get_workflow")
        return {"process": records.process(row, document, retired=retired), "yaml": row.yaml}

    def get_skill(self, session: Session, args: GetSkillArgs) -> GetSkillResult:
        """Return a skill whole.

        Raises:
            ProcessUnknown: no skill of that name is in use, or it lacks the version.
        """
        row, document, retired = self._found(session, args.name, args.version)
        _ensure_kind(document, "get_skill")
        result: GetSkillResult = {
            "process": records.process(row, document, retired=retired),
            "yaml": row.yaml,
        }
        sizes = attachments.sizes(session, row.id)
        if sizes:
            result["files"] = [{"path": path, "bytes": size} for path, size in sizes]
        if args.file is not None:
            text = attachments.content(session, row.id, args.file)
            if text is None:
                names = ", ".join(path for path, _ in sizes) or "none"
                raise ProcessUnknown(suggestion=f"Its files are: {names}.")
            result["content"] = text
        return result

    def import_skill(
        self, session: Session, args: SaveProcessArgs, files: Mapping[str, str]
    ) -> SaveProcessResult:
        """Save a skill's document with its attachments by path; return what it changed.

        Raises:
            ProcessInvalid: the document has problems; nothing is saved.
        """
        result = self.save_process(session, args)
        row = self._registry.version(session, result["name"], result["version"])
        if result["created"] and row is not None:
            attachments.insert(session, self._chance, row.id, files)
        return result

    def save_process(self, session: Session, args: SaveProcessArgs) -> SaveProcessResult:
        """Save a document as the next version of its name and return what it changed.

        Raises:
            ProcessInvalid: it has problems, or its name is another kind's; nothing is saved.
        """
        process = parse_process(args.yaml)
        self._ensure_name_is_free(session, process, args.yaml)
        saved = self._registry.save(session, process.name, args.yaml)
        result: SaveProcessResult = {
            "name": process.name,
            "kind": process.kind,
            "version": saved.version.version,
            "created": saved.created,
            "reviewed": saved.version.reviewed,
        }
        if saved.diff is not None:
            result["diff"] = shortened(saved.diff)
        waiting = self.waiting(session, process.name)
        if waiting is None:
            self._approvals.settle(session, APPROVE, process.name, "stale")
        else:
            proposal, note = self._approvals.ask_approval(
                session, APPROVE, process.name, waiting.version
            )
            if proposal is not None:
                result["proposal"] = proposal
            if note is not None:
                result["note"] = note
        return result

    def list_processes(self, session: Session, args: ListProcessesArgs) -> ListProcessesResult:
        """Return a page of the processes in use by name, or of every version of all of them.

        Raises:
            ArgumentInvalid: the cursor is not one that this method returned.
        """
        after = None if args.cursor is None else _place_of(args.cursor)
        if args.include_versions:
            retired = {names.name for names in self._registry.names(session) if names.retired}
            every = [
                (row, document, row.name in retired)
                for row in self._registry.every_version(session)
                if (document := read_process(row.yaml)[0]) is not None
            ]
        else:
            live = self._current(session).live.values()
            every = [(each.row, each.document, False) for each in live]
        wanted = [
            records.listed(row, document, retired=is_retired)
            for row, document, is_retired in every
            if (not args.kinds or document.kind in args.kinds)
            and (after is None or (row.name, row.version) > after)
        ]
        result: ListProcessesResult = {"processes": page(wanted[: args.limit])}
        omitted_count = len(wanted) - len(result["processes"])
        if omitted_count:
            last = result["processes"][-1]
            result["next_cursor"] = f"{last['name']}@{last['version']}"
            result["omitted_count"] = omitted_count
        return result

    def revision(self, session: Session) -> Revision:
        """Return a value that changes with every change of a process."""
        return self._registry.revision(session)

    def prompts(self, session: Session) -> list[dict[str, str]]:
        """Return name, title and description of every prompt: the loop and the workflows in use."""
        workflows = [
            prompts.workflow_listed(live.document, _unreviewed_id(live))
            for live in self._current(session).live.values()
            if live.document.kind == "workflow"
        ]
        return [prompts.loop_listed(), *workflows]

    def prompt(self, session: Session, name: str, task: str) -> str:
        """Return the text of one prompt for a task, which may be empty.

        An unreviewed workflow is found by its name and by its id.

        Raises:
            ProcessUnknown: no workflow of that name is in use.
        """
        live = self._current(session).live
        if name == prompts.LOOP_NAME:
            loops = [
                _unreviewed_id(each) or each.document.name
                for each in live.values()
                if each.document.kind == "loop"
            ]
            return prompts.loop(loops, task)
        found = live.get(name) or next(
            (each for each in live.values() if _unreviewed_id(each) == name), None
        )
        if found is None or found.document.kind != "workflow":
            raise self._unknown(session, name)
        row = found.row
        return prompts.workflow(found.document, row.version, task, reviewed=row.reviewed)

    def show(self, session: Session, name: str, version: int | None) -> dict[str, Any]:
        """Return one process of any kind, whole, retired ones included.

        Raises:
            ProcessUnknown: there is no such name or version.
        """
        row, document, retired = self._found(session, name, version, retired_too=True)
        return {"process": records.process(row, document, retired=retired), "yaml": row.yaml}

    def diff(
        self, session: Session, name: str, before: int | None, after: int | None
    ) -> dict[str, Any]:
        """Return what a version changed against an earlier one; without any, the latest did.

        Raises:
            ProcessUnknown: there is no such name or version.
        """
        names = self._registry.heads(session, name)
        if names is None:
            raise self._unknown(session, name)
        found = self._registry.compared(session, names, before, after)
        if found is None:
            suggestion = f"Name two of its versions, 1 to {names.heads.latest}."
            raise ProcessUnknown(suggestion=suggestion)
        old, new = found
        text = diff_of(old, new)
        return {"name": name, "from": old.version, "to": new.version, "diff": text}

    def approve(self, session: Session, name: str, version: int) -> dict[str, Any]:
        """Make a version the reviewed one and return it; a retired name is in use again.

        Raises:
            ProcessUnknown: there is no such name or version.
        """
        row, document, _ = self._found(session, name, version)
        row = self._registry.approve(session, row)
        if self.waiting(session, name) is None:
            self._approvals.settle(session, APPROVE, name, "accepted")
        return {"process": records.summary(row, document, retired=False)}

    def retire(self, session: Session, name: str) -> dict[str, Any]:
        """Take a process out of use and return it; its versions stay readable.

        Raises:
            ProcessUnknown: there is no such name.
        """
        row, document, _ = self._found(session, name, None, retired_too=True)
        self._registry.retire(session, name)
        return {"process": records.summary(row, document, retired=True)}

    def ensure_version(self, session: Session, name: str, version: int) -> None:
        """Check that a version of a process exists, retired or not.

        Raises:
            ProcessUnknown: there is no such name or version.
        """
        self._found(session, name, version, retired_too=True)

    def in_force(self, session: Session, name: str) -> Version | None:
        """Return the version in force of a process in use, or None."""
        return self._registry.in_force(session, name)

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version if it waits for approval behind an approved one, or None."""
        return self._registry.waiting(session, name)

    def skilled_standards(self, session: Session) -> frozenset[str]:
        """Return the standards that a skill in use names."""
        documents = (live.document for live in self._current(session).live.values())
        return frozenset(each.standard for each in documents if each.standard)

    def standard_of_skill(self, session: Session, name: str) -> str | None:
        """Return the standard that the process in force by a name names, or None."""
        # Read afresh: what was saved in this transaction may still be rolled back.
        return self._found(session, name, None)[1].standard or None

    def fitting(self, session: Session, task: str) -> list[str]:
        """Return the names of the processes whose triggers a text holds, best first."""
        current = self._current(session)
        matches = _ranked(current, current.index.by_triggers(task))
        return [match.name for match in matches[: self._rules.fitting_max]]

    def _current(self, session: Session) -> _Current:
        revision = self._registry.revision(session)
        if self._known is None or self._known.revision != revision:
            live = self._live(session)
            index = ProcessIndex(
                {name: each.document.triggers for name, each in live.items()},
                {name: _texts(each.document) for name, each in live.items()},
            )
            self._known = _Current(revision, live, index)
        return self._known

    def _live(self, session: Session) -> dict[str, _Live]:
        names = [names for names in self._registry.names(session) if not names.retired]
        rows = self._registry.versions(session, names)
        live = {}
        for each in names:
            row = rows[each.name, each.heads.in_force]
            # A document that a later program saved may hold what this one cannot read.
            document, _ = read_process(row.yaml)
            if document is not None:
                live[each.name] = _Live(row, document)
        return live

    def _found(
        self, session: Session, name: str, version: int | None, *, retired_too: bool = False
    ) -> tuple[Version, Process, bool]:
        names = self._registry.heads(session, name)
        if names is None:
            raise self._unknown(session, name)
        if names.retired and version is None and not retired_too:
            suggestion = f"The owner retired it. Version {names.heads.in_force} can still be read."
            raise ProcessUnknown(suggestion=suggestion)
        row = self._registry.version(session, name, version or names.heads.in_force)
        if row is None:
            raise ProcessUnknown(suggestion=f"It has versions 1 to {names.heads.latest}.")
        return row, parse_process(row.yaml), names.retired

    def _unknown(self, session: Session, name: str) -> ProcessUnknown:
        near = self._registry.nearest(self._registry.names(session), name)
        advice = "Use a name from list_processes." if near is None else f"Did you mean {near}?"
        return ProcessUnknown(suggestion=advice)

    def _ensure_name_is_free(self, session: Session, process: Process, yaml: str) -> None:
        names = self._registry.heads(session, process.name)
        if names is None:
            if len(self._registry.names(session)) >= NAMES_MAX:
                message = f"There is room for {NAMES_MAX} processes: retire or reuse a name."
                raise _refused(yaml, "name", "registry_full", message)
            return
        latest = self._registry.version(session, process.name, names.heads.latest)
        known = read_process(latest.yaml)[0] if latest is not None else None
        if known is not None and known.kind != process.kind:
            message = f"The name is taken by a {known.kind}: choose another one."
            raise _refused(yaml, "kind", "name_taken", message)


def _ranked(current: _Current, matches: list[Match]) -> list[Match]:
    """Return matches with the reviewed processes before all others, regardless of score."""
    return sorted(matches, key=lambda match: not current.live[match.name].row.reviewed)


def _unreviewed_id(live: _Live) -> str | None:
    """Return the id of a process that the owner has not reviewed, None of any other.

    A name that a client chose may be a sentence, so lists that a model reads show the id.
    """
    return None if live.row.reviewed else encode_id("prc", live.row.id)


def _texts(document: Process) -> tuple[str, str]:
    """Return what names a process (title, name and triggers) and its summary."""
    named = (document.title, document.name.replace("-", " "), *document.triggers)
    return " ".join(named), document.summary


def _is_of(live: _Live, kinds: Collection[str]) -> bool:
    return not kinds or live.document.kind in kinds


def _place_of(cursor: str) -> tuple[str, int]:
    """Return the name and version that a page ended with."""
    name, _, version = cursor.rpartition("@")
    if not name or not version.isascii() or not version.isdigit():
        message = "is not a cursor that list_processes returned"
        problem = {"path": "/cursor", "rule": "cursor", "message": message}
        raise ArgumentInvalid(count=1, tool="list_processes", details={"problems": [problem]})
    return name, int(version[:9])


def _ensure_kind(document: Process, tool: str) -> None:
    right = _READ_WITH[document.kind]
    if right != tool:
        raise ProcessUnknown(suggestion=f"That name is a {document.kind}: read it with {right}.")


def _refused(yaml: str, field: str, rule: str, message: str) -> ProcessInvalid:
    line, column = place_of(yaml, field)
    problem = Problem(f"/{field}", line, column, rule, message)
    return ProcessInvalid(count=1, details={"problems": listed([problem])})
