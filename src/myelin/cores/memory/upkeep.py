"""What upkeep asks of the memory core: memories and links dumped, loaded, checked and erased."""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from myelin.contract.errors import MemoryUnknown
from myelin.cores.memory import records, rules, whole
from myelin.cores.memory.queries import LinkRow
from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.ids import Chance, decode_id, new_row_id
from myelin.kernel.upkept import Doomed, Finding, Loaded, Record, Skipped
from myelin.store import Delete, Put, Session

_TIMES = ("observed_at", "recorded_at", "superseded_at")
_IDS = ("id", "superseded_by")
_LISTS = ("tags", "aliases")
_ADMITTED = (
    "content", "class", "subject", "tags", "aliases", "observed_at", "session", "actor",
    "sensitivity", "evidence", "evidence_ref",
)  # fmt: skip
_NEEDED = ("id", "class", "content", "tier", "sensitivity", "origin", "evidence", "recorded_at")
_ORIGINS = ("owner", "host", "loop", "import")
_LINK_TYPES = (
    "supersedes", "contradicts", "supports", "relates_to", "depends_on", "caused_by",
)  # fmt: skip
_TOLD = ("class", "tier", "origin", "actor", "session")
_MENDED = "Run `myelin doctor --repair`: it is computed anew from what was written."


