"""Packages depend downwards only: the contracts of pyproject.toml, kept, and broken on purpose."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command as run; run()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "COLUMNS": "300"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    return tmp_path


def test_every_import_contract_is_kept() -> None:
    run = lint_imports(ROOT)
    assert run.returncode == 0, run.stdout + run.stderr


FAULTS = {
    "a core imports another core": (
        "cores/quality/__init__.py",
        "import myelin.cores.memory\n",
        "Cores do not import each other",
    ),
    "a core knows a transport": (
        "cores/memory/rules.py",
        "import starlette\n",
        "The engine knows no transport",
    ),
    "a package that nobody placed": (
        "novelty/__init__.py",
        "",
        "myelin.novelty",
    ),
    "the engine reaches past a door": (
        "engine/dispatch.py",
        "import myelin.cores.memory.queries\n",
        "A package is entered by its door",
    ),
    "the store knows a core": (
        "store/__init__.py",
        "import myelin.cores.memory\n",
        "Packages depend downwards only",
    ),
    "a module of the server loads the MCP package": (
        "server/requests.py",
        "import mcp\n",
        "The MCP package is for HTTP",
    ),
    "stdio is served through the MCP package": (
        "server/connection.py",
        "import myelin.server.sdk\n",
        "stdio is served without the MCP package",
    ),
    "a core reads settings": (
        "cores/memory/service.py",
        "import myelin.config\n",
        "Settings are read at the edge",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_contract_is_named(tree: Path, fault: str) -> None:
    path, line, contract = FAULTS[fault]
    target = tree / "src/myelin" / path
    target.parent.mkdir(parents=True, exist_ok=True)
    text = target.read_text("utf-8") if target.exists() else ""
    # The import goes last: where it stands is nothing to the graph, and docstrings stay first.
    target.write_text(f"{text}\n{line}", "utf-8")
    run = lint_imports(tree)
    assert run.returncode == 1, run.stdout + run.stderr
    assert contract in run.stdout


def test_an_ambient_clock_is_refused_with_what_to_take_instead(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    module = tmp_path / "src/myelin/cores/memory/rules.py"
    module.parent.mkdir(parents=True)
    module.write_text(
        '"""A rule."""\n\nimport datetime\n\nNOW = datetime.datetime.now()\n', "utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251", "src"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 1
    assert "Take a Clock: see myelin.kernel.clock." in run.stdout
