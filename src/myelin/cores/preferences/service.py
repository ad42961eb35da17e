"""The preferences hub: a method per operation, each inside one transaction that the engine opened.

What the owner set stands: a host's word is kept as claimed and never takes its place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from myelin.contract.errors import (
    ArgumentInvalid,
    NotDurable,
    OwnerValueStands,
    PreferenceUnknown,
    ProtectedNamespace,
)
from myelin.cores.preferences import durable, queries, records, rules
from myelin.cores.preferences.queries import PreferenceRow
from myelin.cores.preferences.rules import Rules, Source, Stated
from myelin.documents.page import page
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.errors import MyelinError, SavedRefusal
from myelin.kernel.ids import Chance, new_row_id
from myelin.kernel.proposals import Asked
from myelin.store import Session

if TYPE_CHECKING:
    # The models take time to build. The caller has built the one that it needs.
    from myelin.contract.operations.get_preferences import GetPreferencesArgs, GetPreferencesResult
    from myelin.contract.operations.set_preference import SetPreferenceArgs, SetPreferenceResult

Upstream = Callable[[], Sequence[PreferenceRow]]
"""Returns what the user prefers in all projects; opened on first need, so it may fail."""

REVISE = "revise_preference"
_EXAMPLE = "always, never, from now on or by default"


class PreferenceProposals(Protocol):
    """The list of changes that wait for the owner's approval."""

    def propose(
        self, session: Session, kind: str, target: str, *, reason: str, words: str, body: str
    ) -> Asked:
        """Open a proposal and return what became of the request."""

    def no_room(self, kind: str) -> str:
        """Return the note for a proposal that was due and had no room."""


class PreferenceHub:
    """The preferences of the owner."""

    def __init__(
        self,
        *,
        chance: Chance,
        source: Source,
        proposals: PreferenceProposals,
        upstream: Upstream | None,
        rules: Rules,
    ) -> None:
        self._chance = chance
        self._source = source
        self._proposals = proposals
        self._upstream = upstream
        self._rules = rules

    def set_preference(self, session: Session, args: SetPreferenceArgs) -> SetPreferenceResult:
        """Set a preference and return it with what it replaced.

        Raises:
            ProtectedNamespace, NotDurable, ArgumentInvalid: nothing is saved.
            SavedRefusal: the owner's value stands; a proposal is saved.
        """
        if session.caller.origin is Origin.OWNER:
            _ensure_key(args.key)
            return self._set(session, args.key, args.value, args.statement)
        namespace = rules.protected_namespace(args.key)
        if namespace is not None:
            raise ProtectedNamespace(namespace=f"{namespace}.")
        _ensure_key(args.key)
        _ensure_durable(args.statement)
        known = queries.in_force_for(session, args.key)
        owned = self._owner_value(session, known, args.key)
        if owned is not None and owned.value != args.value:
            raise SavedRefusal(self._stands(session, args))
        if known is None and queries.keys_count(session) >= self._rules.keys_max:
            message = (
                f"there is room for {self._rules.keys_max} keys: the owner takes one back first"
            )
            raise _invalid("registry_full", message)
        return self._set(session, args.key, args.value, args.statement)

    def get_preferences(self, session: Session, args: GetPreferencesArgs) -> GetPreferencesResult:
        """Return what holds by key, with the source of each value and what it hides."""
        given, notes = _of_session(args.session or {})
        prefix = (args.prefix or "").casefold()
        found = rules.resolve((given, *self._stored(session, notes)), prefix)
        fitting = page(records.resolved(each) for each in found)
        result: GetPreferencesResult = {"preferences": fitting}
        if len(fitting) < len(found):
            notes.append(f"{len(found) - len(fitting)} more keys were left out: pass `prefix`.")
        if notes:
            result["note"] = " ".join(notes)
        return result

    def show(self, session: Session, key: str) -> dict[str, Any]:
        """Return what holds for a key and what was ever set for it here, oldest first.

        Raises:
            PreferenceUnknown: nothing was ever set for that key.
        """
        found = [each for each in rules.resolve(self._stored(session, []), key) if each.key == key]
        history = queries.history(session, key, self._rules.history_max)
        if not found and not history:
            raise PreferenceUnknown()
        result: dict[str, Any] = {"history": [records.preference(row) for row in history]}
        if found:
            result = {"preference": records.resolved(found[0]), **result}
        return result

    def unset(self, session: Session, key: str) -> dict[str, Any]:
        """Take a preference back and return it; it stays in the history.

        Raises:
            PreferenceUnknown: nothing is set for that key in this brain.
        """
        _ensure_owner(session)
        row = queries.in_force_for(session, key)
        if row is None:
            raise PreferenceUnknown()
        queries.supersede(session, row.id, None, session.now_ms)
        return {"preference": records.preference(row._replace(superseded_at=session.now_ms))}

    def adopt(self, session: Session, key: str, value: str, statement: str) -> None:
        """Set a value that a host claimed as the owner's own, who accepted it."""
        _ensure_owner(session)
        self._set(session, key, value, statement)

    def value_of(self, session: Session, key: str) -> tuple[str, str, int] | None:
        """Return value, statement and time of the value in force, here or in the meta brain."""
        known = queries.in_force_for(session, key)
        row = self._owner_value(session, known, key) or known
        return None if row is None else (row.value, row.statement, row.recorded_at)

    def in_force(self, session: Session) -> list[PreferenceRow]:
        """Return what holds in this brain alone, by key."""
        return queries.in_force(session)

    def _set(self, session: Session, key: str, value: str, statement: str) -> SetPreferenceResult:
        known = queries.in_force_for(session, key)
        owner_says_more = session.caller.origin is Origin.OWNER and (
            known is not None and (records.is_claimed(known) or known.statement != statement)
        )
        if known is not None and known.value == value and not owner_says_more:
            return {"preference": records.preference(known)}
        row = PreferenceRow(
            new_row_id(self._chance),
            key,
            value,
            statement,
            session.caller.origin.value,
            session.now_ms,
        )
        result: SetPreferenceResult = {"preference": records.preference(row)}
        if known is not None:
            queries.supersede(session, known.id, row.id, session.now_ms)
            result["superseded"] = records.preference_id(known.id)
        queries.insert(session, row)
        return result

    def _stands(self, session: Session, args: SetPreferenceArgs) -> OwnerValueStands:
        asked = self._proposals.propose(
            session,
            REVISE,
            args.key,
            reason=f"A client says that the owner wants another value for `{args.key}`.",
            words=args.statement,
            body=json.dumps({"value": args.value, "statement": args.statement}),
        )
        suggestions = {
            "open": "A proposal is open; the owner decides with `myelin proposals`.",
            "rejected": "The owner changes it with `myelin prefs set`.",
            "full": self._proposals.no_room(REVISE),
        }
        return OwnerValueStands(suggestion=suggestions[asked])

    def _owner_value(
        self, session: Session, known: PreferenceRow | None, key: str
    ) -> PreferenceRow | None:
        """Return the owner's value for a key: the one here (`known`), else the meta brain's."""
        if known is not None and not records.is_claimed(known):
            return known
        above = [row for row in self._upstream_rows(session, []) if row.key == key]
        return next((row for row in above if not records.is_claimed(row)), None)

    def _upstream_rows(self, session: Session, notes: list[str]) -> Sequence[PreferenceRow]:
        """Return the preferences of the meta brain; a note says why it could not be asked."""
        if self._source == "meta":
            return ()
        if session.caller.audience is Audience.REMOTE:
            notes.append("Only this brain was asked: one request carries the key of one brain.")
            return ()
        if self._upstream is None:
            return ()
        try:
            return self._upstream()
        except MyelinError as error:
            notes.append(f"The user's own brain could not be asked ({error.code}).")
            return ()

    def _stored(self, session: Session, notes: list[str]) -> tuple[Mapping[str, Stated], ...]:
        own = _stated(self._source, queries.in_force(session))
        return own, _stated("meta", self._upstream_rows(session, notes))


