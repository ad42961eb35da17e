# @generated from spec/types.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The objects that results are made of. They are built here, so they need types and no checks."""

from typing import NotRequired, TypedDict


class QuotaUse(TypedDict):
    """What a tenant uses."""

    brains: int
    bytes: int


class QuotaLimits(TypedDict):
    """What a tenant may use."""

    brains: int
    bytes: int
    requests_per_minute: int
    writes_per_minute: int


class Tenant(TypedDict):
    """A tenant of a server."""

    id: str
    created_at: str
    suspended_at: NotRequired[str]
    users: int
    used: QuotaUse
    limits: QuotaLimits


class User(TypedDict):
    """A person who may sign in to a server for a tenant."""

    id: str
    tenant: str
    email: str
    created_at: str


class RegisteredBrain(TypedDict):
    """A brain of a tenant."""

    id: str
    name: str
    position: str
    revision: int
    generation: int
    bytes: int
    schema: int
    created_at: str
    pushed_at: NotRequired[str]
    restored_at: NotRequired[str]
    snapshots: int
    log_bytes: int
    needs_push: NotRequired[bool]


class Epoch(TypedDict):
    """A file of a brain that can be pulled."""

    epoch: int
    length: int
    kept_until: NotRequired[str]


UploadAnnouncement = TypedDict(
    "UploadAnnouncement",
    {
        "from": int,
        "bytes": int,
        "sha256": str,
    },
)
"""What an upload will bring."""


class RemoteSnapshot(TypedDict):
    """A snapshot that a server keeps."""

    id: str
    name: NotRequired[str]
    token: str
    bytes: int
    at: str
    by: str


RemoteState = TypedDict(
    "RemoteState",
    {
        "brain": str,
        "snapshot": NotRequired[str],
        "epoch": int,
        "first_seq": int,
        "last_seq": int,
        "from": str,
        "to": str,
        "bytes": int,
    },
)
"""A state of a brain that a device can restore."""


class ListedToken(TypedDict):
    """A token or an OAuth grant of a tenant."""

    id: str
    name: str
    scope: str
    brain: NotRequired[str]
    kind: str
    client: NotRequired[str]
    created_at: str
    last_used_day: NotRequired[str]
    expires_at: NotRequired[str]
    carries_key: bool


class AuditRow(TypedDict):
    """One request of a tenant."""

    time: str
    token: str
    brain: NotRequired[str]
    endpoint: str
    outcome: str
    ms: int


class Brain(TypedDict):
    """Which brain answered."""

    id: str
    name: str
    kind: str


Memory = TypedDict(
    "Memory",
    {
        "id": str,
        "class": str,
        "content": str,
        "subject": NotRequired[str],
        "tags": list[str],
        "aliases": list[str],
        "tier": str,
        "sensitivity": str,
        "origin": str,
        "actor": NotRequired[str],
        "session": NotRequired[str],
        "evidence": str,
        "evidence_ref": NotRequired[str],
        "observed_at": NotRequired[str],
        "recorded_at": str,
        "superseded_at": NotRequired[str],
        "superseded_by": NotRequired[str],
        "supersedes": list[str],
        "uses": int,
        "trust": float,
    },
)
"""One memory, whole."""


Item = TypedDict(
    "Item",
    {
        "id": str,
        "class": str,
        "content": str,
        "truncated": NotRequired[bool],
        "also": NotRequired[int],
        "subject": NotRequired[str],
        "tags": NotRequired[list[str]],
        "tier": NotRequired[str],
        "trust": float,
        "score": float,
        "match": NotRequired[float],
        "bm25": NotRequired[float],
        "meaning": NotRequired[float],
        "via": NotRequired[str],
        "parent": NotRequired[str],
        "matched": NotRequired[list[str]],
        "origin": NotRequired[str],
        "actor": NotRequired[str],
        "session": NotRequired[str],
        "evidence": NotRequired[str],
        "observed_at": NotRequired[str],
        "recorded_at": NotRequired[str],
        "contradicts": NotRequired[list[str]],
        "harmful": NotRequired[int],
        "looks_like": NotRequired[str],
    },
)
"""One memory as recall serves it; a field that holds its default is left out."""


Link = TypedDict(
    "Link",
    {
        "type": str,
        "from": str,
        "to": str,
        "origin": str,
        "recorded_at": str,
    },
)
"""How one memory bears on another."""


class Contradiction(TypedDict):
    """A live memory that the one at hand contradicts."""

    id: str
    why: str


class ContradictionGroup(TypedDict):
    """Live memories that cannot all hold."""

    ids: list[str]
    why: str


