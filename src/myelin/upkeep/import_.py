"""Bringing in what an export holds: whole when it is this device's own, governing nothing else."""

import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from myelin.contract.errors import ImportRefused
from myelin.kernel.errors import MyelinError
from myelin.kernel.upkept import Record, Skipped
from myelin.store import Session, Store, disk_errors
from myelin.upkeep import export, tombstones
from myelin.upkeep.core import Core

Admit = Callable[[str, Mapping[str, Any]], None]
"""Checks the arguments of a tool as a call of it would, limits and secrets included."""

_FILE_BYTES_MAX = 1 << 30
_LINE_BYTES_MAX = 4 * 1024 * 1024
_PART_BYTES = 24 * 1024 * 1024
"""What one transaction takes: a record of the log holds at most 64 MiB."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line that was left out, and why."""

    line: int
    reason: str


@dataclass(slots=True)
class Report:
    """What an import came to."""

    owned: bool
    """Whether the file is an export of this device, unchanged."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many records were added, lowered or known."""
    left: list[Left] = field(default_factory=list)
    lowered: list[int] = field(default_factory=list)
    """The lines of what came in as less than it was."""


@dataclass(frozen=True, slots=True)
class Lines:
    """A file that was read: its lines, and whether this device wrote it."""

    lines: Sequence[bytes]
    owned: bool


def read(path: Path, device_key: bytes | None) -> Lines:
    """Return the lines of an export, without writing anything.

    Raises:
        ImportRefused: it is no export, or one of a later format.
        StorageFailed: the disk cannot read it.
    """
    with disk_errors():
        file = path / export.LINES_FILE if path.is_dir() else path
        if not file.is_file():
            raise _refused("there is no export at that path", "Give a folder with brain.jsonl.")
        if file.stat().st_size > _FILE_BYTES_MAX:
            raise _refused("it is larger than 1 GiB", "Split it into several files.")
        raw = file.read_bytes()
    lines = raw.split(b"\n")
    try:
        head = json.loads(lines[0])
        found = head["format"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _refused("its first line does not name a format", _HINT) from None
    if found != export.FORMAT:
        raise _refused("it is of a format that this Myelin does not know", _HINT)
    return Lines(lines, device_key is not None and _is_owned(lines, device_key))


def load(
    store: Store, cores: Sequence[Core], lines: Lines, admit: Admit, note: str | None = None
) -> Report:
    """Write what the lines hold and return what became of each; links come after all else.

    All of it is one transaction; only a file of more than 24 MiB takes several, each of which is
    there as a whole or not at all, and importing it again completes it.

    Raises:
        BrainBusy, StorageFull, StorageReadOnly, StorageFailed: the last part is not there.
    """
    report = Report(lines.owned)
    owners = {kind: core for core in cores for kind in core.kinds}
    order = [*owners, tombstones.KIND]
    parsed: dict[str, list[tuple[int, Record, int]]] = {kind: [] for kind in order}
    for number, record, size in _records(lines.lines, report):
        if record["kind"] in parsed:
            parsed[record["kind"]].append((number, record, size))
        else:
            report.left.append(Left(number, "its kind is none that this Myelin knows"))
    waiting = [each for kind in order for each in parsed[kind]]
    while waiting:
        part, size = 0, 0
        while part < len(waiting) and size < _PART_BYTES:
            size += waiting[part][2]
            part += 1
        with store.write(note) as session:
            for number, record, _ in waiting[:part]:
                _load_one(session, owners, number, record, admit, report)
        del waiting[:part]
    report.left.sort(key=lambda left: left.line)
    return report


def _load_one(
    session: Session,
    owners: Mapping[str, Core],
    number: int,
    record: Record,
    admit: Admit,
    report: Report,
) -> None:
    try:
        core = owners.get(record["kind"])
        if core is None:
            became = tombstones.load(session, record, owned=report.owned)
        else:
            if tombstones.purged(session, str(record.get("id"))):
                raise Skipped("it was purged here")
            wanted = core.admission(record)
            if wanted is not None:
                admit(*wanted)
            became = core.load(session, record, owned=report.owned)
    except Skipped as skipped:
        report.left.append(Left(number, str(skipped)))
    except MyelinError as error:
        report.left.append(Left(number, f"{error.code}: {_reason(error)}"))
    else:
        report.counts[became] += 1
        if became == "lowered":
            report.lowered.append(number)


def _records(lines: Sequence[bytes], report: Report) -> Iterator[tuple[int, Record, int]]:
    for number, line in enumerate(lines, 1):
        if number == 1 or not line.strip():
            continue
        if len(line) > _LINE_BYTES_MAX:
            report.left.append(Left(number, "the line is longer than 4 MiB"))
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            report.left.append(Left(number, "the line is no JSON"))
            continue
        if isinstance(record, dict) and set(record) == {"mac"}:
            continue
        if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
            report.left.append(Left(number, "the line is no record"))
            continue
        yield number, record, len(line)


def _is_owned(lines: Sequence[bytes], device_key: bytes) -> bool:
    """Return whether the last line is the MAC that this device gives to those before it."""
    if len(lines) < 3 or lines[-1]:
        return False
    mac = export.new_mac(device_key)
    for line in lines[:-2]:
        mac.update(line + b"\n")
    try:
        claimed = json.loads(lines[-2])["mac"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return False
    return isinstance(claimed, str) and hmac.compare_digest(
        claimed.encode(), mac.hexdigest().encode()
    )


def _reason(error: MyelinError) -> str:
    problems = error.details.get("problems") or []
    told = [f"{problem['path']} {problem['message']}" for problem in problems]
    return "; ".join(told) if told else error.message


_HINT = "Give what `myelin export` wrote."


def _refused(reason: str, suggestion: str) -> ImportRefused:
    return ImportRefused(reason=reason, suggestion=suggestion)
