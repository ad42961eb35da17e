"""What is written for each host: read by another reader, the same twice, gone without a trace."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from myelin import hosts
from myelin.config import Location
from myelin.contract.errors import HostFileChanged, HostFileRefused, HostScopeUnknown
from myelin.contract.hosts import HOSTS
from myelin.hosts import Target, instructions

CASES = [(host, scope) for host, entry in HOSTS.items() for scope in entry.scopes]
EARLIER = {
    "json": '{\n    "theme": "dark",\n    "mcpServers": {\n        "a": {}\n    }\n}\n',
    "jsonc": '// mine\n{\n  "theme": "dark", // at night\n}\n',
    "toml": 'model = "o" # mine\n\n[mcp_servers.other]\ncommand = "x"\n',
}


def target(tmp_path: Path, host: str, scope: str, name: str = "project") -> Target:
    data = tmp_path / "work" / "app" / ".myelin"
    data.mkdir(parents=True, exist_ok=True)
    (tmp_path / "home").mkdir(exist_ok=True)
    location = Location(data, name, data / f"{name}.myl", "it is the test's")
    return Target(HOSTS[host], scope, location, {"PATH": ""}, "linux", tmp_path / "home")


def read(aim: Target) -> Any:
    text = aim.file.read_text("utf-8")
    if aim.host.format == "toml":
        return tomllib.loads(text)
    return json.loads(
        "\n".join(line.split("//")[0] for line in text.splitlines()).replace(",\n}", "\n}")
    )


def write(aim: Target, *, remove: bool = False) -> None:
    for change in hosts.planned(aim, instruct=True, remove=remove):
        hosts.apply(change)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in (
        value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    ):
        yield from texts(one)


@pytest.mark.parametrize(("host", "scope"), CASES)
def test_an_entry_is_written_once_and_taken_out_without_a_trace(
    tmp_path: Path, host: str, scope: str
) -> None:
    aim = target(tmp_path, host, scope)
    before = files(tmp_path)
    write(aim)
    held = read(aim)
    for key in aim.host.entries:
        held = held[key]
    words = held["myelin"]["command"]
    words = words if isinstance(words, list) else [words, *held["myelin"]["args"]]
    assert "serve" in words
    assert hosts.state(aim) == "connected"
    once = files(tmp_path)
    write(aim)
    assert files(tmp_path) == once
    write(aim, remove=True)
    assert files(tmp_path) == before


@pytest.mark.parametrize(("host", "scope"), CASES)
def test_what_a_file_held_stays_and_comes_back_as_it_was(
    tmp_path: Path, host: str, scope: str
) -> None:
    aim = target(tmp_path, host, scope)
    earlier = EARLIER[aim.host.format]
    aim.file.parent.mkdir(parents=True, exist_ok=True)
    aim.file.write_text(earlier, "utf-8")
    rules = aim.project / (aim.host.instructions or "NOTES.md")
    rules.write_text("# House rules\n\nSpeak plainly.\n", "utf-8")
    before = files(tmp_path)
    write(aim)
    text = aim.file.read_text("utf-8")
    for line in earlier.splitlines():
        if "//" in line or "#" in line:
            assert line.rstrip(",") in text
    copy = aim.file.with_name(aim.file.name + ".before-myelin")
    assert copy.read_text("utf-8") == earlier
    assert read(aim).get("theme", "o") in ("dark", "o")
    write(aim, remove=True)
    left = files(tmp_path)
    left.pop(str(rules.with_name(rules.name + ".before-myelin")), None)
    assert left == before


@pytest.mark.parametrize(("host", "scope"), [case for case in CASES if case[1] == "project"])
def test_a_file_of_a_team_names_nothing_of_this_machine(
    tmp_path: Path, host: str, scope: str
) -> None:
    write(aim := target(tmp_path, host, scope))
    assert not any(str(tmp_path) in text or "python" in text for text in texts(read(aim)))


@pytest.mark.parametrize(("host", "scope"), CASES)
def test_a_user_s_entry_names_the_program_and_finds_the_brain(
    tmp_path: Path, host: str, scope: str
) -> None:
    aim = target(tmp_path, host, scope, name="notes")
    words = hosts.planned(aim)[0].after or ""
    assert "myelin-notes" in words
    assert '"--name"' in words
    if scope == "user":
        entry = read_entry(aim)
        assert Path(entry[0]).is_absolute()
        if aim.host_scope.folder == "fixed":
            assert str(aim.location.data_dir) in entry


def read_entry(aim: Target) -> list[str]:
    write(aim)
    held = hosts.held_entry(aim)
    command = held["command"]
    return command if isinstance(command, list) else [command, *held["args"]]


def test_a_brain_elsewhere_is_named_by_its_path_and_by_no_file_of_a_team(tmp_path: Path) -> None:
    folder = tmp_path / "brains"
    folder.mkdir()
    aim = target(tmp_path, "codex", "user")
    aim = replace(aim, location=Location(folder, "project", folder / "project.myl", "named"))
    assert str(folder) in read_entry(aim)
    with pytest.raises(HostScopeUnknown):
        hosts.planned(replace(aim, scope="project"))


@pytest.mark.parametrize(
    ("host", "scope", "text", "said"),
    [
        ("claude-code", "project", '{"mcpServers": {', "line 1, column"),
        ("claude-code", "project", '{"a": 1} // no comments here', "line 1, column"),
        ("claude-code", "project", '{"mcpServers": 3}', "line 1, column 16"),
        ("codex", "user", "model = \n", "line 1, column"),
        ("codex", "user", "mcp_servers = 3\n", "is no table"),
    ],
)
def test_a_broken_file_is_refused_with_its_place_and_not_touched(
    tmp_path: Path, host: str, scope: str, text: str, said: str
) -> None:
    aim = target(tmp_path, host, scope)
    aim.file.parent.mkdir(parents=True, exist_ok=True)
    aim.file.write_text(text, "utf-8")
    before = files(tmp_path)
    with pytest.raises(HostFileRefused, match=said):
        write(aim)
    assert files(tmp_path) == before


def test_a_file_that_another_program_wrote_meanwhile_is_not_touched(tmp_path: Path) -> None:
    aim = target(tmp_path, "claude-code", "user")
    [change] = hosts.planned(aim)[:1]
    aim.file.write_text('{"numStartups": 8}', "utf-8")
    with pytest.raises(HostFileChanged):
        hosts.apply(change)
    assert aim.file.read_text("utf-8") == '{"numStartups": 8}'


def test_a_link_stays_a_link_and_a_private_file_private(tmp_path: Path) -> None:
    aim = target(tmp_path, "claude-code", "user")
    kept = tmp_path / "dotfiles.json"
    kept.write_text("{}", "utf-8")
    kept.chmod(0o600)
    aim.file.symlink_to(kept)
    hosts.apply(hosts.planned(aim)[0])
    assert aim.file.is_symlink()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "dotfiles.json.before-myelin").stat().st_mode & 0o777 == 0o600


def test_opencode_of_either_form_keeps_its_form(tmp_path: Path) -> None:
    for text, path in (
        ('{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}', ["mcp", "servers"]),
        ('{"mcp": {"servers": {"type": "local", "command": ["x"]}}}', ["mcp"]),
    ):
        aim = target(tmp_path, "opencode", "project")
        aim.file.write_text(text, "utf-8")
        hosts.apply(hosts.planned(aim)[0])
        held = read(aim)
        for key in path:
            held = held[key]
        assert "myelin" in held


def test_the_block_of_instructions_is_updated_in_place() -> None:
    old = f"# Rules\n\n{instructions.BEGIN}\nold words\n{instructions.END}\n\nMore rules.\n"
    new = instructions.updated(old)
    assert "old words" not in new
    assert new.startswith("# Rules\n")
    assert new.endswith("\n\nMore rules.\n")
    assert instructions.updated(new) == new
    assert len(instructions.TEXT.splitlines()) <= 15
