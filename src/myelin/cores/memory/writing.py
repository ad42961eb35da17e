"""How memories and links come to be: merging what is there, superseding, and who may do which."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from myelin.contract.errors import (
    ArgumentInvalid,
    CoreFull,
    LinkInvalid,
    LinkUnknown,
    LocalOnlyRefused,
    UndoRefused,
)
from myelin.cores.memory import fitting, lookup, neighbours, queries, records, rules
from myelin.cores.memory.filters import LIVE_NOW
from myelin.cores.memory.queries import LinkRow, MemoryRow
from myelin.cores.memory.tables import SUPERSEDES
from myelin.cores.memory.tags import distinct, keys
from myelin.cores.memory.vocabulary import visible_sections
from myelin.kernel import actors
from myelin.kernel.audience import Audience, Origin
from myelin.kernel.clock import parse_time
from myelin.kernel.ids import Chance, new_row_id
from myelin.store import Session

if TYPE_CHECKING:
    # The models cost time to build; whoever calls has built the one that it needs.
    from myelin.contract.operations.remember import RememberArgs
    from myelin.contract.operations.remember_note import RememberNoteArgs

ALREADY_THERE = "The same text was already there, so nothing was added; it counts as a use."


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: fixed when the engine is opened."""

    audience: Audience
    origin: Origin
    chance: Chance
    rules: rules.Rules


@dataclass(slots=True)
class Remembered:
    """What a call of remember came to."""

    row_id: int
    created: bool
    superseded: int | None = None
    corrects_core: int | None = None
    notes: list[str] = field(default_factory=list)


def remember(session: Session, writer: Writer, args: RememberArgs) -> Remembered:
    """Write a memory with what it supersedes and links to, or add those to its equal.

    Raises:
        MemoryUnknown, IdAmbiguous: an id names no memory, or several.
        LocalOnlyRefused: the memory may not be kept or may not replace another from here.
        LinkInvalid: a link or a correction would point at the memory itself.
        ArgumentInvalid: the actor's name is one of the program's own words.
    """
    _ensure_session(args.session)
    sensitivity, target = checked(session, writer, args)
    ends = [(link.type, lookup.row_id(session, link.to)) for link in args.links]

    row = new_row(session, writer, args, sensitivity, content=args.content)
    row = row._replace(session=None if args.session is None else _nfc(args.session))
    known = same(session, row)
    result = Remembered(row.id if known is None else known, created=known is None)
    if row.evidence != args.evidence:
        result.notes.append(f"Kept as `{row.evidence}`: only the owner's word is `verified`.")
    if known is None:
        queries.insert_memory(session, row)
        _note_what_was_withdrawn(session, row, result)
        _note_a_near_duplicate(session, row, None if target is None else target.id, result)
    else:
        session.touch([known])
        _note_what_was_not_merged(session, known, row, result)
    if target is not None:
        supersede(session, writer, result, target)
    for type_, end in ends:
        link(session, writer, result.row_id, end, type_)
    return result


def checked(
    session: Session, writer: Writer, args: RememberArgs | RememberNoteArgs
) -> tuple[str, MemoryRow | None]:
    """Return the sensitivity of a new memory, and the memory that it replaces, if any.

    Raises:
        MemoryUnknown, IdAmbiguous: an id names no memory, or several.
        LocalOnlyRefused: the memory may not be kept or may not replace another from here.
        ArgumentInvalid: the actor's name is one of the program's own words.
    """
    _ensure_actor(writer, args.actor)
    sensitivity = _sensitivity(session, writer, args.sensitivity)
    target = None if args.supersedes is None else lookup.memory(session, args.supersedes)
    if target is not None and sensitivity == "local_only" and target.sensitivity == "normal":
        raise LocalOnlyRefused(
            reason="A local_only memory cannot replace a normal one: other devices would go on"
            " trusting the old one.",
            suggestion="Make the new one normal, or remember it without `supersedes`.",
        )
    return sensitivity, target


