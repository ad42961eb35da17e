"""The generator broken on purpose, on a copy of the tree: each fault has its own answer."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codegen.__main__ import FIX, main
from codegen.compare import DIFF_LINES_MAX
from codegen.outputs import OWNED

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("spec", *OWNED):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    return tmp_path


def change(tree: Path, path: str, old: str, new: str) -> None:
    text = (tree / path).read_text("utf-8")
    assert old in text
    (tree / path).write_text(text.replace(old, new, 1), "utf-8")


def states(printed: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"missing": [], "changed": [], "orphaned": []}
    for line in printed.splitlines():
        state, _, path = line.partition(": ")
        if state in found:
            found[state].append(path)
    return found


def test_a_fresh_copy_is_clean(tree: Path) -> None:
    assert main(["--check"], tree) == 0


def test_an_edited_file_is_changed_and_its_difference_is_shown(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = "src/myelin/contract/operations/recall.py"
    change(tree, path, "query", "question")
    assert main(["--check"], tree) == 1
    printed = capsys.readouterr().out
    assert states(printed) == {"missing": [], "changed": [path], "orphaned": []}
    assert "-    question: arguments.QueryText" in printed
    assert "+    query: arguments.QueryText" in printed
    assert printed.rstrip().endswith(FIX)


def test_a_long_difference_is_cut_in_a_check_and_whole_in_a_diff(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tree / "docs/generated/tools.md"
    path.write_text("\n" * 500, "utf-8")
    assert main(["--check"], tree) == 1
    checked = capsys.readouterr().out.splitlines()
    assert len(checked) <= DIFF_LINES_MAX + 5
    assert main(["--diff"], tree) == 0
    assert len(capsys.readouterr().out.splitlines()) > 500


def test_a_deleted_file_is_missing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "docs/generated/errors.md").unlink()
    assert main(["--check"], tree) == 1
    assert states(capsys.readouterr().out)["missing"] == ["docs/generated/errors.md"]


def test_a_file_that_nothing_renders_is_orphaned_and_a_write_removes_it(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orphan = tree / "src/myelin/surface/helper.py"
    orphan.write_text("", "utf-8")
    assert main(["--check"], tree) == 1
    assert states(capsys.readouterr().out)["orphaned"] == ["src/myelin/surface/helper.py"]
    assert main([], tree) == 0
    assert not orphan.exists()
    assert main(["--check"], tree) == 0


def test_a_renamed_tool_leaves_its_old_files_orphaned_and_its_new_ones_missing(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(tree, "spec/operations.yaml", "get_memory:", "read_memory:")
    change(tree, "spec/commands.yaml", "operation: get_memory", "operation: read_memory")
    change(tree, "spec/mcp.yaml", "get_memory: {}", "read_memory: {}")
    assert main(["--check"], tree) == 1
    found = states(capsys.readouterr().out)
    assert found["orphaned"] == [
        "src/myelin/contract/operations/get_memory.py",
        "src/myelin/contract/schema/get_memory.json",
    ]
    assert found["missing"] == [
        "src/myelin/contract/operations/read_memory.py",
        "src/myelin/contract/schema/read_memory.json",
    ]
    assert "src/myelin/surface/operations.py" in found["changed"]


def test_a_broken_spec_is_refused_before_anything_is_rendered(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(tree, "spec/operations.yaml", "- link_invalid\n", "- link_wrong\n")
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert main([], tree) == 2
    assert "link_wrong" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


def test_an_unknown_error_is_reported_at_both_ends(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(tree, "spec/errors.yaml", "not_durable:", "not_lasting:")
    assert main(["--check"], tree) == 2
    complaints = capsys.readouterr().err
    assert "set_preference names the error not_durable" in complaints
    assert "nothing names the error not_lasting" in complaints


def test_every_mistake_comes_at_once_with_its_file_and_line(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(tree, "spec/operations.yaml", "effect: write", "effect: wipe")
    change(tree, "spec/errors.yaml", "fault: caller", "blame: caller")
    change(tree, "spec/settings.yaml", "  flag: --data\n", "  flag: --data\n  flag: --data\n")
    assert main([], tree) == 2
    lines = capsys.readouterr().err.splitlines()
    for name, mark in (("operations", "wipe"), ("errors", "blame"), ("settings", "twice")):
        path = f"spec/{name}.yaml"
        (line,) = [line for line in lines if line.startswith(f"{path}:") and mark in line]
        number = int(line.split(":")[1])
        assert 1 <= number <= len((tree / path).read_text("utf-8").splitlines())


NINETEENTH = """
forget_memory:
  since: "0.1"
  core: memory
  effect: write
  who: host
  title: Withdraw a memory
  description: Withdraw a memory without a successor.
  hints: {destructive: false, idempotent: true}
  args:
    id: {type: memory_id, doc: Which one.}
  result:
    memory: {type: memory, doc: The memory as it is now.}
  errors: [memory_unknown, id_ambiguous]
  examples:
    - given: three_decisions
      args: {id: $first}
      result: {}
"""


def test_a_nineteenth_tool_needs_an_entry_and_nothing_else_of_the_house(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = tree / "spec/operations.yaml"
    tools.write_text(tools.read_text("utf-8") + NINETEENTH, "utf-8")
    change(tree, "spec/mcp.yaml", "tools:\n", "tools:\n  forget_memory: {}\n")
    assert main([], tree) == 0
    written = {line.removeprefix("wrote ") for line in capsys.readouterr().out.splitlines()}
    assert written == {
        "docs/generated/tools.md",
        "src/myelin/contract/operations/forget_memory.py",
        "src/myelin/contract/schema/forget_memory.json",
        "src/myelin/surface/operations.py",
        "src/myelin/surface/tools.py",
    }
    surface = (tree / "src/myelin/surface/operations.py").read_text("utf-8")
    assert "return engine.memory.forget_memory(session, args)" in surface
    assert main(["--check"], tree) == 0


def test_the_same_spec_renders_to_the_same_bytes_whatever_the_hash_seed(tree: Path) -> None:
    check = f"main(['--check'], Path({str(tree)!r}))"
    program = f"from pathlib import Path; from codegen.__main__ import main; exit({check})"
    for seed in ("0", "1", "42", "4294967295"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
