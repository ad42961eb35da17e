"""What a tenant may use: brains, bytes on the disk, and requests a minute of each token."""

from dataclasses import dataclass

from myelin.contract.errors import QuotaExceeded
from myelin.control.rows import Rows

SNAPSHOTS_OF_A_BRAIN = 20


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits of one tenant; the defaults are those of a new one."""

    brains: int = 20
    bytes: int = 2 << 30
    requests_per_minute: int = 600
    writes_per_minute: int = 60


@dataclass(frozen=True, slots=True)
class Usage:
    """What a tenant uses now. The bytes of open uploads count as if they had arrived."""

    brains: int
    bytes: int


DEFAULT = Quota()


def read_quota(rows: Rows, tenant: str) -> Quota:
    """Return the limits of a tenant."""
    row = rows.one(
        "SELECT brains, bytes, requests_per_minute, writes_per_minute FROM quota WHERE tenant = ?",
        tenant,
    )
    return DEFAULT if row is None else Quota(*row)


def read_usage(rows: Rows, tenant: str) -> Usage:
    """Return what a tenant uses: live files, closed epochs, snapshots and reserved bytes."""
    row = rows.one(
        "SELECT (SELECT count(*) FROM brain WHERE tenant = ?1 AND shredded_at IS NULL),"
        " (SELECT coalesce(sum(length), 0) FROM brain WHERE tenant = ?1)"
        " + (SELECT coalesce(sum(bytes), 0) FROM closed_epoch WHERE tenant = ?1)"
        " + (SELECT coalesce(sum(bytes), 0) FROM snapshot WHERE tenant = ?1)"
        " + (SELECT coalesce(sum(bytes), 0) FROM upload"
        "    WHERE tenant = ?1 AND state IN ('open', 'intended'))",
        tenant,
    )
    assert row is not None
    return Usage(*row)


def reserve_brain(rows: Rows, tenant: str) -> None:
    """Check that one more brain fits into a tenant's quota.

    Raises:
        QuotaExceeded: it does not.
    """
    limit, used = read_quota(rows, tenant).brains, read_usage(rows, tenant).brains
    if used >= limit:
        raise QuotaExceeded(
            what="brains",
            limit=limit,
            used=used,
            suggestion="Shred a brain that is no longer needed, or ask the server's operator.",
            details={"what": "brains", "limit": limit, "used": used},
        )


def reserve_bytes(rows: Rows, tenant: str, size_bytes: int) -> None:
    """Check that more bytes fit into a tenant's quota.

    Raises:
        QuotaExceeded: they do not.
    """
    limit, used = read_quota(rows, tenant).bytes, read_usage(rows, tenant).bytes
    if used + size_bytes > limit:
        raise QuotaExceeded(
            what="bytes",
            limit=limit,
            used=used,
            suggestion="Remove snapshots, push a new epoch, or ask the server's operator.",
            details={"what": "bytes", "limit": limit, "used": used, "asked": size_bytes},
        )


def set_quota(rows: Rows, tenant: str, quota: Quota) -> None:
    """Replace the limits of a tenant."""
    rows.run(
        "INSERT INTO quota VALUES (?, ?, ?, ?, ?) ON CONFLICT (tenant) DO UPDATE SET"
        " brains = excluded.brains, bytes = excluded.bytes,"
        " requests_per_minute = excluded.requests_per_minute,"
        " writes_per_minute = excluded.writes_per_minute",
        tenant,
        quota.brains,
        quota.bytes,
        quota.requests_per_minute,
        quota.writes_per_minute,
    )