def link(
    session: Session,
    writer: Writer,
    from_id: int,
    to_id: int,
    type_: str,
    *,
    limited: bool = True,
) -> tuple[LinkRow, bool]:
    """Return the link between two memories and whether it had to be written.

    `limited` is false for a link that a correction must not fail for.

    Raises:
        LinkInvalid: both ends are one memory, one of them has no room for another link, or the
            owner withdrew this very link.
    """
    if from_id == to_id:
        raise LinkInvalid(
            reason="both ends are the same memory", suggestion="Give two different memories."
        )
    known = queries.link_between(session, from_id, to_id, type_)
    if known is not None and known.withdrawn_at is not None:
        if writer.origin is Origin.OWNER:
            return queries.set_withdrawn(session, known, None), True
        if limited:
            raise LinkInvalid(
                reason="the owner withdrew this very link",
                suggestion="Tell the owner: `myelin link` makes it again.",
            )
    if known is not None:
        return known, False
    if limited:
        for end in (from_id, to_id):
            _ensure_room_for_link(session, writer, end)
    row = LinkRow(from_id, to_id, type_, writer.origin.value, session.now_ms)
    queries.insert_link(session, new_row_id(writer.chance), row)
    return row, True


def unlink(session: Session, from_id: int, to_id: int, type_: str) -> LinkRow:
    """Withdraw a link and return it. Its row stays, so that `as_of` still finds it.

    Raises:
        LinkUnknown: there is no such link, or it was withdrawn.
        LinkInvalid: it is a correction.
    """
    if type_ == SUPERSEDES:
        raise LinkInvalid(
            reason="a correction is no link that can be withdrawn",
            suggestion="Supersede the memory again, or `myelin undo` it.",
        )
    known = queries.link_between(session, from_id, to_id, type_)
    if known is None or known.withdrawn_at is not None:
        raise LinkUnknown()
    return queries.set_withdrawn(session, known, session.now_ms)


def _ensure_room_for_link(session: Session, writer: Writer, end: int) -> None:
    """Refuse a link beyond a memory's limit, half of which is the owner's alone."""
    owners, others = queries.links_counts(session, end)
    if writer.origin is not Origin.OWNER:
        full = others >= writer.rules.host_links_max
        limit = f"{writer.rules.host_links_max} links that clients wrote"
    else:
        full = owners + min(others, writer.rules.host_links_max) >= writer.rules.links_max
        limit = f"{writer.rules.links_max} links"
    if full:
        raise LinkInvalid(
            reason=f"one of the two already has {limit}",
            suggestion="Say the connection in the content of a memory instead. The owner can"
            " withdraw links with `myelin unlink`.",
        )


def enter_core(
    session: Session, writer: Writer, row: MemoryRow, leaving: int | None = None
) -> None:
    """Move a memory into the core tier, where the one that leaves makes room.

    Raises:
        CoreFull: what every recall would then carry is too large.
    """
    ensure_room_in_core(session, writer, row, leaving)
    queries.set_tier(session, row.id, "core")


def ensure_room_in_core(
    session: Session, writer: Writer, row: MemoryRow, leaving: int | None = None
) -> None:
    """Do nothing where a memory fits the core tier, which the one that leaves makes room in.

    Raises:
        CoreFull: what every recall would then carry is too large.
    """
    others = [
        core
        for core in queries.core_memories(session, LIVE_NOW)
        if core.id not in (row.id, leaving)
    ]
    size_bytes = fitting.size([records.core_at_its_largest(core) for core in (*others, row)])
    if size_bytes > writer.rules.core_bytes_max:
        raise CoreFull(limit=writer.rules.core_bytes_max, size=size_bytes)


