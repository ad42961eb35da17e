"""Everything that a brain holds, in plain files: JSON lines without loss, and Markdown to read."""

import hashlib
import hmac
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from myelin.contract.errors import PathRefused
from myelin.kernel.upkept import Record
from myelin.store import Session, disk_errors
from myelin.upkeep import tombstones
from myelin.upkeep.core import Core

FORMAT = "myelin-export/1"
LINES_FILE = "brain.jsonl"
_MAC_LABEL = b"myelin/1 export\n"
_PAGES = "memories"
_DOCUMENTS = "documents"
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


def write(folder: Path, dumped: Sequence[Record], device_key: bytes) -> int:
    """Write an export into a new folder, and return how many files it has.

    Raises:
        PathRefused: there is something by that name already.
        StorageFull, StorageReadOnly, StorageFailed: what was written is not whole.
    """
    with disk_errors():
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:
            raise PathRefused(
                reason="there is something by the name of the folder already",
                suggestion="Name a folder that does not exist yet.",
            ) from None
        except FileNotFoundError:
            raise PathRefused(
                reason="the folder that it would be in does not exist",
                suggestion="Make that one first.",
            ) from None
        pages = folder / _PAGES
        pages.mkdir(mode=0o700)
        edges = _edges(dumped)
        written = 1
        for record in dumped:
            if record["kind"] == "memory":
                page = _page(record, edges.get(record["id"], []))
                _write_new(pages / f"{record['id']}.md", [page.encode()])
                written += 1
            elif "yaml" in record:
                documents = folder / _DOCUMENTS
                documents.mkdir(mode=0o700, exist_ok=True)
                _write_new(documents / f"{record['id']}.yaml", [record["yaml"].encode()])
                written += 1
        _write_new(folder / LINES_FILE, lines(dumped, device_key))
    return written


def _page(record: Record, edges: Sequence[Record]) -> str:
    """Return a memory as Markdown: front matter, what it says, and its links."""
    front = {name: value for name, value in record.items() if name not in _NOT_IN_FRONT}
    head = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=1000)
    parts = ["---\n", head, "---\n\n", record["content"].rstrip("\n"), "\n"]
    if edges:
        parts.append("\n## Links\n\n")
        for edge in edges:
            outwards = edge["from"] == record["id"]
            other = edge["to"] if outwards else edge["from"]
            said = edge["type"] if outwards else f"{edge['type']} (from there)"
            parts.append(f"- {said} [{other}]({other}.md)\n")
    return "".join(parts)


def _edges(dumped: Iterable[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in dumped:
        if record["kind"] == "link":
            found.setdefault(record["from"], []).append(record)
            found.setdefault(record["to"], []).append(record)
    return found


def _write_new(path: Path, pieces: Iterable[bytes]) -> None:
    with os.fdopen(os.open(path, _WRITE, 0o600), "wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def _json(document: Any) -> bytes:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode() + b"\n"
