"""What the architecture tests look at: the files of the tree, and which of them are generated."""

import ast
import subprocess
from pathlib import Path

from codegen.outputs import OWNED

ROOT = Path(__file__).resolve().parents[2]


def is_checkout() -> bool:
    """Return whether the tree is a git checkout of its own, and not an unpacked sdist."""
    asked = subprocess.run(
        ["git", "rev-parse", "--show-toplevel"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    return asked.returncode == 0 and Path(asked.stdout.strip()).resolve() == ROOT


def files(*suffixes: str) -> list[Path]:
    """Return the files of the project with one of these endings.

    In a checkout these are the files that git tracks and that still exist; in an unpacked sdist,
    every file below its folders that is not hidden.
    """
    if is_checkout():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
        )
        paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = (path.relative_to(ROOT) for path in sorted(ROOT.rglob("*")))
        paths = [ROOT / path for path in found if not any(p.startswith(".") for p in path.parts)]
    return [path for path in paths if path.suffix in suffixes and path.is_file()]


def name(path: Path) -> str:
    """Return a path as people write it."""
    return path.relative_to(ROOT).as_posix()


def is_generated(path: Path) -> bool:
    """Return whether the generator owns the file."""
    return name(path).startswith(OWNED)


def parsed(path: Path) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(path.read_text("utf-8"))


SOURCES = [path for path in files(".py") if name(path).startswith(("src/", "codegen/"))]
BY_HAND = [path for path in files(".py") if not is_generated(path)]