class TagCount(TypedDict):
    """A tag and how many live memories have it."""

    tag: str
    count: int
    spellings: NotRequired[list[str]]


class SubjectGroup(TypedDict):
    """Live memories about one subject."""

    subject: str
    ids: list[str]


class TrustDetail(TypedDict):
    """What a trust is made of."""

    value: float
    age_days: float
    half_life_days: float
    reinforce: float


class LinkTarget(TypedDict):
    """A link from the new memory to one that is there."""

    type: str
    to: str


class NamedVersion(TypedDict):
    """A process at one version."""

    name: str
    version: int


class UsedMemory(TypedDict):
    """A memory that bore on the task."""

    id: str
    verdict: str


class MetViolation(TypedDict):
    """A rule that the work broke on the way."""

    standard: str
    rule: str
    count: NotRequired[int]


class Outcome(TypedDict):
    """How one task went."""

    id: str
    task: str
    task_kind: str
    outcome: str
    summary: str
    signal: str
    process: NotRequired[NamedVersion]
    used: list[UsedMemory]
    violations: list[MetViolation]
    memory: str
    recorded_at: str


class Proposal(TypedDict):
    """A change that waits for the owner."""

    id: str
    kind: str
    target: NotRequired[str]
    state: str
    reason: str
    evidence: list[str]
    created_at: str
    decided_at: NotRequired[str]
    decided_by: NotRequired[str]


class Preference(TypedDict):
    """One preference, as stored."""

    id: str
    key: str
    value: str
    statement: str
    origin: str
    claimed: bool
    recorded_at: str
    superseded_at: NotRequired[str]


class HiddenValue(TypedDict):
    """A value that a nearer source hides."""

    source: str
    value: str


class ResolvedPreference(TypedDict):
    """What holds for one key."""

    key: str
    value: str
    source: str
    statement: NotRequired[str]
    claimed: NotRequired[bool]
    hides: list[HiddenValue]


class Process(TypedDict):
    """One version of a process; the fields of its kind come with it where it is read whole."""

    id: str
    kind: str
    name: str
    version: int
    title: str
    summary: str
    triggers: NotRequired[list[str]]
    reviewed: bool
    retired: NotRequired[bool]
    actor: NotRequired[str]
    recorded_at: str


class MatchedTrigger(TypedDict):
    """A trigger that the task holds."""

    trigger: str
    score: int


class Attachment(TypedDict):
    """A file that came with a skill."""

    path: str
    bytes: int


class ProcessMatch(TypedDict):
    """A process that fits a task."""

    name: str
    kind: str
    version: int
    reviewed: bool
    score: int
    matched: list[MatchedTrigger]
    words: NotRequired[list[str]]
    summary: str


class Violation(TypedDict):
    """A place where a text breaks a rule."""

    rule: str
    standard: str
    version: int
    severity: str
    line: int
    column: int
    message: str
    fix: str


class RiskMatch(TypedDict):
    """A risk that an action runs."""

    standard: str
    version: int
    reviewed: bool
    risk: str
    level: str
    reason: str
    instead: str


class StandardSummary(TypedDict):
    """One standard without its rules."""

    name: str
    version: int
    title: str
    reviewed: bool
    rules: int
    risks: int
    id: NotRequired[str]
    retired: NotRequired[bool]
    actor: NotRequired[str]
    recorded_at: NotRequired[str]


class Seeded(TypedDict):
    """How many documents a new brain begins with."""

    processes: NotRequired[int]
    standards: NotRequired[int]


class ClassCounts(TypedDict):
    """How many memories of each class there are."""

    convention: int
    decision: int
    lesson: int
    reference: int
    fact: int
    note: int
    episode: int


class TierCounts(TypedDict):
    """How many memories of each tier there are."""

    core: int
    normal: int
    archive: int


class SensitivityCounts(TypedDict):
    """How many memories of each sensitivity there are."""

    normal: int
    local_only: int


class ArchivePolicy(TypedDict):
    """How many earlier states are kept as whole files."""

    newest: int
    days: int
    weeks: int
    months: int
    logs: int


class WeekTally(TypedDict):
    """How tasks went in one week."""

    total: int
    success: int


class TaskKindTally(TypedDict):
    """How tasks of one kind went."""

    task_kind: str
    total: int
    success: int
    partial: int
    failure: int
    rate: float
    weeks: list[WeekTally]


class ProcessTally(TypedDict):
    """How tasks went that followed one version of a process."""

    process: str
    version: int
    total: int
    success: int
    partial: int
    failure: int
    rate: float
    weeks: list[WeekTally]


