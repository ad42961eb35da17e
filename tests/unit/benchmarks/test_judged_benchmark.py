"""The small judged sets of recall hold their floors."""

from benchmarks import judged


def test_other_forms_of_a_word_find_the_right_fact_first() -> None:
    result = judged.words()
    assert result.total == 80
    assert result.right >= 72, result.wrong


def test_only_statements_that_cannot_both_hold_are_contradictions() -> None:
    result = judged.pairs()
    assert result.total == 60
    assert result.right >= 57, result.wrong


def test_the_newer_of_two_statements_is_first_without_a_link_between_them() -> None:
    result = judged.corrected()
    assert result.total == 60
    assert result.right >= 54, result.wrong
