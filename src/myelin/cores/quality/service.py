"""The quality hub: a method per operation, each inside one transaction that the engine opened."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from myelin.contract.errors import StandardInvalid, StandardUnknown
from myelin.contract.operations.precheck import PrecheckArgs, PrecheckResult
from myelin.contract.operations.save_standard import SaveStandardArgs, SaveStandardResult
from myelin.contract.operations.validate import ValidateArgs, ValidateResult
from myelin.contract.types import StandardSummary
from myelin.cores.quality.document import Standard, parse_standard
from myelin.cores.quality.rules import LiveStandard, RiskTable, Rules, check_text
from myelin.documents.page import page
from myelin.documents.plain_yaml import place_of
from myelin.documents.problem import Problem, listed
from myelin.documents.versions import shortened
from myelin.kernel.clock import format_time
from myelin.kernel.ids import Chance, encode_id
from myelin.registry import NAMES_MAX, Approvals, Names, Registry, Revision, Version, diff_of
from myelin.store import Session

if TYPE_CHECKING:
    from myelin.contract.operations.list_standards import ListStandardsResult


@dataclass(slots=True)
class _Current:
    """The standards of one revision of the registry, their patterns compiled."""

    revision: Revision
    names: dict[str, Names]
    standards: dict[tuple[str, int], tuple[Version, Standard]]
    """The reviewed and the latest version of every name, retired ones included."""
    tables: dict[str | None, RiskTable]
    """The risks of all standards in use, and the same with a retired one added by name."""


APPROVE = "approve_standard"


class QualityHub:
    """The standards of a brain."""

    def __init__(self, *, chance: Chance, approvals: Approvals, rules: Rules) -> None:
        self._rules = rules
        self._approvals = approvals
        self._registry = Registry("standard", chance=chance)
        self._known: _Current | None = None

    def validate(self, session: Session, args: ValidateArgs) -> ValidateResult:
        """Return where a text breaks a standard; the reviewed version unless one is named.

        Raises:
            StandardUnknown: no standard of that name is in use, or it lacks the version.
        """
        current = self._current(session)
        names = self._named(current, args.standard)
        if names.retired and args.version is None:
            suggestion = f"The owner retired it. Version {names.heads.in_force} can be named."
            raise StandardUnknown(suggestion=suggestion)
        version = args.version or names.heads.in_force
        known = current.standards.get((names.name, version))
        if known is None:
            known = self._earlier(session, names, version)
        return check_text(known[1], version, args.content, self._rules)

    def precheck(self, session: Session, args: PrecheckArgs) -> PrecheckResult:
        """Return the risks of an action by all standards in use; naming one adds and never hides.

        Raises:
            StandardUnknown: the standard to add is not there.
        """
        current = self._current(session)
        added = None
        if args.standard is not None and self._named(current, args.standard).retired:
            added = args.standard
        table = current.tables.get(added)
        if table is None:
            table = current.tables[added] = RiskTable(_live(current, added))
        return table.check_action(args.action)

    def save_standard(self, session: Session, args: SaveStandardArgs) -> SaveStandardResult:
        """Save a document as the next version of its name and return what it changed.

        Raises:
            StandardInvalid: it has problems; nothing is saved.
        """
        standard = parse_standard(args.yaml)
        names = self._registry.names(session)
        if len(names) >= NAMES_MAX and all(each.name != standard.name for each in names):
            line, column = place_of(args.yaml, "name")
            message = f"There is room for {NAMES_MAX} standards: retire or reuse a name."
            problem = Problem("/name", line, column, "registry_full", message)
            raise StandardInvalid(count=1, details={"problems": listed([problem])})
        saved = self._registry.save(session, standard.name, args.yaml)
        result: SaveStandardResult = {
            "name": standard.name,
            "version": saved.version.version,
            "created": saved.created,
            "reviewed": saved.version.reviewed,
        }
        if saved.diff is not None:
            result["diff"] = shortened(saved.diff)
        waiting = self.waiting(session, standard.name)
        if waiting is None:
            self._approvals.settle(session, APPROVE, standard.name, "stale")
        else:
            proposal, note = self._approvals.ask_approval(
                session, APPROVE, standard.name, waiting.version
            )
            if proposal is not None:
                result["proposal"] = proposal
            if note is not None:
                result["note"] = note
        return result

    def summaries(self, session: Session) -> "ListStandardsResult":
        """Return the standards in use without their rules, by name."""
        current = self._current(session)
        wanted = [
            _summary(*current.standards[names.name, names.heads.in_force])
            for names in current.names.values()
            if not names.retired
        ]
        result: ListStandardsResult = {"standards": page(wanted)}
        if len(result["standards"]) < len(wanted):
            result["omitted_count"] = len(wanted) - len(result["standards"])
        return result

    def show(self, session: Session, name: str, version: int | None) -> dict[str, Any]:
        """Return one standard as its author wrote it, retired ones included.

        Raises:
            StandardUnknown: there is no such name or version.
        """
        row, standard, retired = self._found(session, name, version)
        shown: dict[str, Any] = {
            "id": encode_id("std", row.id),
            **_summary(row, standard),
            "recorded_at": format_time(row.recorded_at),
        }
        if retired:
            shown["retired"] = True
        if row.actor is not None:
            shown["actor"] = row.actor
        return {"standard": shown, "yaml": row.yaml}

    def diff(
        self, session: Session, name: str, before: int | None, after: int | None
    ) -> dict[str, Any]:
        """Return what a version changed against an earlier one; without any, the latest did.

        Raises:
            StandardUnknown: there is no such name or version.
        """
        names = self._named(self._current(session), name)
        found = self._registry.compared(session, names, before, after)
        if found is None:
            suggestion = f"Name two of its versions, 1 to {names.heads.latest}."
            raise StandardUnknown(suggestion=suggestion)
        old, new = found
        return {"name": name, "from": old.version, "to": new.version, "diff": diff_of(old, new)}

    def approve(self, session: Session, name: str, version: int) -> dict[str, Any]:
        """Make a version the reviewed one and return it; a retired name is in use again.

        Raises:
            StandardUnknown: there is no such name or version.
        """
        row, standard, _ = self._found(session, name, version)
        row = self._registry.approve(session, row)
        if self.waiting(session, name) is None:
            self._approvals.settle(session, APPROVE, name, "accepted")
        return {"standard": _summary(row, standard)}

    def retire(self, session: Session, name: str) -> dict[str, Any]:
        """Take a standard out of use and return it; its versions stay readable.

        Raises:
            StandardUnknown: there is no such name.
        """
        row, standard, _ = self._found(session, name, None)
        self._registry.retire(session, name)
        return {"standard": {**_summary(row, standard), "retired": True}}

    def in_force(self, session: Session, name: str) -> Version | None:
        """Return the version in force of a standard in use, or None."""
        return self._registry.in_force(session, name)

    def waiting(self, session: Session, name: str) -> Version | None:
        """Return the latest version if it waits for approval behind an approved one, or None."""
        return self._registry.waiting(session, name)

    def rule_ids(self, session: Session, name: str) -> frozenset[str]:
        """Return the rule ids of the standard in force, empty if there is none."""
        # Read afresh: what was saved in this transaction may still be rolled back.
        names = self._registry.heads(session, name)
        if names is None or names.retired:
            return frozenset()
        row = self._registry.version(session, name, names.heads.in_force)
        return frozenset(rule.id for rule in parse_standard(row.yaml).rules) if row else frozenset()

    def _current(self, session: Session) -> _Current:
        revision = self._registry.revision(session)
        if self._known is None or self._known.revision != revision:
            names = {each.name: each for each in self._registry.names(session)}
            rows = self._registry.versions(session, names.values())
            standards = {key: (row, parse_standard(row.yaml)) for key, row in rows.items()}
            self._known = _Current(revision, names, standards, {})
        return self._known

    def _found(
        self, session: Session, name: str, version: int | None
    ) -> tuple[Version, Standard, bool]:
        current = self._current(session)
        names = self._named(current, name)
        wanted = version or names.heads.in_force
        known = current.standards.get((name, wanted)) or self._earlier(session, names, wanted)
        return *known, names.retired

    def _earlier(self, session: Session, names: Names, version: int) -> tuple[Version, Standard]:
        row = self._registry.version(session, names.name, version)
        if row is None:
            raise StandardUnknown(suggestion=f"It has versions 1 to {names.heads.latest}.")
        return row, parse_standard(row.yaml)

    def _named(self, current: _Current, name: str) -> Names:
        found = current.names.get(name)
        if found is None:
            raise StandardUnknown(suggestion=self._advice(current, name))
        return found

    def _advice(self, current: _Current, name: str) -> str:
        live = [names.name for names in current.names.values() if not names.retired]
        if not live:
            return "This brain has no standards."
        near = self._registry.nearest(current.names.values(), name)
        question = "" if near is None else f"Did you mean {near}? "
        shown = live[: self._rules.named_max]
        more = f" and {len(live) - len(shown)} more" if len(live) > len(shown) else ""
        return f"{question}It has {', '.join(shown)}{more}."


def _live(current: _Current, added: str | None) -> list[LiveStandard]:
    """Return what judges an action: of each standard the reviewed version and what waits."""
    return [
        LiveStandard(standard, version, row.reviewed)
        for name, names in current.names.items()
        if not names.retired or name == added
        for version in names.versions
        for row, standard in (current.standards[name, version],)
        # A latest version that was approved and is not in force is one that the owner left.
        if version == names.heads.reviewed or not row.reviewed
    ]


def _summary(row: Version, standard: Standard) -> StandardSummary:
    return {
        "name": standard.name,
        "version": row.version,
        "title": standard.title,
        "reviewed": row.reviewed,
        "rules": len(standard.rules),
        "risks": len(standard.risks),
    }
