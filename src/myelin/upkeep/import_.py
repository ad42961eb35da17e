"""Import: load the JSON lines of an export into a brain, line by line.

An unmodified export of this device comes in as it was. Anything else comes in as unreviewed.
"""

import hmac
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from myelin.contract.errors import ImportRefused
from myelin.kernel.caller import Caller
from myelin.kernel.decision import Decision
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import Chance
from myelin.kernel.progress import Progress, followed, silent
from myelin.kernel.upkeep import Skipped
from myelin.store import Session, Store, disk_errors
from myelin.upkeep import decisions, export, successors, tombstones
from myelin.upkeep.core import Core
from myelin.upkeep.report import Left, Line, Report

Admit = Callable[[str, Mapping[str, Any]], None]
"""Check the arguments of a tool as a call of it would, limits and secrets included."""

FILE_BYTES_MAX = 1 << 30
_LINE_BYTES_MAX = 4 * 1024 * 1024
_PART_BYTES = 24 * 1024 * 1024
"""The size of one transaction; a record of the log holds at most 64 MiB."""


@dataclass(frozen=True, slots=True)
class ExportedLines:
    """The lines of a file, and whether this device wrote it."""

    lines: Sequence[bytes]
    owned: bool


def read(path: Path, device_key: bytes | None) -> ExportedLines:
    """Return the lines of an export. Nothing is written.

    Raises:
        ImportRefused: the file is not an export, or has a later format.
        StorageFailed: the disk cannot read it.
    """
    with disk_errors():
        file = path / export.LINES_FILE if path.is_dir() else path
        if not file.is_file():
            raise _refused("there is no export at that path", "Give a folder with brain.jsonl.")
        if file.stat().st_size > FILE_BYTES_MAX:
            raise _refused("it is larger than 1 GiB", "Split it into several files.")
        raw = file.read_bytes()
    return parse(raw, device_key)


def parse(raw: bytes, device_key: bytes | None) -> ExportedLines:
    """Return the lines of an export that was read as bytes.

    Raises:
        ImportRefused: it is not an export, is too large, or has a later format.
    """
    if len(raw) > FILE_BYTES_MAX:
        raise _refused("it is larger than 1 GiB", "Split it into several files.")
    lines = raw.split(b"\n")
    try:
        head = json.loads(lines[0])
        found = head["format"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _refused("its first line does not name a format", _HINT) from None
    if found != export.FORMAT:
        raise _refused("it is of a format that this Myelin does not know", _HINT)
    return ExportedLines(lines, device_key is not None and _is_owned(lines, device_key))


def load(
    store: Store,
    cores: Sequence[Core],
    lines: ExportedLines,
    admit: Admit,
    *,
    chance: Chance,
    caller: Caller | None = None,
    decision: Decision | None = None,
    progress: Progress = silent,
) -> Report:
    """Write the records of the lines, links last, and return the result of each.

    ExportedLines of an own export may govern, which needs a decision; it is recorded with them.

    An import is one transaction. A file of more than 24 MiB takes several; each is written
    completely or not at all, and importing the file again completes it. The log names the caller.

    Raises:
        TerminalRequired: a line governs, and nobody decided it; the part was not written.
        BrainBusy, StorageFull, StorageReadOnly, StorageFailed: the last part was not written.
    """
    note = None if decision is None else decision.note
    report = Report(lines.owned)
    owners = {kind: core for core in cores for kind in core.kinds}
    order = [*owners, tombstones.KIND]
    parsed: dict[str, list[Line]] = {kind: [] for kind in order}
    for line in _records(lines.lines, report):
        if line.record["kind"] in parsed:
            parsed[line.record["kind"]].append(line)
        else:
            report.leave(line, "this Myelin does not know its kind")
    waiting = [each for kind in order for each in parsed[kind]]
    checking = followed(progress, "Checking records", waiting, len(waiting))
    waiting = _admitted(checking, owners, admit, report)
    with store.read() as session:
        waiting = successors.checked(session, cores, waiting, report)
    total = len(waiting)
    while waiting:
        part, size = 0, 0
        while part < len(waiting) and size < _PART_BYTES:
            size += waiting[part].size_bytes
            part += 1
        with store.write(note, caller, "import_brain") as session:
            for done, line in enumerate(waiting[:part], total - len(waiting)):
                progress("Importing records", done, total)
                _load_one(session, owners, line, report)
            decisions.ensure(session, decision, chance)
        del waiting[:part]
    progress("Importing records", total, total)
    report.left.sort(key=lambda left: left.line)
    return report


def _admitted(
    waiting: Iterable[Line], owners: Mapping[str, Core], admit: Admit, report: Report
) -> list[Line]:
    """Return the lines that a host could have written, without the others."""
    kept = []
    for line in waiting:
        core = owners.get(line.record["kind"])
        try:
            wanted = None if core is None else core.admission(line.record)
            if wanted is not None:
                admit(*wanted)
        except Skipped as skipped:
            report.leave(line, str(skipped))
        except MyelinError as error:
            report.leave(line, f"{error.code}: {_reason(error)}")
        else:
            kept.append(line)
    return kept


def _load_one(session: Session, owners: Mapping[str, Core], line: Line, report: Report) -> None:
    core, record = owners.get(line.record["kind"]), line.record
    try:
        if core is None:
            became = tombstones.load(session, record, owned=report.owned)
        else:
            if tombstones.purged(session, str(record.get("id"))):
                raise Skipped("it was purged here")
            became = core.load(session, record, owned=report.owned)
    except Skipped as skipped:
        report.leave(line, str(skipped))
    except MyelinError as error:
        report.leave(line, f"{error.code}: {_reason(error)}")
    else:
        report.counts[became] += 1
        if became == "lowered":
            report.lowered.append(line.number)


def _records(lines: Sequence[bytes], report: Report) -> Iterator[Line]:
    for number, text in enumerate(lines, 1):
        if number == 1 or not text.strip():
            continue
        if len(text) > _LINE_BYTES_MAX:
            report.left.append(Left(number, "the line is longer than 4 MiB"))
            continue
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            report.left.append(Left(number, "the line is not JSON"))
            continue
        if isinstance(record, dict) and set(record) == {"mac"}:
            continue
        if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
            report.left.append(Left(number, "the line is not a record"))
            continue
        yield Line(number, record, len(text))


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
