"""Adopt a preference that a client claims. The body is JSON: `value` and `statement`."""

import json

from myelin.cores.adaptation.kinds.kind import Case, Preview, ProposalKind
from myelin.cores.adaptation.queries import ProposalRow


class RevisePreference(ProposalKind):
    """Opened when a client claims another value than the owner's."""

    name = "revise_preference"

    def why_stale(self, case: Case) -> str | None:
        """Return that the owner changed the preference since, or None."""
        holds = case.hubs.preferences.value_of(case.session, case.target)
        if holds is None or holds[2] > case.row.created_at:
            return "the owner has set or taken back that preference since"
        return None

    def preview(self, case: Case) -> Preview:
        """Return the owner's present value beside the claimed one."""
        claimed = _claim(case.row)
        holds = case.hubs.preferences.value_of(case.session, case.target)
        now = "" if holds is None else _said(holds[0], holds[1])
        lost = () if holds is None else (f"Your value of {case.target} is no longer in force.",)
        return Preview(
            act=f"Accepting sets the preference {case.target} to the claimed value, as your own.",
            now=now,
            then=_said(claimed["value"], claimed["statement"]),
            lost=lost,
        )

    def apply(self, case: Case) -> str:
        """Set the claimed value as the owner's and return its key."""
        claimed = _claim(case.row)
        value, statement = claimed["value"], claimed["statement"]
        case.hubs.preferences.adopt(case.session, case.target, value, statement)
        return case.target


def _claim(row: ProposalRow) -> dict[str, str]:
    claimed: dict[str, str] = json.loads(row.body or '{"value": "", "statement": ""}')
    return claimed


def _said(value: str, statement: str) -> str:
    return f"{value}\n{statement}" if statement else value