def _stated(source: Source, rows: Iterable[PreferenceRow]) -> dict[str, Stated]:
    return {
        row.key: Stated(source, row.value, row.statement, records.is_claimed(row)) for row in rows
    }


def _of_session(given: Mapping[str, str]) -> tuple[dict[str, Stated], list[str]]:
    """Return the values of a session, and why some of them count for nothing."""
    taken = {
        key: Stated("session", value)
        for key, value in given.items()
        if rules.is_key(key) and not rules.is_protected(key)
    }
    left_out = len(given) - len(taken)
    reason = "no keys, or of a namespace that is the owner's"
    return taken, [f"{left_out} values of the session were left out: {reason}."] if left_out else []


def _ensure_key(key: str) -> None:
    if not rules.is_key(key):
        raise _invalid("pattern", "is no key: 1 to 128 of a-z, 0-9, `_`, `.` and `-`")


def _ensure_durable(statement: str) -> None:
    verdict = durable.judge(statement)
    if verdict.durable:
        return
    if not verdict.is_known:
        names = ", ".join(durable.language_names())
        raise NotDurable(
            reason=f"its language is not known here (known: {names})",
            suggestion="Ask the owner to say it in one of these, or to use `myelin prefs set`.",
            details={"missing": f"a statement in {names}"},
        )
    if verdict.veto is None:
        raise NotDurable(
            reason="it has no word of lasting",
            suggestion=f"Keep it only if the owner says so for good, with {_EXAMPLE}.",
            details={"missing": _EXAMPLE},
        )
    kind = "a guess or a question" if verdict.is_hedge else "meant for once"
    raise NotDurable(
        reason=f"“{verdict.veto}” makes it {kind}",
        suggestion="Follow it now and keep nothing, or ask the owner whether it holds from now on.",
        details={"veto": verdict.veto},
    )


def _invalid(rule: str, message: str) -> ArgumentInvalid:
    problem = {"path": "/key", "rule": rule, "message": message}
    return ArgumentInvalid(count=1, tool="set_preference", details={"problems": [problem]})


def _ensure_owner(session: Session) -> None:
    if session.caller.origin is not Origin.OWNER:
        raise PermissionError("only the owner takes values back")
