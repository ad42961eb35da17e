"""Commands of an action: what a shell, a database client or an interpreter would run of it."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from myelin.cores.quality.commands import commands, plain


@pytest.mark.parametrize(
    "action",
    [
        "rm -rf src",
        "\uff52\uff4d -rf src",
        "rm\u200b -rf src",
        "rm\u00a0-rf\u2003src",
        "r''m -rf src",
        'r""m -rf src',
        "r\\m -rf src",
        "'rm' -rf src",
        '"rm" -rf src',
        "rm -r'f' src",
        "rm -r\\f src",
        "rm \\\n  -rf src",
        "rm${IFS}-rf${IFS}src",
        "/bin/rm -rf src",
        "$(which rm) -rf src",
        "! rm -rf src",
        "A=1 B=2 rm -rf src",
        "(cd x; rm -rf src)",
        "cd x && rm -rf src || true",
        "x=$(rm -rf src)",
        "echo `rm -rf src`",
        'echo "$(rm -rf src)"',
        "if true; then rm -rf src; fi",
        "bash -c 'rm -rf src'",
        'ssh host "cd x && rm -rf src"',
        "bash -c \"bash -c 'rm -rf src'\"",
        "echo 'rm -rf src' | sh",
        "docker exec web rm -rf src",
        "kubectl exec pod -- rm -rf src",
        "sudo -u root env A=1 rm -rf src",
        "os.system('rm -rf src')",
    ],
)
def test_a_command_is_found_however_it_is_written_and_wrapped(action: str) -> None:
    assert "rm -rf src" in commands(action)


@pytest.mark.parametrize(
    ("action", "statement"),
    [
        ("DROP/**/TABLE users;", "DROP TABLE users"),
        ("DELETE FROM a -- all of it", "DELETE FROM a"),
        ("DELETE\nFROM a -- old\nWHERE b = 1;", "DELETE FROM a WHERE b = 1"),
        ("BEGIN; TRUNCATE\n logs; COMMIT;", "TRUNCATE logs"),
        ("psql app -c 'DROP TABLE a'", "DROP TABLE a"),
        ("psql app <<SQL\nDROP TABLE a;\nSQL", "DROP TABLE a"),
        ("echo 'DROP TABLE a' | psql app", "DROP TABLE a"),
        ('cursor.execute("""DROP TABLE a""")', "DROP TABLE a"),
    ],
)
def test_a_statement_is_one_command_without_its_comments(action: str, statement: str) -> None:
    assert statement in commands(action)


@pytest.mark.parametrize(
    "action",
    [
        "git commit -m 'rm -rf src'",
        "grep -r 'rm -rf src' .",
        "echo rm -rf src",
        "# rm -rf src",
        "git log --grep='x && rm -rf src'",
    ],
)
def test_what_is_only_an_argument_is_no_command(action: str) -> None:
    assert not any(command.startswith("rm") for command in commands(action))


@pytest.mark.parametrize(
    ("action", "is_left_out"),
    [
        ("git push --dry-run --force", True),
        ("git clean -nfd", True),
        ("rsync -avn --delete a b", True),
        ("kubectl delete pod a --dry-run=server", True),
        ("kubectl delete pod a --dry-run=none", False),
        ("Remove-Item a -Recurse -WhatIf", True),
        ("rm -rf a --dry-run", False),
        ("git commit -n", False),
    ],
)
def test_a_trial_run_is_left_out_where_the_program_knows_one(
    action: str, is_left_out: bool
) -> None:
    assert (commands(action) == []) is is_left_out


@settings(deadline=None)
@given(st.text(st.sampled_from("ab \n\\\"'`$(){};|&<>#-=/\u200b\uff41"), max_size=80))
def test_any_action_is_split_into_lines(action: str) -> None:
    assert all("\n" not in command for command in commands(action))
    assert plain(plain(action)) == plain(plain(plain(action)))


@pytest.mark.parametrize(
    "piece", ["x", "sudo ", "(", "$(`", "'a b' ", "x;", "/", "\\", '"', "a=", "--", "/*", "delete "]
)
def test_a_large_action_is_split_in_bounded_time_and_size(piece: str) -> None:
    started = time.process_time()
    found = commands(piece * (65_536 // len(piece)))
    assert sum(len(command) for command in found) <= 1 << 19
    # Quadratic work takes 10 s and more at this size.
    assert time.process_time() - started < 5
