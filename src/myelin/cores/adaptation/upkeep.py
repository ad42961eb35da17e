"""Upkeep of the adaptation core: outcomes and proposals exported, imported, purged and logged."""

from collections.abc import Iterator, Mapping
from typing import Any

from myelin.contract.errors import OutcomeUnknown, ProposalUnknown
from myelin.cores.adaptation import upkeep_queries
from myelin.cores.adaptation.tables import OUTCOME, PROPOSAL, TABLES
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import encode_id
from myelin.kernel.tables import SourceTable
from myelin.kernel.text import slug
from myelin.kernel.upkeep import Deletion, Finding, Record
from myelin.rows import TableUpkeep
from myelin.rows.queries import Row
from myelin.store import Session

_ADMITTED = (
    "task", "task_kind", "outcome", "summary", "signal", "process", "used", "violations",
    "sensitivity",
)  # fmt: skip
_PROPOSAL_TEXTS = ("target", "reason", "words", "body")


class AdaptationUpkeep(TableUpkeep):
    """Outcomes with the memories and violations that bore on them, and proposals."""

    tables = TABLES
    references_checked = frozenset(("outcome",))

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have written it; of a proposal, the texts that it brings."""
        if record["kind"] == OUTCOME.name:
            return "log_outcome", {name: record[name] for name in _ADMITTED if name in record}
        if record["kind"] != PROPOSAL.name:
            return super().admission(record)
        texts = [record.get(name) for name in _PROPOSAL_TEXTS]
        content = "\n".join(text for text in texts if isinstance(text, str))
        # A proposal has no tool of its own; its texts pass the checks of `remember`.
        return "remember", {"content": content, "class": "note"}

    def lower(self, session: Session, table: SourceTable, row: Row) -> bool:
        """Let an outcome from elsewhere count for nothing."""
        super().lower(session, table, row)
        if table is not OUTCOME:
            return False
        row["task_kind"] = slug(row["task_kind"])
        counted = bool(row["counts"])
        row["counts"] = 0
        return counted

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield outcomes whose episode is gone without a purge."""
        lost = upkeep_queries.without_episode(session)
        if lost:
            yield Finding(
                "episode_missing",
                f"{lost} outcomes name an episode that is not there.",
                "They still count; nothing needs to be done.",
            )
        yield from super().check(session)

    def unknown(self, public_id: str) -> MyelinError:
        """Return the error for an id that names neither an outcome nor a proposal."""
        return OutcomeUnknown() if public_id.startswith("out_") else ProposalUnknown()

    def deletion_of(self, session: Session, public_id: str) -> Deletion:
        """Return an outcome with its episode, or a proposal.

        Raises:
            OutcomeUnknown, ProposalUnknown: nothing has this id.
        """
        deletion = super().deletion_of(session, public_id)
        found = self.find(session, public_id)
        if found is None or found[0] is not OUTCOME:
            return deletion
        # Its episode says the same; the memory core finds the rest of that.
        episode = encode_id("mem", found[1]["memory_id"])
        return Deletion([*deletion.ids, episode], deletion.rows, deletion.texts, deletion.mentions)

    def widened(self, session: Session, deletion: Deletion) -> Deletion:
        """Add the outcomes of deleted episodes, and the proposals that repeat a deleted text."""
        deletion = super().widened(session, deletion)
        return self.with_rows(
            deletion, PROPOSAL, upkeep_queries.proposals_repeating(session, deletion.texts)
        )

    def happened(self, table: SourceTable, row: Row) -> str:
        """Return how an outcome ended, or what became of a proposal."""
        if table is OUTCOME:
            return f"logged {row['outcome']}"
        if table is PROPOSAL:
            return f"{row['state']} {row['kind']}"
        return super().happened(table, row)
