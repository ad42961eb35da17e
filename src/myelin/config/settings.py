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
    session_folder: Path | None = None
    """Where the session works that a host started this program for; else the working folder."""
    data: Path | None = None
    data_from: str | None = None
    name: str | None = None
    name_from: str | None = None
    force_network: bool = False
    dense: bool = False
    """Whether recall ranks by meaning too. Only config.json says so, so no client can."""
    daily_backup: bool = False
    backup_folder: Path | None = None
    server_data: Path | None = None
    """The folder of a server's records; None stands for `server` in the user's folder."""
    # Base64 of a root, as the environment gives it: kept out of every representation.
    key: str | None = field(default=None, repr=False)


def load(
    environment: Mapping[str, str],
    cwd: Path,
    *,
    data: str | None = None,
    name: str | None = None,
    force_network: bool = False,
    server_data: str | None = None,
) -> Settings:
    """Return the settings of this run; an empty value counts as one that is not set.

    Raises:
        PathRefused: a name or path that cannot be, or a settings file that cannot be read.
    """
    user_home = _user_home(environment)
    from_environment = environment.get("MYELIN_HOME", "")
    home = _absolute(from_environment, cwd) if from_environment else default_home(user_home)
    file = _read_file(home / _SETTINGS_FILE)
    data_text, data_from = _first((data, "--data"), (environment.get("MYELIN_DATA"), "MYELIN_DATA"))
    if data_text and "${" in data_text:
        raise PathRefused(
            reason=f"{data_from} holds a variable that the host did not replace",
            suggestion="Run `myelin connect` for that host again, or give the path itself.",
        )
    name_text, name_from = _first(
        (name, "--name"),
        (file.get("name"), "the settings file"),
    )
    server_text, _ = _first(
        (server_data, "--server-data"), (environment.get("MYELIN_SERVER_DATA"), "environment")
    )
    return Settings(
        user_home=user_home,
        home=home,
        data=_absolute(data_text, cwd) if data_text else None,
        data_from=data_from,
        name=check_name(name_text) if name_text else None,
        name_from=name_from,
        force_network=force_network or file.get("force_network", False),
        dense=file.get("dense", False),
        daily_backup=file.get("daily_backup", False),
        backup_folder=_absolute(file["backup_folder"], home) if "backup_folder" in file else None,
        server_data=_absolute(server_text, cwd) if server_text else None,
        key=environment.get("MYELIN_KEY", "").strip() or None,
    )


def keep(home: Path, name: str, value: Any) -> None:
    """Write one setting into config.json; the other members stay as they are.

    Raises:
        PathRefused: the file that is there cannot be read, or a new one cannot be written.
    """
    prepare_home(home)
    path = home / _SETTINGS_FILE
    values = _read_file(path) | {name: value}
    part = path.with_name(f"{_SETTINGS_FILE}.{os.getpid()}.part")
    try:
        part.write_text(json.dumps(values, indent=2) + "\n", "utf-8")
        part.replace(path)
    except OSError:
        raise PathRefused(
            reason="the settings file config.json in the per-user folder cannot be written",
            suggestion="Look at the permissions of that folder and at the space on its disk.",
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
    return _checked(values) if values else values


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    """Return the members of config.json, each of the type that the spec declares."""
    from myelin.contract.settings import SETTINGS

    for name, value in values.items():
        setting = SETTINGS.get(name)
        if setting is None or setting.file is None or type(value) is setting.file:
            continue
        wanted = "true or false" if setting.file is bool else "text"
        raise PathRefused(
            reason=f"{name} in the settings file config.json is not {wanted}",
            suggestion="Mend that member of config.json in the per-user folder, or remove it.",
        )
    return values