def undo(session: Session, writer: Writer, row: MemoryRow) -> int | None:
    """Put back what a memory replaced, and return it; one that replaced nothing is archived.

    Raises:
        UndoRefused: the owner wrote it, or something else has taken its place already.
    """
    if row.origin == Origin.OWNER.value:
        raise UndoRefused(
            reason="you wrote it yourself",
            suggestion="Remember what holds with `--supersedes`, or archive it.",
        )
    if row.superseded_at is not None:
        raise UndoRefused(
            reason="something has taken its place already",
            suggestion="`myelin show` names its successor: undo or supersede that one.",
        )
    earlier = queries.superseded_of(session, [row.id]).get(row.id, [])
    found = queries.memories(session, earlier[-1:])
    if not found:
        queries.set_tier(session, row.id, "archive")
        return None
    (before,) = found.values()
    if before.sensitivity == "local_only" and row.sensitivity == "normal":
        raise UndoRefused(
            reason="what stood before it never leaves this device, and it may have",
            suggestion="Archive it, and remember what holds as a memory of its own.",
        )
    back = before._replace(
        id=new_row_id(writer.chance),
        tier="normal",
        origin=writer.origin.value,
        actor=None,
        recorded_at=session.now_ms,
        superseded_at=None,
        superseded_by=None,
    )
    queries.insert_memory(session, back)
    link_row = LinkRow(back.id, row.id, SUPERSEDES, writer.origin.value, session.now_ms)
    queries.insert_link(session, new_row_id(writer.chance), link_row)
    queries.mark_superseded(session, row.id, back.id, session.now_ms)
    return back.id


def _ensure_actor(writer: Writer, actor: str | None) -> None:
    wrong = None if writer.origin is Origin.OWNER or actor is None else actors.problem(actor)
    if wrong is not None:
        told = {"path": "/actor", "rule": "actor", "message": wrong}
        raise ArgumentInvalid(count=1, tool="remember", details={"problems": [told]})


def _ensure_session(given: str | None) -> None:
    if given is not None and given.startswith(queries.NOTE):
        message = f"begins with {queries.NOTE}, as the pieces of a long note do"
        told = {"path": "/session", "rule": "reserved", "message": message}
        raise ArgumentInvalid(count=1, tool="remember", details={"problems": [told]})


def _evidence(writer: Writer, stated: str) -> str:
    """Return the evidence as it is kept: what a client says it verified, it states."""
    return "stated" if stated == "verified" and writer.origin is not Origin.OWNER else stated


def _sensitivity(session: Session, writer: Writer, asked: str | None) -> str:
    default = queries.meta(session, "default_sensitivity") or "normal"
    if writer.audience is Audience.LOCAL or (asked or default) == "normal":
        return asked or default
    if asked is None:
        raise LocalOnlyRefused(
            reason="This brain keeps a memory on its own device unless the memory says otherwise.",
            suggestion="Pass sensitivity normal if this one may leave the device.",
        )
    raise LocalOnlyRefused(
        reason="A local_only memory can be written only on the device that it stays on.",
        suggestion="Write it there, or pass sensitivity normal.",
    )


def new_row(
    session: Session,
    writer: Writer,
    args: RememberArgs | RememberNoteArgs,
    sensitivity: str,
    *,
    content: str,
) -> MemoryRow:
    """Return a memory as it would be stored, without a session, its texts in NFC."""
    content = _nfc(content)
    subject = None if args.subject is None else _nfc(args.subject)
    return MemoryRow(
        id=new_row_id(writer.chance),
        class_=args.class_,
        content=content,
        subject=subject,
        tags=_distinct(distinct(args.tags)),
        aliases=_distinct(args.aliases),
        session=None,
        actor=None if args.actor is None else _nfc(args.actor),
        tier="normal",
        sensitivity=sensitivity,
        origin=writer.origin.value,
        evidence=_evidence(writer, args.evidence),
        evidence_ref=None if args.evidence_ref is None else _nfc(args.evidence_ref),
        observed_at=None if args.observed_at is None else parse_time(args.observed_at),
        recorded_at=session.now_ms,
        superseded_at=None,
        superseded_by=None,
        uses=0,
        last_used_at=None,
        subject_key=None if subject is None else rules.subject_key(subject),
        content_key=rules.content_key(content),
    )


