"""From stored rows to the objects of results: memories, items, links, and their ids."""

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from myelin.contract.types import Item, Link, Memory, TrustDetail
from myelin.cores.memory import rules
from myelin.cores.memory.queries import LinkRow, MemoryRow
from myelin.cores.memory.search import Hit
from myelin.documents.instructions import looks_like_instruction
from myelin.kernel.clock import format_time
from myelin.kernel.ids import encode_id

# The same memories come back often, and spelling an id or a time costs more than keeping it.
_CACHED_TEXTS = 8192
LARGEST_COUNT = 99_999

ITEM_DIGITS = 3
ITEM_DEFAULTS: Mapping[str, Any] = MappingProxyType(
    {
        "also": 0,
        "tags": [],
        "tier": "normal",
        "match": 0.0,
        "via": "match",
        "matched": [],
        "origin": "host",
        "evidence": "stated",
        "contradicts": [],
        "harmful": 0,
    }
)
"""What an absent field of an item means; `spec/types.yaml` says the same, and a test compares."""


@functools.lru_cache(maxsize=_CACHED_TEXTS)
def memory_id(row_id: int) -> str:
    """Return the public id of a memory."""
    return encode_id("mem", row_id)


_time = functools.lru_cache(maxsize=_CACHED_TEXTS)(format_time)


@functools.lru_cache(maxsize=_CACHED_TEXTS)
def _second(time_ms: int) -> str:
    """Return a time without its milliseconds: an item's bytes are better spent on text."""
    return f"{format_time(time_ms)[:19]}Z"


def trust_of(row: MemoryRow, now_ms: int, by: rules.Rules) -> rules.Trust:
    """Return the trust in a memory at a time: its age counts from when it was true, if known.

    A time to come is none: what was recorded ages from then at the latest.
    """
    since = row.recorded_at
    if row.observed_at is not None:
        since = min(since, row.observed_at)
    return by.trust(row.class_, row.tier, since_ms=since, now_ms=now_ms, uses=row.uses)


def memory(row: MemoryRow, superseded: Iterable[int], now_ms: int, by: rules.Rules) -> Memory:
    """Return a memory whole, as results carry it."""
    result: dict[str, Any] = {"id": memory_id(row.id), "class": row.class_, "content": row.content}
    if row.subject is not None:
        result["subject"] = row.subject
    result["tags"] = json.loads(row.tags)
    result["aliases"] = json.loads(row.aliases)
    result["tier"] = row.tier
    result["sensitivity"] = row.sensitivity
    result["origin"] = row.origin
    for name in ("actor", "session"):
        if (value := getattr(row, name)) is not None:
            result[name] = value
    result["evidence"] = row.evidence
    if row.evidence_ref is not None:
        result["evidence_ref"] = row.evidence_ref
    for name in ("observed_at", "recorded_at", "superseded_at"):
        if (value := getattr(row, name)) is not None:
            result[name] = _time(value)
    if row.superseded_by is not None:
        result["superseded_by"] = memory_id(row.superseded_by)
    result["supersedes"] = [memory_id(row_id) for row_id in superseded]
    result["uses"] = row.uses
    result["trust"] = rules.published(trust_of(row, now_ms, by).value)
    return result  # type: ignore[return-value]


def item(
    row: MemoryRow,
    *,
    via: str,
    trust: float,
    score: float,
    match: float = 0.0,
    bm25: float | None = None,
    meaning: float | None = None,
    parent: int | None = None,
    matched: Sequence[str] = (),
    contradicts: Iterable[int] = (),
    harmful: int = 0,
    also: int = 0,
) -> Item:
    """Return a memory as recall serves it, without the fields that hold their default."""
    result: dict[str, Any] = {"id": memory_id(row.id), "class": row.class_, "content": row.content}
    optional: dict[str, Any] = {
        "also": also,
        "subject": row.subject,
        "tags": json.loads(row.tags),
        "tier": row.tier,
        "trust": rules.published(trust, ITEM_DIGITS),
        "score": rules.published(score, ITEM_DIGITS),
        "match": round(match, 2),
        "bm25": None if bm25 is None else rules.published(bm25),
        "meaning": None if meaning is None else rules.published(meaning),
        "via": via,
        "parent": None if parent is None else memory_id(parent),
        "matched": list(matched),
        "origin": row.origin,
        "actor": row.actor,
        "session": row.session,
        "evidence": row.evidence,
        "observed_at": None if row.observed_at is None else _second(row.observed_at),
        # One time is enough to judge an age; `get_memory` has both.
        "recorded_at": None if row.observed_at is not None else _second(row.recorded_at),
        "contradicts": [memory_id(row_id) for row_id in contradicts],
        "harmful": harmful,
        "looks_like": "instruction" if looks_like_instruction(row.content) else None,
    }
    result |= {
        name: value
        for name, value in optional.items()
        if value is not None and value != ITEM_DEFAULTS.get(name)
    }
    return result  # type: ignore[return-value]


def explanation(row: MemoryRow, trust: float, score: float, hit: Hit) -> dict[str, object]:
    """Return what a memory was ranked by: parts that are added, then factors, then trust."""
    parts = hit.score
    return {
        "id": memory_id(row.id),
        "content": row.content,
        "words": {word: rules.published(value) for word, value in hit.words.items()},
        **{
            name: rules.published(getattr(parts, name))
            for name in ("phrases", "common", "dates", "coverage", "actor", "question", "session")
        },
        **({} if parts.nearness is None else {"meaning": rules.published(parts.meaning)}),
        "relevance": rules.published(hit.relevance),
        "trust": rules.published(trust),
        "score": rules.published(score),
    }


def link(row: LinkRow) -> Link:
    """Return a link as results carry it."""
    return {
        "type": row.type,
        "from": memory_id(row.from_id),
        "to": memory_id(row.to_id),
        "origin": row.origin,
        "recorded_at": _time(row.recorded_at),
    }


def trust_detail(trust: rules.Trust) -> TrustDetail:
    """Return what a trust is made of, as results carry it."""
    return {
        "value": rules.published(trust.value),
        "age_days": rules.published(trust.age_days),
        "half_life_days": trust.half_life_days,
        "reinforce": rules.published(trust.reinforce),
    }


def core_at_its_largest(row: MemoryRow) -> Item:
    """Return a core item with numbers as long as they can get, to measure what it may take."""
    longest = 0.123e-300
    return item(
        row,
        via="core",
        trust=longest,
        score=longest,
        match=0.99,
        bm25=0.123456e-300,
        harmful=LARGEST_COUNT,
    )
