"""Each of the thirteen checks, its places, and the same places for every line end."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.contract.types import Violation
from myelin.cores.quality.checkers import CHECKS
from myelin.cores.quality.document import parse_standard
from myelin.cores.quality.rules import Rules, check_text

RULE = "name: s\ntitle: t\nrules:\n  - {{id: r, check: {check}}}\n"

ALL_THIRTEEN = r"""
name: all
title: Every check
rules:
  - {id: a, check: require_pattern, pattern: "^#"}
  - {id: b, check: forbid_pattern, pattern: "TODO|FIXME"}
  - {id: c, check: require_all_of, texts: [the, and]}
  - {id: d, check: require_one_of, texts: [one, two]}
  - {id: e, check: max_line_length, limit: 90}
  - {id: f, check: max_lines, limit: 10000}
  - {id: g, check: max_bytes, limit: 1000000}
  - {id: h, check: forbid_trailing_whitespace}
  - {id: i, check: max_consecutive_blank_lines, limit: 2}
  - {id: j, check: balanced_delimiters}
  - {id: k, check: require_prefix, text: "#"}
  - {id: l, check: require_suffix, text: "."}
  - {id: m, check: require_unique_lines}
"""


def test_the_standard_of_every_check_lacks_none() -> None:
    standard = parse_standard(ALL_THIRTEEN)
    assert {rule.check for rule in standard.rules} == set(CHECKS), (
        "add a rule with the new check to ALL_THIRTEEN: every line end is tried with it"
    )


def violations(check: str, content: str) -> list[Violation]:
    return check_text(parse_standard(RULE.format(check=check)), 1, content)["violations"]


def places(check: str, content: str) -> list[tuple[int, int]]:
    return [(found["line"], found["column"]) for found in violations(check, content)]


@pytest.mark.parametrize(
    ("check", "content", "expected"),
    [
        ('require_pattern, pattern: "^b"', "a\nb", []),
        ('require_pattern, pattern: "^b"', "ab", [(1, 1)]),
        ('require_pattern, pattern: "^b"', "", [(1, 1)]),
        ('forbid_pattern, pattern: "é|x"', "aéx\nx", [(1, 2), (1, 3), (2, 1)]),
        ('forbid_pattern, pattern: "aa"', "aaaa a", [(1, 1), (1, 3)]),
        ("require_all_of, texts: [a, b, c]", "b", [(1, 1), (1, 1)]),
        ("require_one_of, texts: [a, b]", "cb", []),
        ("require_one_of, texts: [a, b]", "c", [(1, 1)]),
        ("max_line_length, limit: 3", "abc\nabcd\né€éé", [(2, 4), (3, 4)]),
        ("max_lines, limit: 2", "a\nb\n", []),
        ("max_lines, limit: 2", "a\nb\nc", [(3, 1)]),
        ("max_lines, limit: 0", "a", [(1, 1)]),
        ("max_bytes, limit: 4", "abcd", []),
        ("max_bytes, limit: 4", "ab\ncd", [(2, 2)]),
        ("max_bytes, limit: 2", "a€b", [(1, 2)]),
        ("forbid_trailing_whitespace", "a \nb\n\t\nc\u00a0", [(1, 2), (3, 1), (4, 2)]),
        ("max_consecutive_blank_lines, limit: 1", "a\n\n\n\nb\n\n \n", [(3, 1), (7, 1)]),
        ("balanced_delimiters", "f(a[1]) {}", []),
        ("balanced_delimiters", "(\n)]", [(2, 2)]),
        ("balanced_delimiters", "a(\n[", [(1, 2), (2, 1)]),
        ("balanced_delimiters", "(]", [(1, 2)]),
        ('balanced_delimiters, pairs: "「」"', "「a」」(", [(1, 4)]),
        ('require_prefix, text: "# "', "# a", []),
        ('require_prefix, text: "# "', "a", [(1, 1)]),
        ("require_suffix, text: end", "the end\n", []),
        ("require_suffix, text: end", "the\nend.\n", [(2, 1)]),
        ("require_unique_lines", "a\n\nb\n\na", [(5, 1)]),
        ("require_unique_lines, ignore_blank: false", "a\n\n\n", [(3, 1)]),
    ],
)
def test_a_check_reports_its_violations_at_their_places(
    check: str, content: str, expected: list[tuple[int, int]]
) -> None:
    assert places(check, content) == expected


def test_a_repeat_names_the_line_of_the_first() -> None:
    assert "line 1" in violations("require_unique_lines", "a\nb\na")[0]["message"]


def test_a_rules_own_message_and_fix_are_what_a_violation_says() -> None:
    found = violations("max_lines, limit: 1, message: Too long., fix: Cut it.", "a\nb")[0]
    assert (found["message"], found["fix"]) == ("Too long.", "Cut it.")


def test_warnings_do_not_fail_a_text() -> None:
    standard = parse_standard(RULE.format(check="max_lines, limit: 0, severity: warning"))
    result = check_text(standard, 3, "a")
    assert result["passed"]
    assert result["violations"][0]["version"] == 3


def test_five_hundred_violations_are_listed_and_all_are_counted() -> None:
    result = check_text(
        parse_standard(RULE.format(check="max_line_length, limit: 0")), 1, "a\n" * 800
    )
    assert (len(result["violations"]), result["total"]) == (Rules().violations_max, 800)


def test_counting_stops_at_ten_thousand_violations_of_a_rule() -> None:
    result = check_text(
        parse_standard(RULE.format(check="max_line_length, limit: 0")), 1, "a\n" * 20_000
    )
    assert result["total"] == 10_000


@given(st.lists(st.text("ab( )]é\t", max_size=6), min_size=1, max_size=8))
def test_line_ends_and_a_missing_last_one_change_no_place(lines: list[str]) -> None:
    standard = parse_standard(ALL_THIRTEEN)
    # A last line without text is itself the end of the line before.
    lines = [*lines, "last"]

    def found(text: str) -> list[tuple[str, int, int]]:
        return [
            (one["rule"], one["line"], one["column"])
            for one in check_text(standard, 1, text)["violations"]
        ]

    unix = found("\n".join(lines))
    assert found("\r\n".join(lines)) == unix
    assert found("\n".join(lines) + "\n") == unix


@given(st.text("ab\né", max_size=60), st.sampled_from(["a", "b+", "é", "ab|b"]))
def test_forbidden_matches_are_where_a_search_of_each_line_finds_them(
    content: str, pattern: str
) -> None:
    import re

    expected = [
        (number, match.start() + 1)
        for number, line in enumerate(content.split("\n"), 1)
        for match in re.finditer(pattern, line)
    ]
    assert places(f'forbid_pattern, pattern: "{pattern}"', content) == expected


@given(st.text("()[]{} \na", max_size=40))
def test_balance_agrees_with_taking_pairs_away(content: str) -> None:
    reduced = "".join(char for char in content if char in "()[]{}")
    while (shorter := reduced.replace("()", "").replace("[]", "").replace("{}", "")) != reduced:
        reduced = shorter
    assert bool(places("balanced_delimiters", content)) == bool(reduced)


@given(st.text())
def test_any_text_is_checked_without_an_error_in_order_of_place(content: str) -> None:
    found = check_text(parse_standard(ALL_THIRTEEN), 1, content)["violations"]
    order = [(one["line"], one["column"], one["rule"]) for one in found]
    assert order == sorted(order)
    lines = content.replace("\r\n", "\n").split("\n")
    assert all(1 <= line <= len(lines) and column >= 1 for line, column, _ in order)


def test_every_match_of_a_line_is_counted() -> None:
    standard = parse_standard(RULE.format(check='forbid_pattern, pattern: "a"'))
    assert check_text(standard, 1, "a" * 9_000)["total"] == 9_000
    word = parse_standard(RULE.format(check='forbid_pattern, pattern: "\\\\bab*\\\\b"'))
    assert check_text(word, 1, "abbb " * 1_500)["total"] == 1_500


def test_many_matches_on_one_long_line_are_counted_in_bounded_time() -> None:
    # Each search of this pattern reads its line to the end: a million of them would take hours.
    standard = parse_standard(RULE.format(check='forbid_pattern, pattern: "a(.*b)?"'))
    assert check_text(standard, 1, "a" * 1_000_000)["total"] >= 100
    bounded = parse_standard(RULE.format(check='forbid_pattern, pattern: "a"'))
    assert check_text(bounded, 1, "a" * 1_000_000)["total"] == 10_000


FENCED = """# Title

