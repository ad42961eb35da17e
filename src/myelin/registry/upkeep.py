"""What upkeep asks of a table of documents: versions dumped, loaded, checked and erased."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.errors import MyelinError
from myelin.kernel.ids import decode_id, encode_id
from myelin.kernel.upkept import Doomed, Finding, Loaded, Record, Skipped
from myelin.store import Delete, Put, Session

_COLUMNS = (
    "id", "name", "version", "origin", "actor", "recorded_at", "reviewed_at", "retired_at",
    "changed_at", "yaml",
)  # fmt: skip
_TIMES = ("recorded_at", "reviewed_at", "retired_at")
_TOLD = ("name", "version", "origin", "actor")
_ORIGINS = ("owner", "host", "loop", "import")


class DocumentUpkeep:
    """The versions of one table, whole: for exports, imports, checks, purges and the log."""

    def __init__(
        self,
        table: Literal["process", "standard"],
        *,
        prefix: str,
        name_of: Callable[[str], str],
        unknown: MyelinError,
    ) -> None:
        self.prefixes: Sequence[str] = (prefix,)
        self.kinds: Sequence[str] = (table,)
        self._table = table
        self._prefix = prefix
        self._name_of = name_of
        """Reads a document and returns its name, or raises the error for one that has problems."""
        self._unknown = unknown

    def dump(self, session: Session) -> Iterator[Record]:
        """Yield every version, by name and number."""
        columns = [name for name in _COLUMNS if name != "changed_at"]
        sql = f"SELECT {', '.join(columns)} FROM {self._table} ORDER BY name, version"
        for row in session.execute(sql):
            record: Record = {"kind": self._table}
            for name, value in zip(columns, row, strict=True):
                if name == "id":
                    value = encode_id(self._prefix, value)
                elif name in _TIMES and value is not None:
                    value = format_time(value)
                if value is not None:
                    record[name] = value
            yield record

    def admission(self, record: Record) -> tuple[str, Mapping[str, Any]] | None:
        """Return how a host would have saved the version."""
        return f"save_{self._table}", {"yaml": record.get("yaml")}

    def load(self, session: Session, record: Record, *, owned: bool) -> Loaded:
        """Write a version as it was; what is not the owner's own comes in as unreviewed.

        Raises:
            Skipped: it is not whole, or its id or number is taken by another text.
        """
        columns = self._columns(record)
        for known_id, name, version, yaml in session.execute(
            f"""SELECT id, name, version, yaml FROM {self._table}
                WHERE id = :id OR (name = :name AND version = :version)""",
            {name: columns[name] for name in ("id", "name", "version")},
        ):
            if yaml == columns["yaml"] and (name, version) == (columns["name"], columns["version"]):
                return "known"
            taken = "id" if known_id == columns["id"] else "number"
            raise Skipped(f"another version has this {taken}")
        lowered = not owned and columns["reviewed_at"] is not None
        if not owned:
            columns |= {"reviewed_at": None, "retired_at": None, "origin": "import"}
        columns["changed_at"] = session.now_ms
        marks = ", ".join("?" * len(_COLUMNS))
        session.execute(
            f"INSERT INTO {self._table} ({', '.join(_COLUMNS)}) VALUES ({marks})",
            [columns[name] for name in _COLUMNS],
        )
        return "lowered" if lowered else "added"

    def check(self, session: Session) -> Iterator[Finding]:
        """Yield versions that do not read as a document of the name that they are kept under."""
        broken = 0
        for name, yaml in session.execute(f"SELECT name, yaml FROM {self._table}"):
            try:
                broken += self._name_of(yaml) != name
            except MyelinError:
                broken += 1
        if broken:
            yield Finding(
                f"{self._table}_unreadable",
                f"{broken} versions in the table {self._table} do not read as what they are.",
                "Save the document again; the versions before it stay as they are.",
            )

    def exists(self, session: Session, public_id: str) -> bool:
        """Return whether a whole id names a version that is there."""
        return self._yaml(session, public_id) is not None

    def touched(self, row_id: int) -> str | None:
        """Return None: uses of documents are not counted."""
        del row_id
        return None

    def doom(self, session: Session, public_id: str) -> Doomed:
        """Return a version and every one of the same text; other versions of its name are told.

        Raises:
            MyelinError: no version has this id.
        """
        yaml = self._yaml(session, public_id)
        if yaml is None:
            raise self._unknown
        first = decode_id(public_id)
        same, others = [first], list[int]()
        for row_id, text in session.execute(
            f"""SELECT id, yaml FROM {self._table} WHERE id <> :id AND (yaml = :yaml
                OR name = (SELECT name FROM {self._table} WHERE id = :id))
                ORDER BY name, version""",
            {"id": first, "yaml": yaml},
        ):
            (same if text == yaml else others).append(row_id)
        return Doomed(
            [encode_id(self._prefix, row_id) for row_id in same],
            frozenset((self._table, row_id) for row_id in same),
            [yaml],
            [encode_id(self._prefix, row_id) for row_id in others],
        )

    def follow(self, session: Session, doomed: Doomed) -> Doomed:
        """Return what is doomed: no document repeats what another core holds."""
        del session
        return doomed

    def tell(self, row: Put | Delete) -> Record | None:
        """Return what happened to a version, without its text."""
        if row.table != self._table:
            return None
        told: Record = {"id": encode_id(self._prefix, row.row_id)}
        if isinstance(row, Delete):
            return {**told, "what": "removed"}
        named = dict(zip(_COLUMNS, row.values, strict=False))
        told["what"] = f"{self._table} saved"
        for name, what in (("reviewed_at", "reviewed"), ("retired_at", "retired")):
            if named[name] is not None:
                told["what"] = f"{self._table} {what}"
        return told | {name: named[name] for name in _TOLD if named[name] is not None}

    def _yaml(self, session: Session, public_id: str) -> str | None:
        try:
            row_id = decode_id(public_id)
        except ValueError:
            return None
        sql = f"SELECT yaml FROM {self._table} WHERE id = ?"
        return next((str(row[0]) for row in session.execute(sql, (row_id,))), None)

    def _columns(self, record: Record) -> dict[str, Any]:
        try:
            public_id, version = record["id"], record["version"]
            if not public_id.startswith(f"{self._prefix}_") or record["origin"] not in _ORIGINS:
                raise ValueError
            if not isinstance(version, int) or isinstance(version, bool) or version < 1:
                raise ValueError
            columns: dict[str, Any] = {
                "id": decode_id(public_id),
                "name": self._name_of(record["yaml"]),
                "version": version,
                "origin": record["origin"],
                "actor": record.get("actor"),
                "yaml": record["yaml"],
            }
            for name in _TIMES:
                columns[name] = parse_time(record[name]) if name in record else None
            if columns["recorded_at"] is None or columns["name"] != record["name"]:
                raise ValueError
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Skipped(f"it is no version of a {self._table}") from None
        if columns["actor"] is not None and not isinstance(columns["actor"], str):
            raise Skipped(f"it is no version of a {self._table}")
        return columns
