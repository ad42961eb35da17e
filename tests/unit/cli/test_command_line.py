"""What was typed, in the form that the parser takes: other names, flags first, text behind `--`."""

import pytest

from myelin.cli.command_line import read


def arguments(line: str) -> str:
    """Return the parser's arguments of a line whose words are set apart by blanks."""
    return " ".join(read(line.split()).arguments)


@pytest.mark.parametrize(
    ("typed", "parsed"),
    [
        ("precheck git push --force", "precheck -- git push --force"),
        ("precheck --json git push --force", "precheck --json -- git push --force"),
        ("precheck git push --force --json", "precheck --json -- git push --force"),
        ("--json precheck git push", "--json precheck -- git push"),
        ("precheck git push --data /x", "precheck --data /x -- git push"),
        ("precheck git push --data=/x", "precheck --data=/x -- git push"),
        ("precheck git push -- --json", "precheck -- git push --json"),
        ("precheck -- --json", "precheck -- --json"),
        ("precheck docker run --name web nginx", "precheck -- docker run --name web nginx"),
        ("precheck ls -h", "precheck -- ls -h"),
        ("precheck -h", "precheck -h"),
        ("precheck git push --help", "precheck --help -- git push"),
        ("precheck rm -rf / --standard house", "precheck --standard house -- rm -rf /"),
        ("precheck -", "precheck -- -"),
        ("add we use tabs -c convention here", "remember -c convention -- we use tabs here"),
        ("remember use -O2 -t build -test", "remember -t build -- use -O2 -test"),
        ("remember x --class=fact y", "remember --class=fact -- x y"),
        ("process match ship it --limit 3 now", "process match --limit 3 -- ship it now"),
        ("remember", "remember"),
        ("remember x --class", "remember --class -- x"),
        ("search a b", "recall a b"),
        ("core --json add mem_1", "--json core add mem_1"),
        ("core --name x", "--name x core"),
        ("get mem_1 --json", "show mem_1 --json"),
        ("--version", "version"),
        ("-V", "version"),
        ("--json --version", "version --json"),
        ("recall --help --json", "help recall --json"),
    ],
)
def test_a_line_is_put_in_the_parser_s_order(typed: str, parsed: str) -> None:
    assert arguments(typed) == parsed


@pytest.mark.parametrize(
    ("typed", "json"),
    [
        ("precheck git --json", True),
        ("precheck -- --json", False),
        ("precheck echo --json x", False),
        ("recall x --json", True),
        ("nosuch --json", True),
    ],
)
def test_a_program_is_known_to_read_before_anything_is_parsed(typed: str, json: bool) -> None:
    assert read(typed.split()).json is json


def test_a_word_that_is_nearly_a_flag_is_remarked_on() -> None:
    assert read(["remember", "x", "--clas", "fact"]).remarks == [
        "A word like --class, a flag of remember, was taken as text."
    ]
    assert read(["precheck", "git", "push", "--force"]).remarks == []
    assert read(["remember", "--", "--clas"]).remarks == []
