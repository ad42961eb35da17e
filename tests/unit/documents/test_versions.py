"""Two heads of a document, and the difference between two versions."""

from hypothesis import given
from hypothesis import strategies as st

from myelin.documents.versions import Heads, after_save, difference


@given(st.lists(st.booleans()))
def test_only_the_owner_moves_the_version_in_force_once_one_is_reviewed(savers: list[bool]) -> None:
    heads = Heads()
    for by_owner in savers:
        before = heads
        heads = after_save(heads, by_owner=by_owner)
        assert heads.latest == before.latest + 1
        if before.reviewed and not by_owner:
            assert heads.in_force == before.in_force
            assert heads.waits
    assert heads.in_force <= heads.latest


def test_a_host_s_save_waits_behind_the_version_in_force() -> None:
    heads = after_save(after_save(Heads(), by_owner=True), by_owner=False)
    assert (heads.in_force, heads.waits) == (1, True)


def test_a_difference_is_unified_and_names_both_versions() -> None:
    assert difference("a\nb\n", "a\nc\n", "x@1", "x@2") == (
        "--- x@1\n+++ x@2\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
    )
    assert difference("a\n", "a\n", "x@1", "x@2") == ""
