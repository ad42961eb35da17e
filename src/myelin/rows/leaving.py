"""Which rows may leave the device, as SQL computed from the declarations of all tables.

The views of the remote audience and the replica that is pushed both use it, so that no table
is filtered in one of them only. A table without `leaves` in its declaration leaves nothing.
"""

from collections.abc import Iterable, Mapping

from myelin.kernel.audience import Audience
from myelin.kernel.ids import ALPHABET, ROW_ID_CHARS
from myelin.kernel.tables import Column, SourceTable

_PRIVATE_BRAIN = """EXISTS (SELECT 1 FROM main.meta d
    WHERE d.key = 'default_sensitivity' AND d.value = 'local_only')"""


def views(tables: Iterable[SourceTable], audience: Audience) -> tuple[str, ...]:
    """Return the statements that create the view `visible_<table>` of each table.

    The local audience sees every row. A remote one sees the rows that may leave the device.
    A table whose rows leave only if they were pushed before has no view.
    """
    tables = tuple(tables)
    statements = []
    for table in tables:
        if table.leaves is not None and table.leaves.if_pushed:
            continue
        seen = "TRUE" if audience is Audience.LOCAL else leaves_sql(table, tables, "r")
        where = "" if seen == "TRUE" else f" r WHERE {seen}"
        statements.append(
            f"CREATE TEMP VIEW visible_{table.name} AS SELECT * FROM main.{table.name}{where}"
        )
    return tuple(statements)


def leaving_select(table: SourceTable, tables: Iterable[SourceTable]) -> str:
    """Return the statement that selects a table's rows as a replica holds them, by row id.

    References to rows that stay on the device are cleared where the declaration says so, and
    blanked texts are empty. For a table with `if_pushed` it takes the parameter `:pushed`, a JSON
    list of the row ids that were in a replica that was pushed.
    """
    by_name = {each.name: each for each in tables}
    columns = ", ".join(
        f"{_as_leaving(column, by_name)} AS {column.name}" for column in table.columns
    )
    condition = leaves_sql(table, by_name.values(), "r")
    return f"SELECT {columns} FROM main.{table.name} r WHERE {condition} ORDER BY r.id"


def leaves_sql(table: SourceTable, tables: Iterable[SourceTable], alias: str) -> str:
    """Return the condition under which a row (as `alias`) may leave the device."""
    return _condition(table, {each.name: each for each in tables}, alias)


def _condition(table: SourceTable, by_name: Mapping[str, SourceTable], alias: str) -> str:
    leaves = table.leaves
    if leaves is None:
        return "FALSE"
    conditions = []
    if table.has("sensitivity"):
        conditions.append(f"{alias}.sensitivity = 'normal'")
    if leaves.unless_private:
        conditions.append(f"NOT {_PRIVATE_BRAIN}")
    if leaves.only is not None:
        name, values = leaves.only
        conditions.append(f"{alias}.{name} IN ({_quoted(values)})")
    if leaves.if_pushed:
        conditions.append(f"{alias}.id IN (SELECT value FROM json_each(:pushed))")
    conditions += [
        _target_leaves(column, by_name, alias)
        for column in table.columns
        if column.withheld == "stays"
    ]
    return " AND ".join(conditions) or "TRUE"


def _target_leaves(column: Column, by_name: Mapping[str, SourceTable], alias: str) -> str:
    """Return the condition under which what a column refers to may leave, or it refers to none."""
    value = f"{alias}.{column.name}"
    if column.names:
        target = by_name[column.names]
        found = _exists(target, by_name, _row_id_sql(value), alias)
        condition = f"substr({value}, 1, 4) IS NOT '{target.prefix}_' OR {found}"
    else:
        condition = _exists(by_name[column.refers], by_name, value, alias)
    return f"({value} IS NULL OR {condition})" if column.optional else f"({condition})"


def _exists(
    target: SourceTable, by_name: Mapping[str, SourceTable], row_id: str, alias: str
) -> str:
    inner = f"{alias}_{target.name[0]}"
    condition = _condition(target, by_name, inner)
    return (
        f"EXISTS (SELECT 1 FROM main.{target.name} {inner} WHERE {inner}.id = {row_id}"
        f" AND {condition})"
    )


def _as_leaving(column: Column, by_name: Mapping[str, SourceTable]) -> str:
    value = f"r.{column.name}"
    if column.blanked:
        return "''"
    if column.withheld != "cleared":
        return value
    target = by_name[column.refers]
    if column.kind == "ids":
        kept = _exists(target, by_name, "e.value", "r")
        return f"""(SELECT json_group_array(e.value) FROM (
            SELECT value FROM json_each({value}) ORDER BY key) e WHERE {kept})"""
    return f"CASE WHEN {_exists(target, by_name, value, 'r')} THEN {value} END"


def _row_id_sql(value: str) -> str:
    """Return the row id inside a public id of three letters, `_` and 12 base-32 characters."""
    first = len("mem_") + 1
    parts = (
        f"((instr('{ALPHABET}', substr({value}, {first + place}, 1)) - 1)"
        f" << {5 * (ROW_ID_CHARS - 1 - place)})"
        for place in range(ROW_ID_CHARS)
    )
    return f"({' | '.join(parts)})"


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)
