"""The declaration of a source table: everything that handles its rows follows from it.

A migration makes the table; the declaration beside the table's core says what its columns mean.
The list of source tables, the columns of every statement, capture, the log, exports, imports,
purges, checks and the views of each audience are computed from declarations.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from myelin.kernel.clock import format_time, parse_time
from myelin.kernel.ids import decode_id, encode_id
from myelin.kernel.upkeep import Record, Skipped

Kind = Literal["row", "id", "ids", "time", "text", "texts", "word", "integer", "flag"]
"""How a column is stored and exported.

`row`: the row id; exported as the public id. `id`: the row id of another row; exported as that
row's public id. `ids`: a JSON list of such row ids. `time`: milliseconds since 1970; exported as
RFC 3339. `text`: text. `texts`: a JSON list of texts. `word`: one word of a closed list.
`integer`: a number. `flag`: 0 or 1; exported as true or false.
"""

IfWithheld = Literal["kept", "cleared", "stays"]
"""What leaving the device does to a reference whose row may not leave.

`kept`: nothing. `cleared`: the reference is left out. `stays`: the row that holds it stays too.
"""

REQUIRED = object()
"""Marks a column without which an imported record is not whole."""

INTEGER_MAX = (1 << 63) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a source table, in the order of the table."""

    name: str
    doc: str = ""
    """What it means, in a sentence. Every column that is exported has one."""
    kind: Kind = "text"
    optional: bool = False
    """Whether it may be NULL. A record of an export leaves it out then."""
    absent: Any = REQUIRED
    """The stored value for a record of an older export that has no such field."""
    field: str = ""
    """The name in an export, if it is not the column's own."""
    inside: str = ""
    """The field of an export that groups it with other columns in one object."""
    exported: bool = True
    words: tuple[str, ...] = ()
    """The closed list of a `word`."""
    least: int = 0
    """The smallest value of an `integer`."""
    refers: str = ""
    """The table whose rows an `id`, an `ids` or a shared row id names."""
    prefix: str = ""
    """The id prefix of that table."""
    names: str = ""
    """The table of which a `text` may hold a public id."""
    withheld: IfWithheld = "kept"
    blanked: bool = False
    """Whether the text is left empty when the row leaves the device."""
    owner: bool = False
    """Whether the row that it refers to owns this row: deleting that one deletes this one."""
    identity: bool = False
    """Whether an id always stands for the same value of it. Another value is another thing."""
    searched: bool = False
    """Whether a purge of the row searches every file for its text afterwards."""
    logged: int = 0
    """Its place among the fields that `myelin log` prints; 0 is not printed. No text is."""

    @property
    def exported_as(self) -> str:
        """Return the name of its field in an export."""
        return self.field or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """Which rows of a table may leave the device. A row that is not `normal` never does."""

    unless_private: bool = False
    """Whether none leave a brain whose default sensitivity is local_only."""
    only: tuple[str, tuple[str, ...]] | None = None
    """A column and the values with which a row leaves. None: with any."""
    if_pushed: bool = False
    """Whether only rows leave whose id was in a replica that was pushed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Governing:
    """Which changes of a table's rows govern the brain, so that only a person may decide them.

    Each is a condition in SQL on the columns of `new` and `old`; empty means no such change does.
    """

    inserted: str = ""
    updated: str = ""
    deleted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTable:
    """One source table. Its migration makes it; a test compares the two."""

    name: str
    columns: tuple[Column, ...]
    prefix: str = ""
    """The prefix of its public ids, empty if its rows have none."""
    leaves: Leaving | None = None
    """Which rows may leave the device. None: no row does."""
    order: tuple[str, ...] = ("id",)
    """The columns that an export sorts by."""
    exported: bool = True
    """Whether an export has a record for each row."""
    within: str = ""
    """The field of its owner's record that lists its rows, for a table without own records."""
    taken_back: bool = False
    """Whether a row may be superseded by none: its owner took the value back."""
    own_exports_only: bool = False
    """Whether an import takes its rows only from the owner's own exports."""
    first_fields: tuple[str, ...] = ()
    """The fields that a record begins with in released exports. The other columns follow."""
    opening: str = ""
    """The column whose first words tell the owner which row is meant. Empty: the id has to do."""
    governing: Governing = Governing()
    """The changes of its rows that need a decision of the owner."""

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns, in the order of the table and of the log."""
        return tuple(column.name for column in self.columns)

    @property
    def joined(self) -> str:
        """Return the names of all columns as SQL lists them."""
        return ", ".join(self.column_names)

    @property
    def marks(self) -> str:
        """Return a parameter mark for each column."""
        return ", ".join("?" * len(self.columns))

    @property
    def owners(self) -> tuple[Column, ...]:
        """Return the columns that name a row that owns this one."""
        return tuple(column for column in self.columns if column.owner)

    def column(self, name: str) -> Column:
        """Return the column of a name."""
        return next(column for column in self.columns if column.name == name)

    def has(self, name: str) -> bool:
        """Return whether it has a column of a name."""
        return name in self.column_names

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """Return the values of a row, or of a record of the log, by the names of its columns.

        Migrations only add columns, at the end (a test says so). So a record that an earlier
        program wrote holds exactly the first columns, and has no value for the others.
        """
        return dict(zip(self.column_names, values, strict=False))

    def texts(self, row: Mapping[str, Any]) -> list[str]:
        """Return the texts of a row that a purge searches for."""
        return [row[each.name] for each in self.columns if each.searched and row[each.name]]

    def record(self, row: Mapping[str, Any]) -> Record:
        """Return a row as an export holds it, without its kind. NULL columns are left out."""
        fields: Record = {}
        for column in self.columns:
            value = row[column.name]
            if column.exported and value is not None:
                place = fields.setdefault(column.inside, {}) if column.inside else fields
                place[column.exported_as] = self._exported(column, value)
        return fields

    def values(self, record: Record) -> dict[str, Any]:
        """Return the stored values of an exported record, by column; the inverse of `record`.

        Raises:
            Skipped: a field is missing, or its value is none that the column can hold.
        """
        return {
            column.name: self._stored(column, record) for column in self.columns if column.exported
        }

    def logged(self, row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the columns of a row that the log prints, those with a value."""
        for column in sorted(self.columns, key=lambda each: each.logged):
            if column.logged and row.get(column.name) is not None:
                yield column.name, row[column.name]

    def _exported(self, column: Column, value: Any) -> Any:
        match column.kind:
            case "row":
                return encode_id(column.prefix or self.prefix, value)
            case "id":
                return encode_id(column.prefix, value)
            case "ids":
                return [encode_id(column.prefix, row_id) for row_id in json.loads(value)]
            case "time":
                return format_time(value)
            case "texts":
                return json.loads(value)
            case "flag":
                return bool(value)
        return value

    def _stored(self, column: Column, record: Record) -> Any:
        name = column.exported_as
        place = record.get(column.inside) if column.inside else record
        value = place.get(name) if isinstance(place, dict) else None
        if value is None:
            if column.optional:
                return None
            if column.absent is REQUIRED:
                raise Skipped(f"it lacks the field `{name}`, which every {self.name} has")
            return column.absent
        try:
            return _decoded(column, value, column.prefix or self.prefix)
        except (ValueError, TypeError, AttributeError):
            raise Skipped(f"`{name}` is no {_MEANT[column.kind]}") from None


