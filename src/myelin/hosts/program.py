"""The words that start this program from a host, which does not share the shell's search path."""

import shutil
import sys
from pathlib import Path

from myelin.config import Location
from myelin.config.names import DEFAULT_NAME

DISTRIBUTION = "myelin-brain"
_SCRIPTS = ("myelin", DISTRIBUTION)


def server_command(location: Location) -> list[str]:
    """Return the words that start this brain's server, from anywhere and without a shell."""
    words = [*program(), "serve", "--data", str(location.data_dir)]
    return words if location.name == DEFAULT_NAME else [*words, "--name", location.name]


def program() -> list[str]:
    """Return the words that start this program: its absolute path where it has a lasting one."""
    runner = runner_of(Path(sys.prefix))
    if runner is not None:
        return runner
    script = Path(sys.argv[0])
    if script.stem in _SCRIPTS and script.is_file():
        return [str(script.absolute())]
    return [sys.executable, "-m", "myelin"]


def runner_of(prefix: Path) -> list[str] | None:
    """Return the words that run the distribution if its environment lies in a cache, else None.

    `uvx` and `pipx run` make such environments and may remove them at any time.
    """
    if "pipx" in prefix.parts and ".cache" in prefix.parts:
        return [shutil.which("pipx") or "pipx", "run", DISTRIBUTION]
    # uv tags its cache, and the environments that it makes elsewhere too.
    if any((folder / "CACHEDIR.TAG").is_file() for folder in prefix.parents):
        return [shutil.which("uvx") or "uvx", DISTRIBUTION]
    return None
