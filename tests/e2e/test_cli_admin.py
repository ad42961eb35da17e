"""`myelin admin` as an operator uses it: real processes beside one folder."""

from pathlib import Path

import pytest

from tests.e2e.cli_shell import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    (tmp_path / "home").mkdir()
    (tmp_path / "cwd").mkdir()
    return Shell(tmp_path / "home", tmp_path / "cwd")


def test_a_tenant_is_created_limited_suspended_and_backed_up(shell: Shell) -> None:
    made = shell.run("admin", "bootstrap", "--email", "A@example.org")
    assert made.code == 0, made.remarks
    secret = made.output.splitlines()[-1]
    assert secret.startswith("myl" + "_pat_")
    assert len(secret) == 69
    (tenant,) = shell.json("admin", "tenants")["tenants"]
    assert tenant["limits"]["brains"] == 20
    ident = tenant["id"]
    limited = shell.json("admin", "tenants", "--limit", ident, "--brains", "3")
    assert limited["tenant"]["limits"]["brains"] == 3
    assert "suspended since" in shell.run("admin", "tenants", "--suspend", ident).output
    assert shell.run("admin", "tenants", "--resume", ident).code == 0
    rows = shell.json("admin", "audit", ident)["rows"]
    assert [row["endpoint"] for row in rows][-1] == "admin bootstrap"
    assert shell.run("admin", "backup", "--to", "copy").code == 0
    restored = shell.run(
        "admin", "restore", "--source", "copy", "--server-data", "other", "--unattended"
    )
    assert restored.code == 0, restored.remarks
    shell.extra["MYELIN_SERVER_DATA"] = str(shell.cwd / "other")
    assert [each["id"] for each in shell.json("admin", "tenants")["tenants"]] == [ident]


def test_an_agents_shell_changes_nothing_of_a_server(shell: Shell) -> None:
    shell.run("admin", "bootstrap", "--email", "a@example.org")
    (tenant,) = shell.json("admin", "tenants")["tenants"]
    shell.extra["CLAUDECODE"] = "1"
    for words in (
        ("bootstrap", "--email", "b@example.org"),
        ("tenants", "--suspend", tenant["id"]),
        ("users", "--token", "a@example.org"),
        ("users", "--tenant", tenant["id"], "--add", "b@example.org"),
        ("restore", "--source", "copy", "--unattended"),
    ):
        refused = shell.run("admin", *words)
        assert refused.code in (2, 3), words
    assert shell.json("admin", "tenants")["tenants"] == [tenant]


def test_mistakes_are_told_and_nothing_is_created(shell: Shell) -> None:
    missing = shell.run("admin", "tenants")
    assert missing.code == 2
    assert "--server-data" in missing.remarks
    assert not (shell.home / ".myelin/server").exists()
    shell.run("admin", "bootstrap", "--email", "a@example.org")
    assert shell.run("admin", "bootstrap", "--email", "A@EXAMPLE.org").code == 1
    assert shell.run("admin", "bootstrap", "--email", "nobody").code == 2
    assert shell.run("admin", "tenants", "--brains", "3").code == 2
    assert shell.run("admin", "tenants", "--suspend", "ten_000000000000").code == 1
    both = shell.run("admin", "users", "--add", "b@x.org", "--remove", "a@example.org")
    assert both.code == 2