```text
<<<<<<< ours  \n~~~
```

Use `x  ` and <!-- TODO --> here.
~~~~ python title="a"
TODO
~~~
~~~~
TODO
"""


def test_code_of_markdown_is_not_checked_and_places_stay() -> None:
    check = 'forbid_pattern, pattern: "TODO|<<<<<<<"'
    standard = RULE.format(check=check) + "format: markdown\n"
    found = check_text(parse_standard(standard), 1, FENCED)["violations"]
    assert [(each["line"], each["column"]) for each in found] == [(13, 1)]
    # Without the format every line counts.
    assert len(check_text(parse_standard(RULE.format(check=check)), 1, FENCED)["violations"]) == 4
    for check in ("forbid_trailing_whitespace", "require_unique_lines"):
        marked = parse_standard(RULE.format(check=check) + "format: markdown\n")
        assert check_text(marked, 1, FENCED)["total"] == 0


def test_a_code_block_that_is_never_closed_goes_to_the_end() -> None:
    standard = RULE.format(check='forbid_pattern, pattern: "b"') + "format: markdown\n"
    assert check_text(parse_standard(standard), 1, "b\n```\nb\n\nb")["total"] == 1


SCISSORS = "# " + 24 * "-" + " >8 " + 24 * "-"
MESSAGE = f"""\
# Please enter the commit message.

Say what changed

A body with a line that ends here.
#123 is kept, for it is no comment.
# On branch main
{SCISSORS}
diff --git a/x b/x
TODO
"""


def test_what_git_cuts_from_a_message_is_not_checked_and_places_stay() -> None:
    for check, expected in (
        ('forbid_pattern, pattern: "TODO|branch|Please"', []),
        ('forbid_pattern, pattern: "kept"', [(6, 9)]),
        ('require_prefix, text: "Say"', []),
        ("max_lines, limit: 2", [(5, 1)]),
    ):
        standard = parse_standard(RULE.format(check=check) + "format: commit-message\n")
        found = check_text(standard, 1, MESSAGE)["violations"]
        assert [(each["line"], each["column"]) for each in found] == expected


@given(st.text(st.sampled_from("a`~ #\n<>!-x\u00e9"), max_size=60))
def test_places_lie_in_the_given_text_whatever_the_format(content: str) -> None:
    for name in ("text", "markdown", "commit-message"):
        standard = ALL_THIRTEEN.replace("rules:", f"format: {name}\nrules:", 1)
        for found in check_text(parse_standard(standard), 1, content)["violations"]:
            assert 1 <= found["line"] <= max(1, content.count("\n") + 1)
            assert found["column"] >= 1


def test_a_large_random_text_is_checked_against_all_thirteen() -> None:
    chance = random.Random(7)
    words = ["alpha", "beta(", ")", "TODO", "gamma", "[", "]", "delta"]
    text = "\n".join(" ".join(chance.choices(words, k=9)) for _ in range(2000))
    assert check_text(parse_standard(ALL_THIRTEEN), 1, text)["total"] > 100
