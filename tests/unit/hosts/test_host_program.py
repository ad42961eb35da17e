"""The set-up of a client names no environment that its runner may remove."""

import tomllib
from pathlib import Path

import pytest

from myelin.hosts.program import DISTRIBUTION, runner_of
from tests.architecture.tree import ROOT


@pytest.mark.parametrize(
    ("prefix", "tagged", "runner"),
    [
        (".cache/uv/archive-v0/bKx3", ".cache/uv", "uvx"),
        ("elsewhere/uv-cache/environments-v2/myelin", "elsewhere/uv-cache", "uvx"),
        (".local/share/pipx/.cache/9f2c11", None, "pipx"),
        (".local/state/pipx/.cache/9f2c11", None, "pipx"),
    ],
)
def test_an_environment_in_a_cache_is_run_by_its_runner(
    tmp_path: Path, prefix: str, tagged: str | None, runner: str
) -> None:
    folder = tmp_path / prefix
    folder.mkdir(parents=True)
    if tagged is not None:
        (tmp_path / tagged / "CACHEDIR.TAG").write_text(
            "Signature: 8a477f597d28d172789f06886806bc55"
        )
    words = runner_of(folder)
    assert words is not None
    assert Path(words[0]).name == runner
    assert words[-1] == DISTRIBUTION
    assert not any(str(tmp_path) in word for word in words)


@pytest.mark.parametrize("prefix", [".local/share/uv/tools/myelin-brain", "project/.venv"])
def test_an_environment_that_stays_is_named_by_its_path(tmp_path: Path, prefix: str) -> None:
    folder = tmp_path / prefix
    folder.mkdir(parents=True)
    # `uv venv` tags each environment.
    (folder / "CACHEDIR.TAG").write_text("Signature: 8a477f59")
    assert runner_of(folder) is None


def test_the_distribution_has_a_script_of_its_own_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == DISTRIBUTION
    assert project["scripts"] == dict.fromkeys(("myelin", DISTRIBUTION), "myelin.cli.main:main")
