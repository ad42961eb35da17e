"""Export: the whole content of a brain in plain files, as JSON lines and as Markdown for reading.

Only the JSON lines are imported again; they hold every field.
"""

import hashlib
import hmac
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import yaml

from myelin.contract.errors import PathRefused
from myelin.kernel.progress import Progress, followed, silent
from myelin.kernel.upkeep import Record
from myelin.store import Session, disk_errors
from myelin.upkeep import tombstones
from myelin.upkeep.core import Core

FORMAT = "myelin-export/1"
LINES_FILE = "brain.jsonl"
_MAC_LABEL = b"myelin/1 export\n"
_PAGES = "memories"
_DOCUMENTS = "documents"
_PLURALS = {"memory": "memories", "process": "processes", "standard": "standards"}
_Links = dict[str, list[tuple[str, str]]]
"""For each memory its links: the type and the id of the other end."""

_NOT_IN_FRONT = ("kind", "content")
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def records(session: Session, cores: Sequence[Core]) -> Iterator[Record]:
    """Yield everything, without loss and always in the same order."""
    for core in cores:
        yield from core.dump(session)
    yield from tombstones.dump(session)


def lines(dumped: Iterable[Record], device_key: bytes) -> Iterator[bytes]:
    """Yield the lines of an export: its format, a line a record, and the MAC of all before it.

    Neither the brain's name nor a time is in them: the same content gives the same bytes.
    """
    mac = new_mac(device_key)
    for document in ({"format": FORMAT}, *dumped):
        line = _json(document)
        mac.update(line)
        yield line
    yield _json({"mac": mac.hexdigest()})


def new_mac(device_key: bytes) -> "hmac.HMAC":
    """Return the MAC of an export before its first line."""
    return hmac.new(device_key, _MAC_LABEL, hashlib.sha256)


@dataclass(frozen=True, slots=True)
class Written:
    """The size of an export: its files, and the number of records of each kind."""

    files: int
    counts: Mapping[str, int]


def write(
    folder: Path,
    dump: Callable[[], Iterable[Record]],
    device_key: bytes,
    *,
    file_per_record: bool = False,
    progress: Progress = silent,
) -> Written:
    """Write an export into a new folder.

    `brain.jsonl` holds everything. For reading there is one Markdown file for each kind of record
    that has a text, or, with `file_per_record`, one file for each record. `dump` is called twice
    and must yield the same records; no more than one of them is held in memory at a time.

    Raises:
        PathRefused: the folder exists already, or its parent does not.
        StorageFull, StorageReadOnly, StorageFailed: the export is not complete.
    """
    with disk_errors():
        _make_folder(folder)
        counts: Counter[str] = Counter()
        links: _Links = {}

        def counted() -> Iterator[Record]:
            for record in followed(progress, "Exporting records", dump()):
                counts[record["kind"]] += 1
                if record["kind"] == "link":
                    for end in ("from", "to"):
                        links.setdefault(record[end], []).append(_link(record, end))
                yield record

        _write_new(folder / LINES_FILE, lines(counted(), device_key))
        pages = pages_of_records if file_per_record else pages_of_kinds
        total = sum(counts.values())
        dumped = followed(progress, "Writing pages", dump(), total)
        files = 1 + pages(folder, dumped, links)
        _sync_folder(folder)
    return Written(files, dict(counts))


def pages_of_records(folder: Path, dumped: Iterable[Record], links: _Links) -> int:
    """Write a file for each memory and document, and return their number."""
    written = 0
    for record in dumped:
        if record["kind"] == "memory":
            path, text = folder / _PAGES / f"{record['id']}.md", _page(record, links)
        elif "yaml" in record:
            path, text = folder / _DOCUMENTS / f"{record['id']}.yaml", record["yaml"]
        else:
            continue
        path.parent.mkdir(mode=0o700, exist_ok=True)
        _write_new(path, [text.encode()])
        written += 1
    return written


def pages_of_kinds(folder: Path, dumped: Iterable[Record], links: _Links) -> int:
    """Write one Markdown file for each kind that has a text, and return their number."""
    with ExitStack() as stack:
        files: dict[str, BinaryIO] = {}
        for record in dumped:
            kind = record["kind"]
            if kind == "memory":
                text = _section(record, links)
            elif "yaml" in record:
                text = _document(record)
            else:
                continue
            if kind not in files:
                path = folder / f"{_PLURALS.get(kind, kind)}.md"
                files[kind] = stack.enter_context(_opened_new(path))
            files[kind].write(text.encode())
        for file in files.values():
            _sync(file)
    return len(files)


def _page(record: Record, links: _Links) -> str:
    """Return a memory as a Markdown page: front matter, text and links."""
    parts = ["---\n", _front(record), "---\n\n", record["content"].rstrip("\n"), "\n"]
    if record["id"] in links:
        parts.append("\n## Links\n\n")
        parts += [f"- {label} [{other}]({other}.md)\n" for label, other in links[record["id"]]]
    return "".join(parts)


def _section(record: Record, links: _Links) -> str:
    """Return a memory as a section of `memories.md`: heading, fields, quoted text and links."""
    quoted = "".join(f"> {line}".rstrip() + "\n" for line in record["content"].split("\n"))
    parts = [f"## {record['id']}\n\n", _fenced("yaml", _front(record)), "\n", quoted, "\n"]
    if record["id"] in links:
        parts += [f"- {label} [{other}](#{other})\n" for label, other in links[record["id"]]]
        parts.append("\n")
    return "".join(parts)


def _document(record: Record) -> str:
    """Return one version of a document as a section: heading, fields and its YAML."""
    fields = {name: value for name, value in record.items() if name not in ("kind", "yaml")}
    head = yaml.safe_dump(fields, allow_unicode=True, sort_keys=False, width=1000)
    return f"## {record['id']}\n\n{_fenced('yaml', head)}\n{_fenced('yaml', record['yaml'])}\n"


def _front(record: Record) -> str:
    front = {name: value for name, value in record.items() if name not in _NOT_IN_FRONT}
    return yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=1000)


def _fenced(language: str, text: str) -> str:
    """Return a code block whose fence is longer than any run of backticks in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def _link(record: Record, end: str) -> tuple[str, str]:
    """Return the text of a link at one of its ends: its type, and the id of the other end."""
    if end == "from":
        return record["type"], record["to"]
    return f"{record['type']} (from there)", record["from"]


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        raise PathRefused(
            reason="the folder exists already",
            suggestion="Name a folder that does not exist yet.",
        ) from None
    except FileNotFoundError:
        raise PathRefused(
            reason="the parent of the folder does not exist",
            suggestion="Create the parent folder first.",
        ) from None


def _opened_new(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, _WRITE, 0o600), "wb")


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write_new(path: Path, pieces: Iterable[bytes]) -> None:
    with _opened_new(path) as file:
        for piece in pieces:
            file.write(piece)
        _sync(file)


def _json(document: Any) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"