class MemoryTally(TypedDict):
    """How many outcomes a memory helped or misled."""

    id: str
    outcomes: int


class ProposalCounts(TypedDict):
    """How many proposals are in each state."""

    open: int
    accepted: int
    rejected: int
    stale: int


class ScoresByWord(TypedDict):
    """The score that each word adds."""


class Explanation(TypedDict):
    """What each part of a score adds."""

    id: str
    content: str
    words: ScoresByWord
    phrases: float
    common: float
    dates: float
    coverage: float
    actor: float
    question: float
    session: float
    meaning: NotRequired[float]
    relevance: float
    trust: float
    score: float


class FileReport(TypedDict):
    """What a check found in one file."""

    file: str
    brain: NotRequired[Brain]
    passed: bool
    violations: list[Violation]
    total: int
    bytes: int


class SkippedFile(TypedDict):
    """A file that was left out of a check."""

    file: str
    reason: str


class Credential(TypedDict):
    """A place in a file that looks like a credential."""

    file: str
    rule: str
    line: int
    column: int
    offset: NotRequired[int]


class EvidenceOutcome(TypedDict):
    """An outcome that a proposal rests on."""

    id: str
    task: str
    task_kind: str
    outcome: str
    summary: str
    signal: str
    process: NotRequired[NamedVersion]
    used: list[UsedMemory]
    violations: list[MetViolation]
    memory: str
    recorded_at: str
    origin: str
    actor: NotRequired[str]
    claimed: bool


class SignalCounts(TypedDict):
    """How many outcomes are known in which way."""

    verification: NotRequired[int]
    feedback: NotRequired[int]
    reported: NotRequired[int]


class NearDocument(TypedDict):
    """What is there already and may say the same."""

    kind: str
    name: NotRequired[str]
    text: NotRequired[str]


LogRow = TypedDict(
    "LogRow",
    {
        "what": str,
        "id": NotRequired[str],
        "class": NotRequired[str],
        "origin": NotRequired[str],
        "actor": NotRequired[str],
        "session": NotRequired[str],
        "reason": NotRequired[str],
        "decided_by": NotRequired[str],
    },
)
"""One row that a transaction wrote."""


class RecordedDecision(TypedDict):
    """An act that only the owner may decide, and who decided it."""

    act: str
    subject: str
    decided_by: str
    decided_at: str
    seen: bool


class LogEntry(TypedDict):
    """One transaction of the log."""

    seq: int
    time: str
    kind: str
    note: NotRequired[str]
    by: NotRequired[str]
    act: NotRequired[str]
    ids: NotRequired[list[str]]
    rows: NotRequired[list[LogRow]]
    rows_omitted: NotRequired[int]


class BrainFinding(TypedDict):
    """What is wrong with a brain."""

    code: str
    sentence: str
    fix: str


class RecordCounts(TypedDict):
    """How many records of each kind there are."""

    memory: NotRequired[int]
    link: NotRequired[int]
    process: NotRequired[int]
    standard: NotRequired[int]
    outcome: NotRequired[int]
    proposal: NotRequired[int]
    preference: NotRequired[int]
    tombstone: NotRequired[int]


class LeftOut(TypedDict):
    """A line that was left out."""

    line: int
    reason: str


class Position(TypedDict):
    """A position in a brain's history."""

    seq: int
    epoch: int


class NamedPosition(TypedDict):
    """A named state of a brain."""

    name: str
    seq: int


class HostFileState(TypedDict):
    """A file of a host, and whether it has the entry."""

    scope: str
    path: str
    state: str


class HostState(TypedDict):
    """A host, and whether this brain is set up in it."""

    host: str
    title: str
    found: bool
    files: list[HostFileState]


class HostFile(TypedDict):
    """A file that belongs to the set-up of a host."""

    path: str
    act: str
    difference: list[str]
    copy: NotRequired[str]


class RestorePoint(TypedDict):
    """A state that can be restored."""

    seq: int
    time: str
    kind: str
    name: NotRequired[str]
    note: NotRequired[str]


class PurgeReceipt(TypedDict):
    """What a purge searched and rewrote."""

    at: str
    reason: str
    how: str
    files_searched: int
    bytes_searched: int
    files_rewritten: int
    files_removed: int
    files_of_other_keys: int
    found_before: int
    found_after: int
    writers_waited_ms: int
    not_covered: str


class RotatedKey(TypedDict):
    """Where a new key and its words are."""

    source: str
    phrase: str
