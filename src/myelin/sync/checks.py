"""What a server checks before it commits a push. It needs no key, and it changes nothing."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from myelin.contract.errors import BundleUntrusted, OwnerSignatureRequired
from myelin.store.format import Header
from myelin.sync.manifest import (
    NO_HASH,
    Kind,
    Manifest,
    is_signed_by,
    manifest_hash,
    parse_manifest,
)
from myelin.sync.position import Read, feed, header_or_none, sha256_of, walk

AHEAD_MS = 86_400_000
"""How far the time of a manifest may lie ahead of the server's clock."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a server holds of a brain: the newest manifest and the live file."""

    brain_id: bytes
    owner: bytes
    """The public key in force."""
    generation: int
    verifier: bytes
    newest: bytes | None
    """The newest signed manifest."""
    epoch: int
    seq: int
    """Seq of the last whole record of the live file."""
    length: int
    """Where that record ends."""
    head_bytes: int
    read: Read
    """Reads the live file."""


def check_manifest(
    held: Held, signed: bytes, chain: Sequence[bytes], server_now_ms: int
) -> Manifest:
    """Return the manifest if it may follow what the server holds.

    `chain` are the manifests that the remote lacks, oldest first; only an adopt has some.

    Raises:
        BundleUntrusted: it is malformed, for another brain, or does not follow.
        OwnerSignatureRequired: the owner did not sign it.
    """
    manifest = _parsed(signed)
    for each in (*chain, signed):
        if not is_signed_by(each, held.owner):
            raise OwnerSignatureRequired()
    if manifest.brain_id != held.brain_id:
        refuse("the manifest is for another brain")
    if not any(manifest.device):
        refuse("the manifest names no device")
    if manifest.time_ms > server_now_ms + AHEAD_MS:
        refuse("the manifest's time is more than 24 h ahead of the server's clock")
    if manifest.kind is Kind.ADOPT:
        _check_adopt(held, manifest, chain)
        return manifest
    if chain:
        refuse("only an adopt carries earlier manifests")
    number, previous, time_ms = _newest(held)
    if manifest.number != number + 1:
        refuse("the manifest's number does not follow the newest one")
    if manifest.previous != previous:
        refuse("the manifest does not name the newest one as its previous")
    if manifest.time_ms <= time_ms:
        refuse("the manifest is not later than the newest one")
    if manifest.kind is Kind.APPEND and held.epoch == 0:
        refuse("there is no file to append to")
    return manifest


def check_append(held: Held, manifest: Manifest, new: Read, size_bytes: int) -> int:
    """Check the bytes of an append, and return how many transactions they hold.

    Raises:
        BundleUntrusted: they are not what the manifest says, or do not continue the live file.
    """
    assert held.newest is not None, "an append follows a manifest"
    force = parse_manifest(held.newest)
    same = ("epoch", "generation", "schema", "head_bytes", "head_sha256")
    if any(getattr(manifest, name) != getattr(force, name) for name in same):
        refuse("the manifest describes another epoch than the live one")
    if manifest.file_bytes != held.length + size_bytes:
        refuse("the manifest's length is not that of the file with the new bytes")
    found = walk(new, 0, held.seq, size_bytes)
    if found.end != size_bytes or found.seq != manifest.seq:
        refuse("the records do not run from the live file's end to the manifest's seq")
    digest = hashlib.sha256()
    feed(digest, held.read, held.head_bytes, held.length - held.head_bytes)
    feed(digest, new, 0, size_bytes)
    if digest.digest() != manifest.log_sha256:
        refuse("the SHA-256 of the log is not the manifest's")
    return found.transactions


def check_file(
    held: Held,
    manifest: Manifest,
    chain: Sequence[bytes],
    new: Read,
    size_bytes: int,
    verifier: bytes | None,
) -> int:
    """Check a whole new file (kinds 2, 3 and 4), and return how many transactions its log holds.

    Raises:
        BundleUntrusted: it is not what the manifest says, or may not follow the live file.
    """
    header = header_or_none(new)
    if header is None:
        refuse("the file is not a replica of format 1")
    _check_place(held, manifest, chain, header)
    if manifest.kind is Kind.REKEY:
        if manifest.generation <= held.generation or verifier in (None, held.verifier):
            refuse("a rekey needs a greater generation and another verifier")
    elif manifest.generation != held.generation or verifier not in (None, held.verifier):
        refuse("only a rekey changes the generation or the verifier")
    if manifest.head_bytes != header.log_offset or manifest.file_bytes != size_bytes:
        refuse("the manifest's lengths are not those of the file")
    if header.log_offset > size_bytes:
        refuse("the file ends inside its head")
    if sha256_of(new, 0, header.log_offset) != manifest.head_sha256:
        refuse("the SHA-256 of the head is not the manifest's")
    found = walk(new, header.log_offset, header.base_seq, size_bytes)
    if found.end != size_bytes or found.seq != manifest.seq:
        refuse("the records do not run from the head to the manifest's seq")
    log_bytes = size_bytes - header.log_offset
    if sha256_of(new, header.log_offset, log_bytes) != manifest.log_sha256:
        refuse("the SHA-256 of the log is not the manifest's")
    return found.transactions


def refuse(why: str) -> NoReturn:
    """Raise the error for bytes or a manifest that are not what the owner signed."""
    raise BundleUntrusted(details={"why": why})


def _parsed(signed: bytes) -> Manifest:
    try:
        return parse_manifest(signed)
    except ValueError:
        refuse("that is not a manifest of version 1")


def _newest(held: Held) -> tuple[int, bytes, int]:
    """Return number, hash and time of the newest manifest; zeros where there is none."""
    if held.newest is None:
        return 0, NO_HASH, -1
    newest = parse_manifest(held.newest)
    return newest.number, manifest_hash(held.newest), newest.time_ms


def _check_adopt(held: Held, manifest: Manifest, chain: Sequence[bytes]) -> None:
    """Check that an adopt continues the device's chain and names what the remote showed."""
    number, newest, _ = _newest(held)
    if manifest.extra != newest:
        refuse("the adopt does not name the remote's newest manifest")
    for before, after in itertools.pairwise(chain):
        first, second = _parsed(before), _parsed(after)
        if second.previous != manifest_hash(before) or second.number <= first.number:
            refuse("the manifests of the chain do not follow each other")
    if any(_parsed(each).brain_id != held.brain_id for each in chain):
        refuse("the chain is for another brain")
    last = _parsed(chain[-1]) if chain else None
    expected = newest if last is None else manifest_hash(chain[-1])
    if manifest.previous != expected:
        refuse("the adopt does not continue the chain")
    highest = number if last is None else max(number, last.number)
    if manifest.number != highest + 1:
        refuse("the adopt's number does not follow the greater of both chains")


def _check_place(held: Held, manifest: Manifest, chain: Sequence[bytes], header: Header) -> None:
    """Check that a file belongs to the brain and continues its epochs and seqs."""
    if header.brain_id != held.brain_id:
        refuse("the file is of another brain")
    if header.epoch != manifest.epoch or header.key_generation != manifest.generation:
        refuse("the file's header is not what the manifest says")
    # A device that adopts may have seen later epochs than a server that was restored.
    adopts = manifest.kind is Kind.ADOPT
    if header.epoch != held.epoch + 1 and not (adopts and header.epoch > held.epoch):
        refuse("the file's epoch does not follow the live one")
    before = chain[-1] if chain else held.newest
    seqs = {held.seq, 0 if before is None else parse_manifest(before).seq}
    if header.base_seq not in seqs:
        refuse("the file does not continue the seq of the epoch before it")
