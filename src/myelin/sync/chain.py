"""The chain of manifests that a server shows, followed from the last one that a device saw."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from myelin.contract.errors import BundleUntrusted, KeyRotated, ServerRolledBack
from myelin.sync.checks import refuse
from myelin.sync.manifest import (
    NO_HASH,
    Kind,
    Manifest,
    expect_words,
    is_signed_by,
    manifest_hash,
    parse_manifest,
)


@dataclass(frozen=True, slots=True)
class Followed:
    """The newest manifest of a chain that was verified."""

    signed: bytes
    manifest: Manifest
    is_fresh: bool
    """Whether it follows what this device saw before. If not, an older state would pass, too."""

    @property
    def words(self) -> str:
        """Return the words to compare with another device (`--expect`)."""
        return expect_words(manifest_hash(self.signed))


def follow(
    shown: Sequence[bytes],
    *,
    brain_id: bytes,
    owner: bytes,
    seen: bytes | None,
    in_force: bytes | None = None,
) -> Followed:
    """Return the newest of the manifests that a server shows, oldest first.

    `owner` is the public key of this device's root. `seen` is the newest manifest of the last sync,
    which the server must still lead from, and `in_force` the owner's key after it, if that is
    another one: this device has rotated its root since.

    Raises:
        BundleUntrusted: a manifest is malformed, of another brain, or not signed by the owner.
        ServerRolledBack: the chain does not lead from `seen` to the newest manifest.
        KeyRotated: another device gave the brain keys that this device does not have.
    """
    known = {manifest_hash(each): each for each in (*shown, *([seen] if seen else []))}
    if not shown:
        raise ServerRolledBack()
    path = _path(shown[-1], known, seen)
    key = in_force or owner
    for before, after in itertools.pairwise(path):
        _check_step(_parsed(before), _parsed(after))
    for signed in path:
        manifest = _parsed(signed)
        if manifest.brain_id != brain_id:
            refuse("a manifest is for another brain")
        if signed != seen:
            if not is_signed_by(signed, key):
                refuse("the owner did not sign a manifest")
            key = manifest.extra if manifest.kind is Kind.REKEY else key
    if key != owner:
        raise KeyRotated()
    return Followed(path[-1], _parsed(path[-1]), seen is not None)


def _path(newest: bytes, known: dict[bytes, bytes], seen: bytes | None) -> list[bytes]:
    """Return the manifests from `seen` to the newest; without `seen`, the newest alone."""
    path = [newest]
    while seen is not None and path[0] != seen:
        previous = _parsed(path[0]).previous
        if previous == NO_HASH or previous not in known or len(path) > len(known):
            raise ServerRolledBack()
        path.insert(0, known[previous])
    return path


def _check_step(before: Manifest, after: Manifest) -> None:
    jumps = after.kind is Kind.ADOPT and after.number > before.number
    if after.number != before.number + 1 and not jumps:
        refuse("the numbers of the manifests do not follow each other")
    if after.time_ms <= before.time_ms:
        refuse("the times of the manifests do not rise")
    if before.kind is Kind.SHRED:
        refuse("a manifest follows the end of the remote copy")


def _parsed(signed: bytes) -> Manifest:
    try:
        return parse_manifest(signed)
    except ValueError:
        raise BundleUntrusted(details={"why": "that is not a manifest of version 1"}) from None