_MEANT: dict[Kind, str] = {
    "row": "id of such a record",
    "id": "id of what it refers to",
    "ids": "list of ids",
    "time": "time",
    "text": "text",
    "texts": "list of texts",
    "word": "word of its list",
    "integer": "number that it can be",
    "flag": "true or false",
}


def _decoded(column: Column, value: Any, prefix: str) -> Any:
    """Return an exported value as it is stored, or raise what Python raises for a wrong one."""
    match column.kind:
        case "row" | "id":
            return _row_id(value, prefix)
        case "ids":
            return json.dumps([_row_id(each, prefix) for each in _list(value)])
        case "time":
            return parse_time(value)
        case "texts":
            given = [_text(each) for each in _list(value)]
            return json.dumps(list(dict.fromkeys(given)), ensure_ascii=False)
        case "word":
            if value not in column.words:
                raise ValueError(value)
            return value
        case "integer":
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(value)
            if not column.least <= value <= INTEGER_MAX:
                raise ValueError(value)
            return value
        case "flag":
            if not isinstance(value, bool):
                raise TypeError(value)
            return int(value)
    return _text(value)


def _row_id(value: Any, prefix: str) -> int:
    if not value.startswith(f"{prefix}_"):
        raise ValueError(value)
    return decode_id(value)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