def _nfc(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _distinct(names: list[str]) -> str:
    return json.dumps(list(dict.fromkeys(map(_nfc, names))), ensure_ascii=False)


def same(session: Session, row: MemoryRow) -> int | None:
    """Return the live memory that a new one would add nothing to, or None."""
    # What happened twice is two episodes.
    if row.class_ == "episode" or row.content_key is None:
        return None
    return queries.same_memory(
        session, row.content_key, row.class_, row.sensitivity, row.subject_key
    )


def _note_a_near_duplicate(
    session: Session, row: MemoryRow, corrected: int | None, result: Remembered
) -> None:
    if row.class_ == "episode":
        return
    is_local = session.caller.audience is Audience.LOCAL
    near = neighbours.duplicate(session, row, visible_sections(local=is_local, past=False))
    if near is not None and near.id != corrected:
        result.notes.append(
            f"Nearly the same is there already: {records.memory_id(near.id)}. If this one corrects"
            " it, remember it with `supersedes`."
        )


def _note_what_was_withdrawn(session: Session, row: MemoryRow, result: Remembered) -> None:
    if row.class_ == "episode" or row.content_key is None:
        return
    withdrawn = queries.withdrawn_memory(session, row.content_key, row.class_)
    if withdrawn is not None:
        result.notes.append(
            f"The same text was withdrawn before: {records.memory_id(withdrawn)} is in the archive."
        )


def _note_what_was_not_merged(
    session: Session, same: int, row: MemoryRow, result: Remembered
) -> None:
    known = queries.memories(session, [same])[same]
    result.notes.append(ALREADY_THERE)
    different = [
        name
        for name, is_new in (
            ("tags", keys(row.tags) - keys(known.tags)),
            ("aliases", set(json.loads(row.aliases)) - set(json.loads(known.aliases))),
            ("evidence", row.evidence != known.evidence or row.evidence_ref != known.evidence_ref),
            ("observed_at", row.observed_at not in (None, known.observed_at)),
        )
        if is_new
    ]
    if different:
        result.notes.append(f"Not merged into it: {', '.join(different)}.")


def supersede(session: Session, writer: Writer, result: Remembered, target: MemoryRow) -> None:
    """Let what was remembered take the place of a memory, or ask the owner to let it.

    Raises:
        LinkInvalid: it is the same memory.
        CoreFull: what every recall would then carry is too large.
    """
    if target.id == result.row_id:
        raise LinkInvalid(
            reason="the memory would supersede itself, for its text is the same",
            suggestion="Leave `supersedes` out, or say what changed.",
        )
    in_core = target.tier == "core" and target.superseded_at is None
    if in_core and writer.origin is not Origin.OWNER:
        # The core tier changes by the owner only (SECURITY.md); both are flagged until then.
        link(session, writer, result.row_id, target.id, "contradicts", limited=False)
        result.notes.append(
            "The memory that it corrects is in the core tier, which only the owner changes:"
            " it stays, and the two are linked as contradicting."
        )
        result.corrects_core = target.id
        return
    result.superseded = target.id
    take_place(session, writer, result.row_id, target)


def take_place(session: Session, writer: Writer, row_id: int, target: MemoryRow) -> None:
    """Let a memory supersede another one, in the core tier too where that one is in it.

    Raises:
        CoreFull: what every recall would then carry is too large.
    """
    if queries.link_between(session, row_id, target.id, SUPERSEDES) is None:
        row = LinkRow(row_id, target.id, SUPERSEDES, writer.origin.value, session.now_ms)
        queries.insert_link(session, new_row_id(writer.chance), row)
    if target.tier == "core" and target.superseded_at is None:
        enter_core(session, writer, queries.memories(session, [row_id])[row_id], target.id)
    queries.mark_superseded(session, target.id, row_id, session.now_ms)
