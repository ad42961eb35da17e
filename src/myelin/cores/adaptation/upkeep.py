"""What upkeep asks of the adaptation core: outcomes and proposals dumped, loaded and erased."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from myelin.contract.errors import OutcomeUnknown, ProposalUnknown
from myelin.cores.adaptation import queries, records, rules, whole
from myelin.cores.adaptation.queries import OutcomeRow, ProposalRow
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.clock import parse_time
from myelin.kernel.ids import Chance, decode_id, encode_id, new_row_id
from myelin.kernel.upkept import Doomed, Finding, Loaded, Record, Skipped
from myelin.store import Delete, Put, Session

OUTCOME, PROPOSAL = "outcome", "proposal"
_ADMITTED = (
    "task", "task_kind", "outcome", "summary", "signal", "process", "used", "violations",
    "sensitivity",
)  # fmt: skip
_STATES = ("open", "accepted", "rejected", "stale")


class AdaptationUpkeep:
    """Outcomes with what bore on them, and proposals, whole."""

    prefixes: Sequence[str] = ("out", "prp")
    kinds: Sequence[str] = (OUTCOME, PROPOSAL)

    def __init__(self, *, chance: Chance) -> None:
        self._chance = chance

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield every outcome, then every proposal, the oldest first."""
        for row in whole.outcomes(session):
            uses = queries.uses_of(session, row.id)
            told: dict[str, Any] = dict(
                records.outcome(row, uses, queries.violations_of(session, row.id))
            )
            kept = {"origin": row.origin, "audience": row.audience, "counts": bool(row.counts)}
            kept |= {} if row.actor is None else {"actor": row.actor}
            yield {"kind": OUTCOME, **told, "sensitivity": row.sensitivity, **kept}
        for proposal in whole.proposals(session):
            told = dict(records.proposal(proposal))
            kept = {"origin": proposal.origin, "sensitivity": proposal.sensitivity}
            for name in ("words", "body"):
                if (value := getattr(proposal, name)) is not None:
                    kept[name] = value
            yield {**told, "proposes": told["kind"], **kept, "kind": PROPOSAL}

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have written it; of a proposal, the texts that it brings."""
        if record["kind"] == OUTCOME:
            return "log_outcome", {name: record[name] for name in _ADMITTED if name in record}
        texts = [record.get(name) for name in ("target", "reason", "words", "body")]
        said = "\n".join(text for text in texts if isinstance(text, str))
        # A proposal has no tool of its own; whatever is remembered passes the same checks.
        return "remember", {"content": said, "class": "note"}

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write an outcome or a proposal as it was; from elsewhere an outcome counts for nothing.

        Raises:
            Skipped: it is not whole, its id is taken, or it is another brain's proposal.
        """
        if record["kind"] == PROPOSAL:
            return self._load_proposal(session, record, owned=owned)
        row = _outcome(record)
        known = whole.outcome(session, row.id)
        if known is not None:
            if (known.task, known.summary) != (row.task, row.summary):
                raise Skipped("another outcome has this id")
            return "known"
        if row.recorded_at > session.now_ms + rules.DAY_MS:
            raise Skipped("its time lies more than a day ahead")
        if not owned:
            row = row._replace(origin=Origin.IMPORT.value, counts=0)
        queries.insert_outcome(session, row)
        uses = {decode_id(each["id"]): each["verdict"] for each in record["used"]}
        queries.insert_uses(
            session, row.id, [(new_row_id(self._chance), *each) for each in uses.items()]
        )
        met = [(each["standard"], each["rule"], each["count"]) for each in record["violations"]]
        queries.insert_violations(
            session, row.id, [(new_row_id(self._chance), *each) for each in met]
        )
        return "lowered" if not owned and record["counts"] else "added"

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield outcomes whose episode is gone without a purge."""
        lost = whole.without_episode(session)
        if lost:
            yield Finding(
                "episode_missing",
                f"{lost} outcomes name an episode that is not there.",
                "They still count; nothing needs to be done.",
            )

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole id names an outcome or a proposal that is there."""
        try:
            self.doom(session, public_id)
        except (OutcomeUnknown, ProposalUnknown):
            return False
        return True

    def touched(self, row_id: int) -> str | None:
        """Return None: outcomes have no uses of their own."""
        del row_id
        return None

    def doom(self, session: Session, public_id: str) -> Doomed:
        """Return an outcome with its episode, or a proposal.

        Raises:
            OutcomeUnknown, ProposalUnknown: nothing has this id.
        """
        is_outcome = public_id.startswith("out_")
        try:
            row_id = decode_id(public_id)
        except ValueError:
            row_id = 0
        if is_outcome:
            outcome = whole.outcome(session, row_id)
            if outcome is None:
                raise OutcomeUnknown()
            doomed = _doomed(session, [outcome])
            episode = encode_id("mem", outcome.memory_id)
            # Its episode says the same; the memory core finds the rest of that.
            return Doomed([*doomed.ids, episode], doomed.rows, doomed.texts, [])
        proposal = whole.proposal(session, row_id)
        if proposal is None:
            raise ProposalUnknown()
        return _with_proposals(Doomed([], frozenset(), [], []), [proposal])

    def follow(self, session: Session, doomed: Doomed) -> Doomed:
        """Return what is doomed with the outcomes of its episodes and proposals that repeat it."""
        memories = [row_id for table, row_id in doomed.rows if table == "memory"]
        found = _doomed(session, whole.outcomes_of(session, memories))
        widened = Doomed(
            list(dict.fromkeys([*doomed.ids, *found.ids])),
            doomed.rows | found.rows,
            list(dict.fromkeys([*doomed.texts, *found.texts])),
            doomed.mentions,
        )
        return _with_proposals(widened, whole.proposals_repeating(session, widened.texts))

    def tell(self, row: Put | Delete) -> Record | None:
        """Return what happened to an outcome or a proposal, without what it says."""
        prefix = {OUTCOME: "out", PROPOSAL: "prp"}.get(row.table)
        if prefix is None:
            return None
        told: Record = {"id": encode_id(prefix, row.row_id)}
        if isinstance(row, Delete):
            return {**told, "what": "removed"}
        if row.table == OUTCOME:
            outcome = OutcomeRow(*row.values)
            return {**told, "what": f"logged {outcome.outcome}", "origin": outcome.origin}
        proposal = ProposalRow(*row.values)
        told |= {"what": f"{proposal.state} {proposal.kind}", "origin": proposal.origin}
        return told if proposal.decided_by is None else told | {"decided_by": proposal.decided_by}

    def _load_proposal(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        if not owned:
            raise Skipped("another brain's proposals are not taken over")
        row = _proposal(record)
        known = whole.proposal(session, row.id)
        if known is not None:
            if (known.kind, known.target) != (row.kind, row.target):
                raise Skipped("another proposal has this id")
            return "known"
        queries.insert_proposal(session, row)
        return "added"


def _doomed(session: Session, rows: Iterable[OutcomeRow]) -> Doomed:
    gone: set[tuple[str, int]] = set()
    ids, texts = [], []
    for row in rows:
        ids.append(records.outcome_id(row.id))
        gone |= {(OUTCOME, row.id), *whole.parts_of(session, row.id)}
        texts += [row.task, row.summary]
    return Doomed(ids, frozenset(gone), texts, [])


def _with_proposals(doomed: Doomed, rows: Iterable[ProposalRow]) -> Doomed:
    ids, gone, texts = list(doomed.ids), set(doomed.rows), list(doomed.texts)
    for row in rows:
        ids.append(encode_id("prp", row.id))
        gone.add((PROPOSAL, row.id))
        texts += [text for text in (row.words, row.body) if text]
    return Doomed(
        list(dict.fromkeys(ids)), frozenset(gone), list(dict.fromkeys(texts)), doomed.mentions
    )


def _outcome(record: Record) -> OutcomeRow:
    try:
        process = record.get("process")
        return OutcomeRow(
            id=_row_id(record["id"], "out"),
            task=record["task"],
            task_kind=record["task_kind"],
            outcome=record["outcome"],
            summary=record["summary"],
            signal=record["signal"],
            process=None if process is None else process["name"],
            process_version=None if process is None else process["version"],
            sensitivity=record["sensitivity"],
            origin=Origin(record["origin"]).value,
            actor=_text(record.get("actor")),
            audience=Audience(record["audience"]).value,
            counts=int(record["counts"] is True),
            memory_id=_row_id(record["memory"], "mem"),
            recorded_at=parse_time(record["recorded_at"]),
        )
    except (KeyError, ValueError, TypeError, AttributeError):
        raise Skipped("it is no whole outcome") from None


def _proposal(record: Record) -> ProposalRow:
    try:
        if record["state"] not in _STATES:
            raise ValueError
        evidence = [_row_id(each, "out") for each in record["evidence"]]
        decided_at = record.get("decided_at")
        return ProposalRow(
            id=_row_id(record["id"], "prp"),
            kind=str(record["proposes"]),
            target=str(record["target"]),
            state=record["state"],
            reason=str(record["reason"]),
            words=_text(record.get("words")),
            body=_text(record.get("body")),
            evidence=json.dumps(evidence),
            sensitivity=rules.strictest([record["sensitivity"]]),
            origin=Origin(record["origin"]).value,
            created_at=parse_time(record["created_at"]),
            decided_at=None if decided_at is None else parse_time(decided_at),
            decided_by=_text(record.get("decided_by")),
        )
    except (KeyError, ValueError, TypeError, AttributeError):
        raise Skipped("it is no whole proposal") from None


def _row_id(text: str, prefix: str) -> int:
    if not text.startswith(f"{prefix}_"):
        raise ValueError(prefix)
    return decode_id(text)


def _text(value: object) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value
