"""A brain with memories of every class, chains, links, uses and a purge, and its way out and in."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from myelin.engine.admit import admit
from myelin.engine.engine import Engine
from myelin.kernel.audience import Origin
from myelin.kernel.caller import LOCAL_HOST, LOCAL_OWNER
from myelin.kernel.decision import Decision
from myelin.registry import Registry
from myelin.surface.operations import OPERATIONS
from myelin.testing.clock import ManualClock
from myelin.testing.engines import DECIDED, call, run, temporary_brain
from myelin.upkeep import export, import_, purge, seed

DEVICE_KEY = bytes(range(32))
CLASSES = ("convention", "decision", "lesson", "reference", "fact", "note", "episode")
LINKS = ("contradicts", "supports", "relates_to", "depends_on", "caused_by")


@contextmanager
def engine(seed: str = "first", origin: Origin = Origin.OWNER) -> Iterator[Engine]:
    """Open an engine on a new, empty brain."""
    with temporary_brain(clock=ManualClock(), seed=seed) as brain:
        opened = brain.open(origin=origin)
        try:
            yield opened
        finally:
            opened.store.close()


def fill(opened: Engine, memories: int) -> list[str]:
    """Remember that many memories of every class, with chains, links, uses and a core memory."""
    ids: list[str] = []
    for number in range(memories):
        given: dict[str, Any] = {
            "content": f'Number {number}: the service "ünit-{number % 13}" waits\nfor line two.',
            "class_": CLASSES[number % 7],
            "tags": [f"tag{number % 5}"],
        }
        if number % 3 == 0:
            given |= {"subject": f"service.{number % 50}", "aliases": [f"alias {number}"]}
        if number % 4 == 0:
            given |= {"actor": "someone", "session": f"run-{number % 9}", "evidence": "verified"}
            given |= {"observed_at": "2026-01-02T03:04:05.006Z", "evidence_ref": "docs/a.md"}
        if number % 10 == 9:
            given["supersedes"] = ids[-1]
        if number % 6 == 5:
            given["sensitivity"] = "normal"
            given["links"] = [{"type": LINKS[number % 5], "to": ids[number // 2]}]
        ids.append(call(opened, "remember", **given)["memory"]["id"])
    with opened.store.write() as session:
        seed.starter_pack(session, opened.processes, opened.quality)
    retired = []
    with opened.store.write(caller=LOCAL_HOST) as session:
        for table in ("process", "standard"):
            hub = Registry(table, chance=opened.memory._chance)
            first, last, *_ = hub.every_version(session)
            hub.save(session, first.name, first.yaml + "\n# another opinion\n")
            retired.append((table, last.name))
    with opened.store.write(caller=LOCAL_OWNER) as session:
        for table, name in retired:
            Registry(table, chance=None).retire(session, name)
    run(opened, "core_add", ids[0])
    run(opened, "archive", ids[1])
    for _ in range(3):
        opened.store._clock.advance(2 * 3_600_000)
        call(opened, "recall", query="number service waits")
    return ids


def exported(opened: Engine) -> list[bytes]:
    """Return the lines of an export."""
    with opened.store.read() as session:
        records = list(export.records(session, opened.cores))
    return list(export.lines(records, DEVICE_KEY))


def imported(
    opened: Engine,
    lines: list[bytes],
    *,
    owned: bool = True,
    decision: Decision | None = DECIDED,
) -> import_.Report:
    """Bring lines in."""

    def check(tool: str, arguments: Any) -> None:
        admit(OPERATIONS[tool], arguments, scan=opened.scan)

    split = b"".join(lines).split(b"\n")
    is_owned = owned and import_._is_owned(split, DEVICE_KEY)
    given = import_.ExportedLines(split, is_owned)
    return import_.load(
        opened.store, opened.cores, given, check, chance=opened.chance, decision=decision
    )


def purged(opened: Engine, public_id: str) -> Any:
    """Purge one thing and return the receipt."""
    with opened.store.read() as session:
        deletion = purge.plan(session, opened.cores, public_id)
    word = purge.PurgeReason("asked for by a test", "person", opened.store._clock.now_ms())
    return purge.purge(opened.store, purge.Order(deletion, word, opened.cores))
