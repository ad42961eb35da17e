"""Consistency checks of a brain's content: its settings, tombstones and the rows of its cores."""

from collections.abc import Iterator, Sequence

from myelin.kernel.progress import Progress, followed, silent
from myelin.kernel.upkeep import Finding
from myelin.store import SETTINGS, Session
from myelin.upkeep import tombstones
from myelin.upkeep.core import Core


def check(
    session: Session, cores: Sequence[Core], progress: Progress = silent
) -> Iterator[Finding]:
    """Yield the inconsistencies inside a brain that opens."""
    rows = session.execute("SELECT key, value FROM meta")
    known: dict[str, str] = {key: str(value) for key, value in rows}
    for name in SETTINGS:
        if not known.get(name):
            yield Finding(
                "meta_missing",
                f"The brain's own setting {name} is missing.",
                "Restore a state that has it: `myelin restore --dry-run` lists them.",
            )
    absolute = sum(value.startswith("/") for value in known.values())
    if absolute:
        yield Finding(
            "path_absolute",
            f"{absolute} of the brain's own settings hold an absolute path.",
            "Elsewhere it means nothing; please report which command put it there.",
        )
    alive = sum(_is_there(session, cores, stone["id"]) for stone in tombstones.dump(session))
    if alive:
        yield Finding(
            "tombstone_broken",
            f"{alive} things are there although they were purged.",
            "Purge them again.",
        )
    for core in followed(progress, "Checking content", cores, len(cores)):
        yield from core.check(session)


def _is_there(session: Session, cores: Sequence[Core], public_id: str) -> bool:
    prefix = public_id.partition("_")[0]
    return any(core.exists(session, public_id) for core in cores if prefix in core.prefixes)
