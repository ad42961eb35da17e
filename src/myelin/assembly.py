"""Builds engines: the only place that wires stores, cores and the machine together."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from myelin import secrets, store
from myelin.contract.errors import BrainDamaged, BrainUnknown, ProcessUnknown, StandardUnknown
from myelin.cores import adaptation, memory, preferences, processes, quality
from myelin.engine.admit import Scan
from myelin.engine.engine import BrainInfo, Engine
from myelin.kernel.audience import Audience
from myelin.kernel.caller import Caller
from myelin.kernel.clock import format_time
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance, encode_brain_id
from myelin.kernel.machine import SYSTEM, Machine
from myelin.kernel.upkeep import Finding, Skipped
from myelin.registry.tables import ATTACHMENT, PROCESS, STANDARD
from myelin.rows import views
from myelin.store import MarkKeeper, Schema, inspection, past, shipped_migrations
from myelin.upkeep import rotation
from myelin.upkeep.decisions import DECISION
from myelin.upkeep.tombstones import TOMBSTONE

if TYPE_CHECKING:
    from myelin.cores.memory import Companion
    from myelin.sync.append import Append, EpochNeeded
    from myelin.sync.manifest import Manifest
    from myelin.sync.verification import Verified
    from myelin.upkeep.core import Core

BRAIN_ID_BYTES = 16
FORMAT_NAME = "myelin/1"
PROJECT, META = "project", "meta"
TABLES = (
    store.META,
    *memory.TABLES,
    PROCESS,
    STANDARD,
    ATTACHMENT,
    TOMBSTONE,
    DECISION,
    *preferences.TABLES,
    *adaptation.TABLES,
)
"""The declarations of all source tables. A test compares them with what the migrations make."""

# Tables of which a remote audience sees some rows. What hangs on them is joined to those rows.
_GUARDED = frozenset({"memory", "link", "outcome", "proposal"})
LOCK_WAIT_S = 5.0
_WHOLE_ID = "Give the whole id of one version, as `list --json` prints it."


def create(
    path: Path | str,
    key: bytes,
    *,
    name: str,
    kind: str = PROJECT,
    default_sensitivity: str = "normal",
    machine: Machine = SYSTEM,
) -> str:
    """Create an empty brain, sealed with its local key, and return its id.

    Raises:
        BrainExists: there is a file by that name; it was not touched.
        StorageFull, StorageReadOnly, StorageFailed: nothing was made.
    """
    brain_id = machine.chance(BRAIN_ID_BYTES)
    store.create(
        path,
        key,
        brain_id=brain_id,
        schema=_schema(Audience.LOCAL),
        clock=machine.clock,
        chance=machine.chance,
        io=machine.io,
        meta={
            "format_name": FORMAT_NAME,
            "brain_name": name,
            "brain_kind": kind,
            "default_sensitivity": default_sensitivity,
            "created_at": format_time(machine.clock.now_ms()),
        },
    )
    return encode_brain_id(brain_id)


def open(  # noqa: A001 - named for what it does, and always called as `assembly.open`.
    path: Path | str,
    key: bytes,
    *,
    name: str,
    caller: Caller,
    machine: Machine = SYSTEM,
    secret_keys: Sequence[bytes] = (),
    readonly: bool = False,
    lock_wait_s: float = LOCK_WAIT_S,
    force_network: bool = False,
    upstream: "preferences.Upstream | None" = None,
    marks: MarkKeeper | None = None,
    dense: bool = False,
    replica: bool = False,
) -> Engine:
    """Return an engine for the brain that a key opens, for one caller.

    No write may repeat the key or one of `secret_keys`. `upstream` returns the preferences of
    the user's own brain, and is called on first need. `marks` keeps the newest state that was
    seen, so that an older copy is noticed. `dense` switches the companion on, for callers on this
    device alone. `replica` opens what a device pushed, and nothing else; the key is a remote one.

    Raises:
        BrainUnknown, KeyWrong, BrainDamaged, BrainRolledBack, FormatTooNew, NetworkFilesystem,
        PathRefused: the brain was not opened, and its file was not touched.
    """
    dense = dense and caller.audience is Audience.LOCAL
    schema = _schema(caller.audience, dense=dense, replica=replica)
    opened = store.open(
        path,
        key,
        schema=schema,
        clock=machine.clock,
        chance=machine.chance,
        io=machine.io,
        readonly=readonly,
        lock_wait_s=lock_wait_s,
        force_network=force_network,
        marks=marks,
        progress=machine.progress,
    )
    # Upkeep opens blocks without dispatch.
    opened.caller = caller
    kind = _kind_of(opened)
    return Engine(
        store=opened,
        brain=BrainInfo(encode_brain_id(opened.brain_id), name, kind),
        caller=caller,
        hubs=_CoreHubs(machine.chance, kind, upstream, dense=dense),
        chance=machine.chance,
        clock=machine.clock,
        scan=_scan_for(key, *secret_keys),
        dense=dense,
    )


def build_replica(
    engine: Engine,
    path: Path,
    key: bytes,
    origin: store.ReplicaOrigin,
    pushed: Collection[int] = (),
) -> None:
    """Write an epoch of a replica with what may leave the device of an open brain.

    `pushed` are the row ids that a replica held that was pushed.

    Raises:
        BrainExists: there is a file by that name; it was not touched.
        StorageFull, StorageReadOnly, StorageFailed: no file was left.
    """
    from myelin.sync import builder

    with engine.store.read() as session:
        rows = builder.leaving_rows(session, TABLES, pushed)
    schema = _schema(Audience.REMOTE, replica=True)
    builder.build_epoch(path, key, origin, rows, schema=schema, chance=engine.chance)


def translate_append(
    engine: Engine,
    path: Path,
    key: bytes,
    since: store.Position,
    copy: Path,
    remote_key: bytes,
    *,
    pushed: Collection[int] = (),
    machine: Machine = SYSTEM,
) -> "Append | EpochNeeded":
    """Return the records that bring a replica up to date with an open brain, or why none can.

    `path` and `key` are the brain's file and its local key, `since` is its position at the last
    push. `copy` is the replica as the remote holds it; it is not changed.

    Raises:
        BrainUnknown, KeyWrong, FormatTooNew, BrainDamaged: the replica does not open.
    """
    from myelin.sync import append, leaving

    with engine.store.read() as session:
        rows = leaving.read_leaving(session, TABLES, pushed)
        upto = engine.store.position
    schema = _schema(Audience.LOCAL, replica=True)
    with (
        open_past(path, key, machine=machine) as past_,
        store.open_image(copy, remote_key, schema=schema, io=machine.io) as replica,
    ):
        records = append.records_or_none(past_, since, upto)
        if records is None:
            return append.EpochNeeded(append.EpochReason.LINEAGE)
        return append.translate(replica, records, rows, machine.chance)


@contextmanager
def verified_replica(
    path: Path,
    key: bytes,
    manifest: "Manifest",
    admit: Callable[[str, Mapping[str, Any]], object],
    *,
    machine: Machine = SYSTEM,
) -> "Iterator[Verified]":
    """Open a pulled replica for the block if it is what the newest manifest signed.

    `admit` checks the arguments of a tool's call as a host's call is checked.

    Raises:
        KeyWrong, FormatTooNew: this key or this program does not open it.
        BundleUntrusted: it is not what the owner signed, or sessions wrote what they may not.
    """
    from myelin.sync import unsigned, verification

    owners = {kind: core for core in _cores(machine.chance) for kind in core.kinds}
    parsers: dict[str, Callable[[str], Any]] = {
        PROCESS.name: processes.parse_process,
        STANDARD.name: quality.parse_standard,
    }

    def judge(record: Mapping[str, Any]) -> None:
        kind = record["kind"]
        wanted = owners[kind].admission(dict(record))
        if wanted is not None:
            admit(*wanted)
        if kind in parsers and parsers[kind](record["yaml"]).name != record["name"]:
            raise Skipped("its document has another name")

    rules = unsigned.HostRules(judge, preferences.is_protected)
    schema = _schema(Audience.LOCAL, replica=True)
    now_ms = machine.clock.now_ms()
    with verification.verified(
        path, key, manifest, schema=schema, rules=rules, now_ms=now_ms, io=machine.io
    ) as opened:
        yield opened


class _OnUse:
    """Stands for an object that is created when an attribute of it is first used."""

    def __init__(self, create: Callable[[], object]) -> None:
        self._create = create

    @cached_property
    def _object(self) -> object:
        return self._create()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._object, name)


class _CoreHubs:
    """The hubs of all cores, each wired and imported when it is first used."""

    def __init__(
        self, chance: Chance, kind: str, upstream: "preferences.Upstream | None", *, dense: bool
    ) -> None:
        self._chance = chance
        self._dense = dense
        self._kind = kind
        self._upstream = upstream
        self._rules = adaptation.Rules()
        # Every hub may write a proposal and few calls do, so the list waits for the first one.
        self._proposals = cast("adaptation.ProposalList", _OnUse(self._proposal_list))

    def _proposal_list(self) -> object:
        return adaptation.ProposalList(chance=self._chance, rules=self._rules)

    @cached_property
    def memory(self) -> "memory.MemoryHub":
        return memory.MemoryHub(
            chance=self._chance,
            proposals=self._proposals,
            misled=adaptation.harmful_counts,
            outcomes=adaptation.outcome_kinds,
            rules=memory.Rules(),
            companion=self._companion(),
        )

    def _companion(self) -> "Companion | None":
        if not self._dense:
            return None
        from myelin.dense import SentenceModel

        return SentenceModel()

    @cached_property
    def processes(self) -> "processes.ProcessHub":
        return processes.ProcessHub(
            chance=self._chance, approvals=self._proposals, rules=processes.Rules()
        )

    @cached_property
    def quality(self) -> "quality.QualityHub":
        return quality.QualityHub(
            chance=self._chance, approvals=self._proposals, rules=quality.Rules()
        )

    @cached_property
    def preferences(self) -> "preferences.PreferenceHub":
        return preferences.PreferenceHub(
            chance=self._chance,
            source="meta" if self._kind == META else "project",
            proposals=self._proposals,
            upstream=self._upstream,
            rules=preferences.Rules(),
        )

    @cached_property
    def adaptation(self) -> "adaptation.AdaptationHub":
        return adaptation.AdaptationHub(
            chance=self._chance,
            proposals=self._proposals,
            hubs=adaptation.Hubs(self.memory, self.processes, self.quality, self.preferences),
            rules=self._rules,
        )

    @cached_property
    def cores(self) -> "tuple[Core, ...]":
        return _cores(self._chance)


def _kind_of(opened: store.Store) -> str:
    with opened.read() as session:
        rows = list(session.execute("SELECT value FROM meta WHERE key = 'brain_kind'"))
    return str(rows[0][0]) if rows else PROJECT


def brain_id_of(path: Path) -> str:
    """Return the id of a brain's file, from its archive if the file's header is damaged.

    Raises:
        BrainUnknown, BrainDamaged, FormatTooNew: neither the file nor its archive says it.
    """
    try:
        return encode_brain_id(store.read_brain_id(path))
    except (BrainDamaged, BrainUnknown):
        for file in sorted(path.with_suffix(".archive").glob("e*.myl"), reverse=True):
            with suppress(MyelinError):
                return encode_brain_id(store.read_brain_id(file))
        raise


def settled_root(
    path: Path, root: bytes, keystore: rotation.Keystore, *, machine: Machine = SYSTEM
) -> bytes:
    """Return the root that opens a brain, and finish a rotation that was interrupted."""
    return rotation.settled_root(
        path,
        root,
        keystore,
        schema=_schema(Audience.LOCAL),
        clock=machine.clock,
        chance=machine.chance,
    )


@contextmanager
def open_past(
    path: Path,
    key: bytes,
    *,
    machine: Machine = SYSTEM,
    force_network: bool = False,
    marks: MarkKeeper | None = None,
    dense: bool = False,
) -> Iterator[past.Past]:
    """Open the earlier states of a brain for the block; its file may be damaged.

    Raises:
        BrainUnknown, BrainBusy, KeyWrong, FormatTooNew: there is nothing that can be read.
    """
    with past.open_past(
        path,
        key,
        schema=_schema(Audience.LOCAL, dense=dense),
        clock=machine.clock,
        chance=machine.chance,
        io=machine.io,
        force_network=force_network,
        marks=marks,
        progress=machine.progress,
    ) as opened:
        yield opened


def inspect(
    path: Path, key: bytes, *, machine: Machine = SYSTEM, marks: MarkKeeper | None = None
) -> list[Finding]:
    """Return what is wrong with the files of a brain; none of them is changed."""
    schema = _schema(Audience.LOCAL)
    clock, chance = machine.clock, machine.chance
    return inspection.inspect(
        path,
        key,
        schema=schema,
        clock=clock,
        chance=chance,
        marks=marks,
        progress=machine.progress,
    )


def _cores(chance: Chance) -> "tuple[Core, ...]":
    """Return every core as upkeep sees it, in the order of an export."""
    from myelin.registry.upkeep import DocumentUpkeep

    return (
        memory.MemoryUpkeep(chance=chance),
        DocumentUpkeep(
            PROCESS,
            name_of=lambda yaml: processes.parse_process(yaml).name,
            unknown=ProcessUnknown(suggestion=_WHOLE_ID),
            chance=chance,
            parts=(ATTACHMENT,),
        ),
        DocumentUpkeep(
            STANDARD,
            name_of=lambda yaml: quality.parse_standard(yaml).name,
            unknown=StandardUnknown(suggestion=_WHOLE_ID),
            chance=chance,
        ),
        adaptation.AdaptationUpkeep(chance=chance),
        preferences.PreferenceUpkeep(chance=chance),
    )


def _scan_for(*live_keys: bytes) -> Scan:
    """Return the check of every write; a brain must not come to hold what opens it."""

    # A function and no partial: the keys would stand in the partial's repr.
    def scan(fields: Iterable[tuple[str, str]]) -> None:
        secrets.refuse(fields, live_keys)

    return scan


def _schema(audience: Audience, *, dense: bool = False, replica: bool = False) -> Schema:
    derivations: tuple[store.Derivation, ...] = (memory.MemoryIndex(),)
    if dense:
        from myelin.dense import REVISION

        derivations = (*derivations, memory.VectorTable(REVISION))
    return Schema(
        migrations=shipped_migrations(),
        tables=TABLES,
        apply_touch=memory.apply_touch,
        derivations=derivations,
        session_sql=views(TABLES, audience),
        guarded=_GUARDED if audience is Audience.REMOTE else frozenset(),
        replica=replica,
    )
