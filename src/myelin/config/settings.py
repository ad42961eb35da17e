"""The settings of one run: flags first, then the environment, then the user's settings file."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from myelin.config.home import default_home, prepare_home
from myelin.config.names import check_name
from myelin.contract.errors import PathRefused

_SETTINGS_FILE = "config.json"
_WINDOWS_PATH = re.compile(r"[A-Za-z]:[\\/]|\\\\")


@dataclass(frozen=True)
class Settings:
    """The settings of one run, with absolute paths."""

    user_home: Path
    home: Path
    data: Path | None = None
    data_from: str | None = None
    name: str | None = None
    name_from: str | None = None
    force_network: bool = False
    dense: bool = False
    """Whether recall ranks by meaning too. Only the settings file says so, so no client can."""
    # Base64 of a root, as the environment gives it: kept out of every representation.
    key: str | None = field(default=None, repr=False)


def load(
    environment: Mapping[str, str],
    cwd: Path,
    *,
    data: str | None = None,
    name: str | None = None,
    force_network: bool = False,
) -> Settings:
    """Return the settings of this run; an empty value counts as one that is not set.

    Raises:
        PathRefused: a brain name that cannot be, or a settings file that cannot be read.
    """
    user_home = _user_home(environment)
    from_environment = environment.get("MYELIN_HOME", "")
    home = _absolute(from_environment, cwd) if from_environment else default_home(user_home)
    file = _read_file(home / _SETTINGS_FILE)
    data_text, data_from = _first((data, "--data"), (environment.get("MYELIN_DATA"), "MYELIN_DATA"))
    name_text, name_from = _first(
        (name, "--name"),
        (file.get("name"), "the settings file"),
    )
    return Settings(
        user_home=user_home,
        home=home,
        data=_absolute(data_text, cwd) if data_text else None,
        data_from=data_from,
        name=check_name(name_text) if name_text else None,
        name_from=name_from,
        force_network=force_network or file.get("force_network") is True,
        dense=file.get("dense") is True,
        key=environment.get("MYELIN_KEY", "").strip() or None,
    )


def save(home: Path, name: str, value: object) -> None:
    """Write one setting into the settings file, and leave the others as they are.

    Raises:
        PathRefused: the file or its folder cannot be read or written.
    """
    prepare_home(home)
    values = _read_file(home / _SETTINGS_FILE) | {name: value}
    part = home / f"{_SETTINGS_FILE}.part"
    try:
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(values, file, indent=2)
            file.write("\n")
        part.replace(home / _SETTINGS_FILE)
    except OSError:
        raise PathRefused(
            reason="the settings file config.json in the per-user folder cannot be written",
            suggestion="Make that folder writable for this user.",
        ) from None


def _first(*candidates: tuple[Any, str]) -> tuple[str | None, str | None]:
    for value, source in candidates:
        if isinstance(value, str) and value.strip():
            return value, source
    return None, None


def _user_home(environment: Mapping[str, str]) -> Path:
    """Return the home folder, or the root folder if the system knows none but all was given.

    Raises:
        PathRefused: there is no home folder, and MYELIN_HOME does not take its place.
    """
    variable = "USERPROFILE" if os.name == "nt" else "HOME"
    named = environment.get(variable, "")
    try:
        return (Path(named) if named else Path.home()).resolve()
    except (OSError, RuntimeError):
        # No entry for this user in the system's table, as in some containers.
        if environment.get("MYELIN_HOME"):
            return Path("/").resolve()
    raise PathRefused(
        reason="this user has no home folder",
        suggestion=f"Set {variable}, or set MYELIN_HOME to a folder for keys and settings.",
    )


def _absolute(text: str, cwd: Path) -> Path:
    if os.name == "posix" and _WINDOWS_PATH.match(text):
        # Taken as it is, it would become a folder with that name inside the working folder.
        raise PathRefused(
            reason="that is a path of Windows, and this is not Windows",
            suggestion="Give the path as this system writes it, such as /mnt/c/project/.myelin.",
        )
    try:
        # Clients that start a server pass a leading ~ on as it is: no shell has seen it.
        return (cwd / Path(text).expanduser()).resolve()
    except (ValueError, RuntimeError):
        raise PathRefused(
            reason="a path that was given cannot exist", suggestion="Give a plain absolute path."
        ) from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError):
        values = None
    if not isinstance(values, dict):
        raise PathRefused(
            reason="the settings file config.json in the per-user folder cannot be read",
            suggestion="Mend it: it holds one JSON object. Or move it away.",
        )
    return values
