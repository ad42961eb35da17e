"""Successors in an import: a superseded record must name one that exists and leads to an end."""

from collections.abc import Mapping, Sequence

from myelin.kernel.upkeep import Record
from myelin.store import Session
from myelin.upkeep import tombstones
from myelin.upkeep.core import Core
from myelin.upkeep.report import Line, Report

_BY, _AT = "superseded_by", "superseded_at"


def checked(
    session: Session, cores: Sequence[Core], lines: Sequence[Line], report: Report
) -> list[Line]:
    """Return the lines whose successors fit. The others are left out, with the reason.

    A line is left out if its record supersedes itself, closes a cycle, or names a successor that
    is neither in the brain, nor purged, nor in a line that comes in.
    """
    reasons = dict.fromkeys(_in_cycles(lines, "id", _BY), "its successors form a cycle")
    supersedes = [line for line in lines if line.record.get("type") == "supersedes"]
    reasons |= dict.fromkeys(_in_cycles(supersedes, "from", "to"), "its links form a cycle")
    taken_back = {table.name for core in cores for table in core.tables if table.taken_back}
    reasons |= {
        line.number: reason
        for line in lines
        if (reason := _own_fault(line.record, may_end=line.record["kind"] in taken_back))
    }
    purged = {
        line.record.get("id")
        for line in lines
        if line.record["kind"] == tombstones.KIND and report.owned
    }

    def is_known(public_id: str) -> bool:
        return (
            public_id in purged
            or tombstones.purged(session, public_id)
            or any(
                core.exists(session, public_id)
                for core in cores
                if public_id.partition("_")[0] in core.prefixes
            )
        )

    waiting = [line for line in lines if line.record.get(_BY) is not None]
    dangling = True
    while dangling:
        # A line that is left out takes its predecessors along, so this repeats until none goes.
        coming = {line.record.get("id") for line in lines if line.number not in reasons}
        dangling = False
        for line in waiting:
            successor = str(line.record[_BY])
            if line.number in reasons or successor in coming or is_known(successor):
                continue
            reasons[line.number] = "its successor is neither here nor in the file"
            dangling = True
    for line in lines:
        if line.number in reasons:
            report.leave(line, reasons[line.number])
    return [line for line in lines if line.number not in reasons]


def _own_fault(record: Record, *, may_end: bool) -> str | None:
    if record.get(_BY) is not None:
        if record[_BY] == record.get("id"):
            return "it supersedes itself"
        if record.get(_AT) is None:
            return "it names a successor, but not when it was superseded"
    elif record.get(_AT) is not None and not may_end:
        return "it is superseded, but names no successor"
    return None


def _in_cycles(lines: Sequence[Line], start: str, end: str) -> set[int]:
    """Return the numbers of the lines whose references lead back to where they began."""
    edges: dict[str, list[tuple[str, int]]] = {}
    for line in lines:
        source, target = line.record.get(start), line.record.get(end)
        if isinstance(source, str) and isinstance(target, str):
            edges.setdefault(source, []).append((target, line.number))
    groups = _components(edges)
    return {
        number
        for source, targets in edges.items()
        for target, number in targets
        if source == target or groups.get(source, source) == groups.get(target, target)
    }


def _components(edges: Mapping[str, Sequence[tuple[str, int]]]) -> dict[str, str]:
    """Map every node to a representative of its strongly connected component.

    Tarjan's algorithm (Tarjan 1972), without recursion: chains may be long.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    found: dict[str, str] = {}
    path: list[str] = []
    for root in edges:
        if root in index:
            continue
        work = [(root, iter(edges.get(root, ())))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            node, targets = work[-1]
            for target, _ in targets:
                if target not in index:
                    index[target] = low[target] = len(index)
                    path.append(target)
                    work.append((target, iter(edges.get(target, ()))))
                    break
                if target not in found:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    while True:
                        member = path.pop()
                        found[member] = node
                        if member == node:
                            break
    return found
