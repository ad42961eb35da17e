"""Following a server's manifests from the last one seen: what is cut, forked or forged is named."""

from dataclasses import replace
from typing import Any

import pytest

from myelin.contract.errors import BundleUntrusted, KeyRotated, MyelinError, ServerRolledBack
from myelin.crypto.signing import public_key
from myelin.sync.chain import Followed, follow
from myelin.sync.manifest import NO_HASH, Kind, Manifest, manifest_hash, sign_manifest

BRAIN, SEED, OTHER = b"B" * 16, b"s" * 32, b"o" * 32
FIRST = Manifest(
    Kind.EPOCH, BRAIN, 1, 1000, b"d" * 16, 1, 0, 7, 400, b"h" * 32, 0, b"r" * 32, 400, b"l" * 32
)


def signed(before: bytes | None, seed: bytes = SEED, **values: Any) -> bytes:
    """Return a signed manifest that follows another one, but for the given values."""
    if before is None:
        made = FIRST
    else:
        number = int.from_bytes(before[24:32], "big") + 1
        made = replace(
            FIRST, kind=Kind.APPEND, number=number, time_ms=1000 * number,
            previous=manifest_hash(before),
        )  # fmt: skip
    return sign_manifest(replace(made, **values), seed)


def chain(length: int) -> list[bytes]:
    made = [signed(None)]
    while len(made) < length:
        made.append(signed(made[-1]))
    return made


def followed(shown: list[bytes], seen: bytes | None) -> Followed:
    return follow(shown, brain_id=BRAIN, owner=public_key(SEED), seen=seen)


@pytest.mark.parametrize("seen", range(4))
def test_a_chain_is_followed_from_any_manifest_of_it(seen: int) -> None:
    shown = chain(4)
    found = followed(shown, shown[seen])
    assert found.signed == shown[-1]
    assert found.manifest.number == 4
    assert found.is_fresh
    assert followed(shown[seen + 1 :] or shown[seen:], shown[seen]) == found


def test_a_first_pull_proves_no_freshness_and_has_words_to_compare() -> None:
    shown = chain(3)
    found = followed(shown[-1:], None)
    assert not found.is_fresh
    assert len(found.words.split()) == 6
    assert found.words != followed(shown[:1], None).words


@pytest.mark.parametrize("shown", [[], [0], [0, 1]])
def test_an_older_state_is_a_server_that_was_rolled_back(shown: list[int]) -> None:
    made = chain(4)
    with pytest.raises(ServerRolledBack):
        followed([made[at] for at in shown], made[2])


def test_a_sibling_of_what_was_seen_is_a_server_that_was_rolled_back() -> None:
    made = chain(3)
    sibling = signed(made[1], time_ms=9000)
    with pytest.raises(ServerRolledBack):
        followed([*made[:2], sibling], made[2])
    with pytest.raises(ServerRolledBack):
        followed([*made[:2], sibling, signed(sibling)], made[2])


def test_a_missing_manifest_breaks_the_chain() -> None:
    made = chain(4)
    with pytest.raises(ServerRolledBack):
        followed([made[1], made[3]], made[1])


def test_an_adopt_may_jump_and_leads_from_the_chain_of_its_device() -> None:
    made = chain(2)
    adopt = signed(made[1], kind=Kind.ADOPT, number=9, time_ms=9000, extra=b"x" * 32)
    assert followed([*made, adopt], made[1]).manifest.number == 9
    with pytest.raises(ServerRolledBack):
        followed([adopt], made[0])


@pytest.mark.parametrize(
    "values",
    [
        {"number": 4},
        {"number": 2},
        {"kind": Kind.ADOPT, "number": 2},
        {"time_ms": 2000},
        {"brain_id": b"C" * 16},
    ],
)
def test_a_manifest_that_does_not_fit_is_not_trusted(values: dict[str, Any]) -> None:
    made = chain(2)
    with pytest.raises(BundleUntrusted):
        followed([*made, signed(made[1], **values)], made[1])


def test_another_signer_is_not_trusted() -> None:
    made = chain(2)
    for seen in (made[1], None):
        with pytest.raises(BundleUntrusted):
            followed([*made, signed(made[1], seed=OTHER)], seen)
    with pytest.raises(BundleUntrusted):
        followed([b"x" * 320], None)


def test_a_rekey_to_unknown_keys_says_so_and_one_to_known_keys_passes() -> None:
    made = chain(2)
    away = signed(made[1], kind=Kind.REKEY, extra=public_key(OTHER))
    shown = [*made, away, signed(away, seed=OTHER)]
    for end in (3, 4):
        with pytest.raises(KeyRotated):
            followed(shown[:end], made[1])
    # The next generation of the same root keeps the owner.
    same = signed(made[1], kind=Kind.REKEY, extra=public_key(SEED))
    assert followed([*made, same, signed(same)], made[1]).manifest.number == 4


def test_a_device_that_rotated_its_root_follows_its_own_rekey() -> None:
    made = chain(2)
    rekey = signed(made[1], kind=Kind.REKEY, extra=public_key(OTHER))
    shown = [*made, rekey, signed(rekey, seed=OTHER)]
    for seen, key in ((made[1], SEED), (rekey, OTHER)):
        found = follow(
            shown, brain_id=BRAIN, owner=public_key(OTHER), seen=seen, in_force=public_key(key)
        )
        assert found.manifest.number == 4
    with pytest.raises(BundleUntrusted):
        follow(shown, brain_id=BRAIN, owner=public_key(OTHER), seen=made[1])


def test_nothing_follows_the_end_of_a_copy() -> None:
    made = chain(2)
    end = signed(made[1], kind=Kind.SHRED, extra=b"n" * 32)
    with pytest.raises(BundleUntrusted):
        followed([*made, end, signed(end)], made[1])


def test_a_manifest_that_names_itself_ends_the_search() -> None:
    made = chain(2)
    lost = signed(None, number=7, previous=NO_HASH)
    with pytest.raises(MyelinError):
        followed([lost], made[1])