class MemoryUpkeep:
    """Memories and links, whole: for exports, imports, checks, purges and the log."""

    prefixes: Sequence[str] = ("mem",)
    kinds: Sequence[str] = ("memory", "link")

    def __init__(self, *, chance: Chance) -> None:
        self._chance = chance

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield every memory, then every link, the oldest first."""
        for row in whole.memories(session):
            yield _dumped(row)
        for link in whole.links(session):
            yield {
                "kind": "link",
                "type": link.type,
                "from": records.memory_id(link.from_id),
                "to": records.memory_id(link.to_id),
                "origin": link.origin,
                "recorded_at": format_time(link.recorded_at),
            }

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have remembered a memory; a link holds no text of its own."""
        if record["kind"] == "link":
            return None
        given = {name: record[name] for name in _ADMITTED if name in record}
        return "remember", given

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write a memory or a link as it was; what is not the owner's own comes in as normal.

        Raises:
            Skipped: it is not whole, its id is taken, or an end of it is missing.
        """
        if record["kind"] == "link":
            return self._load_link(session, record, owned=owned)
        columns = _columns(record)
        known = whole.content_of(session, columns["id"])
        if known is not None:
            if known != columns["content"]:
                raise Skipped("another memory has this id")
            return "known"
        if columns["recorded_at"] > session.now_ms + rules.DAY_MS:
            raise Skipped("its time lies more than a day ahead")
        lowered = False
        if not owned:
            if whole.says_already(session, columns):
                return "known"
            lowered = columns["tier"] == "core"
            columns["tier"] = "normal" if lowered else columns["tier"]
            columns["origin"] = "import"
        whole.insert(session, columns)
        if owned and record.get("uses"):
            used_at = _time(record, "last_used_at")
            whole.insert_uses(session, columns["id"], _count(record["uses"]), used_at)
        return "lowered" if lowered else "added"

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield links and corrections that lead nowhere, and an index that is not the memories'."""
        dangling = whole.links_without_ends(session)
        if dangling:
            yield Finding(
                "link_dangling",
                f"{dangling} links start or end at a memory that is not there.",
                "They are passed over in every answer; nothing needs to be done.",
            )
        lost = whole.superseded_by_nothing(session)
        if lost:
            yield Finding(
                "successor_missing",
                f"{lost} superseded memories name a successor that is neither there nor purged.",
                "Restore a state in which it was there: `myelin restore --dry-run` lists them.",
            )
        if not whole.index_is_sound(session, rules.content_key):
            yield Finding(
                "index_differs", "The full-text index is not that of the memories.", _MENDED
            )
        absolute = whole.absolute_references(session)
        if absolute:
            yield Finding(
                "path_absolute",
                f"{absolute} memories name an absolute path as their evidence.",
                "Supersede them with a path inside the project; elsewhere it means nothing.",
            )

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole id names a memory that is there."""
        try:
            return whole.content_of(session, decode_id(public_id)) is not None
        except ValueError:
            return False

    def touched(self, row_id: int) -> str | None:
        """Return the id of a memory that was served."""
        return records.memory_id(row_id)

    def doom(self, session: Session, public_id: str) -> Doomed:
        """Return a memory, every memory that says the same, and their links and uses.

        Raises:
            MemoryUnknown: no memory has this id.
        """
        try:
            row_id = decode_id(public_id)
        except ValueError:
            raise MemoryUnknown() from None
        content = whole.content_of(session, row_id)
        if content is None:
            raise MemoryUnknown()
        same = whole.with_content(session, rules.content_key(content))
        ids = [row_id, *(other for other in same if other != row_id)]
        texts = [text for each in ids if (text := whole.content_of(session, each)) is not None]
        rows = {("memory", each) for each in ids} | {("memory_use", each) for each in ids}
        rows |= {("link", link) for link in whole.link_ids(session, ids)}
        mentions = [each for each in whole.mentioning(session, content) if each not in ids]
        return Doomed(
            [records.memory_id(each) for each in ids],
            frozenset(rows),
            list(dict.fromkeys(texts)),
            [records.memory_id(each) for each in mentions],
        )

    def tell(self, row: Put | Delete) -> Record | None:
        """Return what happened to a memory or a link, without what it says."""
        if row.table == "memory":
            told: Record = {"id": records.memory_id(row.row_id)}
            if isinstance(row, Delete):
                return {**told, "what": "removed"}
            named = dict(zip(whole.MEMORY_COLUMNS, row.values, strict=False))
            what = "saved" if named["superseded_at"] is None else "superseded"
            told |= {"what": what}
            return told | {name: named[name] for name in _TOLD if named[name] is not None}
        if row.table == "link" and isinstance(row, Put):
            named = dict(zip(whole.LINK_COLUMNS, row.values, strict=False))
            return {
                "id": records.memory_id(named["from_id"]),
                "what": f"{named['type']} {records.memory_id(named['to_id'])}",
                "origin": named["origin"],
            }
        return None

    def _load_link(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        from_id, to_id = _id(record, "from"), _id(record, "to")
        type_ = record.get("type")
        if type_ not in _LINK_TYPES or from_id == to_id:
            raise Skipped("that is no link that a brain keeps")
        for end in (from_id, to_id):
            if whole.content_of(session, end) is None:
                raise Skipped("a memory that it links is not there")
        origin = record.get("origin") if owned else "import"
        if origin not in _ORIGINS:
            raise Skipped("its origin is none that a brain knows")
        link = LinkRow(from_id, to_id, type_, origin, _needed_time(record, "recorded_at"))
        return "added" if whole.insert_link(session, new_row_id(self._chance), link) else "known"


def _dumped(row: Mapping[str, Any]) -> Record:
    record: Record = {"kind": "memory"}
    for name, value in row.items():
        if value is None:
            continue
        if name in _IDS:
            value = records.memory_id(value)
        elif name in _TIMES or name == "last_used_at":
            value = format_time(value)
        elif name in _LISTS:
            value = json.loads(value)
        record[name] = value
    return record


def _columns(record: Record) -> dict[str, Any]:
    """Return a memory's columns; what `admission` checked is only put into the stored form."""
    if any(name not in record for name in _NEEDED):
        raise Skipped("it lacks a field that every memory has")
    columns: dict[str, Any] = {"id": _id(record, "id")}
    for name in ("class", "content", "subject", "session", "actor", "evidence", "evidence_ref"):
        value = record.get(name)
        columns[name] = unicodedata.normalize("NFC", value) if isinstance(value, str) else None
    for name in _LISTS:
        values = [unicodedata.normalize("NFC", value) for value in record.get(name, [])]
        columns[name] = json.dumps(list(dict.fromkeys(values)), ensure_ascii=False)
    for name, known in (
        ("tier", tuple(rules.TIER_FACTOR)),
        ("sensitivity", ("normal", "local_only")),
        ("origin", _ORIGINS),
    ):
        if record[name] not in known:
            raise Skipped(f"its {name} is none that a brain knows")
        columns[name] = record[name]
    for name in _TIMES:
        columns[name] = _time(record, name)
    columns["superseded_by"] = _id(record, "superseded_by") if "superseded_by" in record else None
    return columns


def _id(record: Record, name: str) -> int:
    try:
        text = record[name]
        if not text.startswith("mem_"):
            raise ValueError
        return decode_id(text)
    except (ValueError, KeyError, AttributeError):
        raise Skipped(f"`{name}` is no id of a memory") from None


def _time(record: Record, name: str) -> int | None:
    if name not in record:
        return None
    return _needed_time(record, name)


def _needed_time(record: Record, name: str) -> int:
    try:
        return parse_time(record[name])
    except (ValueError, TypeError, KeyError):
        raise Skipped(f"`{name}` is no time") from None


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 1 << 31:
        raise Skipped("`uses` is no count")
    return value
