"""Notes in pieces: memories that were cut from one long text and are found as one.

The pieces of a note share a session, which names the first of them and which no call can give.
Their ids rise in the order of the text. Pieces of other origins do not belong to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from myelin.contract.errors import ContentEmpty
from myelin.cores.memory import queries, records, splitting, writing
from myelin.cores.memory.queries import MemoryRow
from myelin.kernel.ids import new_row_id
from myelin.store import Session

if TYPE_CHECKING:
    # The models cost time to build; whoever calls has built the one that it needs.
    from myelin.contract.operations.remember_note import RememberNoteArgs
    from myelin.cores.memory.writing import Remembered, Writer

PIECE_BYTES_MAX = 16_384


def remember(
    session: Session, writer: Writer, args: RememberNoteArgs
) -> tuple[Remembered, list[int]]:
    """Write a long text as memories, or find that all of it is there.

    Returns what became of the first piece, and all pieces in the order of the text.

    With `supersedes`, all pieces of the note that it names are superseded.

    Raises:
        MemoryUnknown, IdAmbiguous: an id names no memory, or several.
        LocalOnlyRefused: the memory may not be kept or may not replace another from here.
        ArgumentInvalid: the actor's name is one of the program's own words.
    """
    sensitivity, target = writing.checked(session, writer, args)
    texts = [piece.text for piece in splitting.split(args.content, PIECE_BYTES_MAX)]
    if not texts:
        raise ContentEmpty(field="/content")
    ids = sorted(new_row_id(writer.chance) for _ in texts)
    note = f"{queries.NOTE}{records.memory_id(ids[0])}" if len(texts) > 1 else None
    rows = [
        writing.new_row(session, writer, args, sensitivity, content=text)._replace(
            id=row_id, session=note
        )
        for row_id, text in zip(ids, texts, strict=True)
    ]
    # One subject for all would make contradictions of what one note says.
    rows = [rows[0], *(row._replace(subject=None, subject_key=None) for row in rows[1:])]
    known = _known(session, rows)
    if known is not None:
        session.touch(known[:1])
        return writing.Remembered(known[0], created=False, notes=[writing.ALREADY_THERE]), known
    done = writing.Remembered(ids[0], created=True)
    for row in rows:
        queries.insert_memory(session, row)
    if target is not None:
        for other in [target, *others(session, target)]:
            writing.supersede(session, writer, done, other)
        done.superseded = target.id if done.superseded is not None else None
    return done, ids


def parts(session: Session, row: MemoryRow) -> list[str]:
    """Return the ids of all live pieces of the note that a memory belongs to, in their order."""
    if not queries.is_piece(row):
        return []
    return [records.memory_id(one.id) for one in queries.pieces(session, row)]


def others(session: Session, row: MemoryRow, *, archived: bool = False) -> list[MemoryRow]:
    """Return the other live pieces of a memory's note, archived ones or those that are not."""
    pieces = queries.pieces(session, row, archived=archived) if queries.is_piece(row) else []
    return [one for one in pieces if one.id != row.id]


def _known(session: Session, rows: list[MemoryRow]) -> list[int] | None:
    """Return the pieces of a live note that says exactly the same, or None."""
    if len(rows) == 1:
        same = writing.same(session, rows[0])
        return None if same is None else [same]
    texts = [row.content for row in rows]
    for row in queries.same_memories(session, rows[0]):
        pieces = queries.pieces(session, row) if queries.is_piece(row) else []
        if [one.content for one in pieces] == texts:
            return [one.id for one in pieces]
    return None
