"""Flags before environment before file, names of brains, and whose home folder it is."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from myelin.config import check_name, load, nearest_name, prepare_home
from myelin.contract.errors import PathRefused
from myelin.contract.settings import SETTINGS


def test_flags_win_over_the_environment_and_the_environment_over_the_file(tmp_path: Path) -> None:
    home = tmp_path / "own"
    home.mkdir()
    (home / "config.json").write_text(json.dumps({"name": "from-file"}))
    environment = {"HOME": str(tmp_path), "MYELIN_HOME": str(home)}
    assert load(environment, tmp_path).name == "from-file"
    environment["MYELIN_DATA"] = "data"
    assert load(environment, tmp_path).data == tmp_path / "data"
    settings = load(environment, tmp_path, data="/elsewhere", name="from-flag")
    assert (settings.name, settings.data) == ("from-flag", Path("/elsewhere"))


def test_empty_values_count_as_unset(tmp_path: Path) -> None:
    names = ("MYELIN_HOME", "MYELIN_DATA", "MYELIN_KEY")
    settings = load({"HOME": str(tmp_path), **dict.fromkeys(names, "")}, tmp_path, data="")
    assert settings == load({"HOME": str(tmp_path)}, tmp_path)
    assert settings.data is None
    assert settings.home == tmp_path / ".myelin"


def test_a_tilde_that_no_shell_has_seen_is_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = load({"HOME": str(tmp_path)}, Path("/"), data="~/notes/.myelin")
    assert settings.data == tmp_path / "notes" / ".myelin"


def test_the_key_is_in_no_representation(tmp_path: Path) -> None:
    settings = load({"HOME": str(tmp_path), "MYELIN_KEY": "c2VjcmV0"}, tmp_path)
    assert settings.key == "c2VjcmV0"
    assert "c2VjcmV0" not in repr(settings)


@pytest.mark.parametrize("text", ["[]", "{", '"x"'])
def test_a_broken_settings_file_is_said_and_not_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(PathRefused):
        load({"HOME": str(tmp_path), "MYELIN_HOME": str(tmp_path)}, tmp_path)


def test_a_stranger_s_folder_is_never_taken_as_ours(tmp_path: Path) -> None:
    stranger = tmp_path / ".myelin"
    stranger.mkdir()
    (stranger / "models.bin").write_bytes(b"theirs")
    ours = load({"HOME": str(tmp_path)}, tmp_path).home
    assert ours == tmp_path / ".local" / "share" / "myelin-brain"
    prepare_home(ours)
    assert [file.name for file in stranger.iterdir()] == ["models.bin"]
    (stranger / "models.bin").unlink()
    assert load({"HOME": str(tmp_path)}, tmp_path).home == ours


def test_our_folder_stays_ours_when_a_stranger_moves_in(tmp_path: Path) -> None:
    ours = load({"HOME": str(tmp_path)}, tmp_path).home
    prepare_home(ours)
    prepare_home(ours)
    (ours / "models.bin").write_bytes(b"theirs")
    assert load({"HOME": str(tmp_path)}, tmp_path).home == ours
    assert ours.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("text", ["C:\\project\\.myelin", "c:/project", r"\\server\share"])
def test_a_path_of_windows_is_not_glued_to_one_of_this_system(tmp_path: Path, text: str) -> None:
    with pytest.raises(PathRefused):
        load({"HOME": str(tmp_path), "MYELIN_DATA": text}, tmp_path)


def test_only_declared_variables_are_read(tmp_path: Path) -> None:
    class Watched(dict[str, str]):
        read: ClassVar[set[str]] = set()

        def get(self, name: str, default: str | None = None) -> Any:
            self.read.add(name)
            return super().get(name, default)

    load(Watched(HOME=str(tmp_path)), tmp_path)
    declared = {setting.environment for setting in SETTINGS.values()}
    read = {name for name in Watched.read if name.startswith("MYELIN_")}
    assert read
    assert read <= declared


@pytest.mark.parametrize("name", ["a", "project", "0", "a-b-c", "x" * 63])
def test_plain_names_are_taken(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "A", "-a", "a_b", "brn_0", "a.b", "a/b", "../a", "con", "lpt1", "x" * 64, "é", "a\n", "٣"],
)
def test_names_that_some_system_cannot_keep_are_refused(name: str) -> None:
    with pytest.raises(PathRefused):
        check_name(name)


@given(st.text(alphabet="abc-", min_size=1), st.sets(st.text(alphabet="abc-"), min_size=1))
def test_a_name_that_is_known_is_its_own_nearest(name: str, others: set[str]) -> None:
    assert nearest_name(name, others | {name}) == name


def test_without_a_home_folder_what_was_given_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_entry() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_entry)
    given = {"MYELIN_HOME": str(tmp_path / "own"), "MYELIN_DATA": str(tmp_path / "data")}
    settings = load(given, tmp_path)
    assert (settings.home, settings.data) == (tmp_path / "own", tmp_path / "data")
    with pytest.raises(PathRefused) as refused:
        load({}, tmp_path)
    assert "MYELIN_HOME" in refused.value.hint
